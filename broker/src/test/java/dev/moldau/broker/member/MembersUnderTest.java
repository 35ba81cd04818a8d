package dev.moldau.broker.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.ApiVersionsHandler;
import dev.moldau.broker.api.Dispatcher;
import dev.moldau.broker.api.HandlerRegistry;
import dev.moldau.broker.api.OldVersions;
import dev.moldau.broker.api.RequestElements;
import dev.moldau.broker.controller.ControllerHandlers;
import dev.moldau.broker.follow.BetweenBrokers;
import dev.moldau.broker.follow.FakeNetwork;
import dev.moldau.broker.follow.ManualLoop;
import dev.moldau.client.Node;
import dev.moldau.client.net.Network;
import dev.moldau.cluster.DirectLane;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.BrokerPresence;
import dev.moldau.cluster.controller.Controller;
import dev.moldau.cluster.controller.ControllerCommand;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.store.SharedStore;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.protocol.wire.WireBuffers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** Members of one cluster over a store in memory, without partitions, in virtual time. */
final class MembersUnderTest {

    private static final String LISTENER = "PLAINTEXT";
    private static final int MOST_IDS = 3;
    private static final long LONGEST_MS = 60_000;

    final ManualLoop loop = new ManualLoop();
    private final SharedStore store = new SharedStore();
    private final Map<Integer, Member> running = new TreeMap<>();
    private final List<FakeNetwork> networks = new ArrayList<>();
    private int processes;

    /** A process of a broker. */
    final class Member {
        final int id;
        final SharedStore.Session session = store.open();
        final DirectLane lane = new DirectLane();
        final List<String> replaced = new ArrayList<>();
        final ClusterMember member;
        private final Uuid directory;
        private final List<ApiHandler<?, ?>> handlers;

        private Member(int id) {
            this.id = id;
            this.directory = new Uuid(9, id);
            Map<String, String> settings = new HashMap<>();
            settings.put("node.id", Integer.toString(id));
            settings.put("zookeeper.connect", "z:2181");
            BrokerConfig config = BrokerConfig.of(settings);
            member =
                    ClusterMember.join(
                            config,
                            new EffectiveConfigs(config),
                            new MemberPorts(
                                    session,
                                    lane,
                                    new DirectLane(),
                                    loop,
                                    loop,
                                    new Random(100 + processes++),
                                    loop,
                                    MembersUnderTest.this::network,
                                    replaced::add));
            handlers =
                    ControllerHandlers.all(
                            member.office(), member.controller().images(), nothing());
        }

        private Dispatcher nothing() {
            return new Dispatcher(
                    HandlerRegistry.of(
                            List.of(),
                            OldVersions.SERVED,
                            served -> new ApiVersionsHandler(served, "c", id)),
                    loop.clock(),
                    WireBuffers.HEAP,
                    RequestElements.ofHeap(256L << 20));
        }

        CompletableFuture<ClusterImage> announced() {
            Node at = FakeNetwork.node(id);
            return member.announce(
                    List.of(new Endpoint(LISTENER, "PLAINTEXT", at.host(), at.port())),
                    null,
                    directory,
                    BrokerPresence.NOT_CLOSED);
        }

        boolean isController() {
            return member.office().acting().isPresent();
        }

        ClusterImage image() {
            return member.controller().images().current();
        }

        PartitionImage partition(String topic) {
            return image().topic(topic).orElseThrow().partitions().getFirst();
        }
    }

    private Network network() {
        FakeNetwork made = new FakeNetwork(loop);
        for (int id = 1; id <= MOST_IDS; id++) {
            int broker = id;
            made.serve(id, request -> BetweenBrokers.answered(process(broker).handlers, request));
            if (!running.containsKey(id)) {
                made.cut(id);
            }
        }
        networks.add(made);
        return made;
    }

    private Member process(int id) {
        Member found = running.get(id);
        if (found == null) {
            throw new AssertionError("broker " + id + " does not run");
        }
        return found;
    }

    /** Starts a process of a broker; it takes part, but is not announced. */
    Member begin(int id) {
        Member member = new Member(id);
        running.put(id, member);
        networks.forEach(network -> network.mend(id));
        member.member.begin();
        return member;
    }

    /** Starts a process of a broker and waits until the cluster knows it. */
    Member start(int id) {
        Member member = begin(id);
        await(member.announced());
        return member;
    }

    /** The process hears, says and does nothing any more; its session lives on until it ends. */
    void kill(Member member) {
        member.lane.hold();
        running.remove(member.id);
        networks.forEach(network -> network.cut(member.id));
    }

    Member controller() {
        List<Member> acting = running.values().stream().filter(Member::isController).toList();
        assertThat(acting).hasSize(1);
        return acting.getFirst();
    }

    <R> R ask(ControllerCommand<R> command) {
        Controller controller = controller().member.controller();
        return await(controller.submit(command));
    }

    <T> T await(CompletableFuture<T> future) {
        await(future::isDone);
        return future.join();
    }

    /** Moves time on until it is so. */
    void await(BooleanSupplier holds) {
        for (long ms = 0; !holds.getAsBoolean(); ms += 10) {
            assertThat(ms).as("virtual time").isLessThan(LONGEST_MS);
            loop.advance(10);
        }
    }
}
