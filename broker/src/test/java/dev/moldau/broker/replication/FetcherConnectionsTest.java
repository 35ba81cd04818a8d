package dev.moldau.broker.replication;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.follow.FakeNetwork;
import dev.moldau.broker.follow.ManualLoop;
import dev.moldau.broker.partition.LocalTopic;
import dev.moldau.broker.partition.PartitionsUnderTest;
import dev.moldau.broker.throttle.ReplicationThrottle;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.protocol.message.FetchRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A leader that lets one fetcher wait for new records still answers the other at once. */
class FetcherConnectionsTest {

    private static final int LEADER = 2;
    private static final int PARTITIONS = 8;

    private final ManualLoop loop = new ManualLoop();
    private final PartitionsUnderTest here = new PartitionsUnderTest();
    private final LocalTopic topic = here.topic("t", PARTITIONS);

    @Test
    void eachFetcherOfALeaderHasAConnectionOfItsOwn() {
        FakeNetwork one = new FakeNetwork(loop);
        FakeNetwork other = new FakeNetwork(loop);
        List<Integer> askedOnOne = serve(one);
        List<Integer> askedOnOther = serve(other);
        ReplicaFetchers fetchers =
                new ReplicaFetchers(
                        loop,
                        List.of(one, other),
                        ReplicationSettings.of(BrokerConfig.defaults()),
                        new ReplicationThrottle(loop.clock(), ReplicationThrottle.UNLIMITED),
                        () -> 5,
                        new Random(1));
        fetchers.nodes(Map.of(LEADER, FakeNetwork.node(LEADER)));
        fetchers.change(all());
        loop.advance(5);
        assertThat(askedOnOne).isNotEmpty();
        assertThat(askedOnOther).isNotEmpty();
        List<Integer> asked = new ArrayList<>(askedOnOne);
        asked.addAll(askedOnOther);
        assertThat(asked)
                .as("each partition is fetched by one of them")
                .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
    }

    /** Answers nothing: whatever comes after the first request would wait for that. */
    private static List<Integer> serve(FakeNetwork network) {
        List<Integer> asked = new ArrayList<>();
        network.serve(
                LEADER,
                request -> {
                    ((FetchRequest) request)
                            .topics()
                            .forEach(
                                    each ->
                                            each.partitions()
                                                    .forEach(p -> asked.add(p.partition())));
                    return new CompletableFuture<>();
                });
        return asked;
    }

    private List<FollowChange> all() {
        List<FollowChange> changes = new ArrayList<>();
        for (int index = 0; index < PARTITIONS; index++) {
            changes.add(
                    new FollowChange.Follow(
                            new FollowedPartition(requireNonNull(topic.partition(index))),
                            LEADER,
                            6,
                            false));
        }
        return changes;
    }
}
