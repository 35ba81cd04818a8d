package dev.moldau.cluster.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.OneThreadLane;
import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.zookeeper.EmbeddedZooKeeper;
import dev.moldau.cluster.store.zookeeper.ZooKeeperClusterStore;
import dev.moldau.common.SystemClock;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@link ControllerElectionTest} shows in memory, on the real store with real threads. */
@Timeout(120)
class ElectionOnZooKeeperTest {

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @TempDir Path folder;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Deque<Runnable> ends = new ArrayDeque<>();
    private EmbeddedZooKeeper server;

    /** A broker that takes part. */
    private final class Participant implements ElectionListener {
        private final int id;
        private final ClusterStore store;
        private final ControllerElection election;
        private volatile OptionalInt known = OptionalInt.empty();
        private volatile boolean acting;
        private volatile int terms;

        private Participant(int id) {
            this.id = id;
            OneThreadLane storeLane = new OneThreadLane("store-" + id);
            ends.push(storeLane::close);
            store =
                    ZooKeeperClusterStore.open(
                            BrokerConfig.of(
                                    Map.of("zookeeper.connect", server.connect() + "/elections")),
                            new SystemClock(),
                            storeLane);
            ends.push(store::close);
            OneThreadLane lane = new OneThreadLane("member-" + id);
            ends.push(lane::close);
            election =
                    new ControllerElection(
                            store,
                            lane,
                            (delayMs, task) -> {
                                var due = timer.schedule(task, delayMs, TimeUnit.MILLISECONDS);
                                return () -> due.cancel(false);
                            },
                            new Candidate(id, new Uuid(1, id)),
                            this);
            election.start();
        }

        // One lane calls these, and others read.
        @SuppressWarnings("NonAtomicVolatileUpdate")
        @Override
        public void elected() {
            terms++;
            acting = true;
        }

        @Override
        public void dismissed() {
            acting = false;
        }

        @Override
        public void controllerIs(OptionalInt brokerId) {
            known = brokerId;
        }
    }

    @BeforeEach
    void begin() {
        server = EmbeddedZooKeeper.start(folder);
    }

    @AfterEach
    void end() {
        timer.shutdownNow();
        ends.forEach(Runnable::run);
        server.close();
    }

    private static void await(String what, BooleanSupplier holds) throws InterruptedException {
        long deadlineNs = System.nanoTime() + DEADLINE.toNanos();
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadlineNs);
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private static boolean exactlyOneActsAndAllNameIt(List<Participant> all) {
        List<Participant> acting = all.stream().filter(one -> one.acting).toList();
        return acting.size() == 1
                && all.stream()
                        .allMatch(one -> one.known.equals(OptionalInt.of(acting.getFirst().id)));
    }

    @Test
    void oneIsElectedAndWhenItStopsAnotherOneIs() throws Exception {
        List<Participant> all = new ArrayList<>();
        for (int id = 1; id <= 3; id++) {
            all.add(new Participant(id));
        }
        await("an election", () -> exactlyOneActsAndAllNameIt(all));
        Participant first = all.stream().filter(one -> one.acting).findFirst().orElseThrow();
        first.election.close();
        all.remove(first);
        await("another one", () -> !first.acting && exactlyOneActsAndAllNameIt(all));
    }

    /** All sessions end at once, and all brokers go on: whoever is elected knows it anew. */
    @Test
    void sessionsThatEndEndTheTermAndAnotherElectionFollows() throws Exception {
        List<Participant> all = List.of(new Participant(1), new Participant(2));
        await("an election", () -> exactlyOneActsAndAllNameIt(all));
        int before = all.stream().mapToInt(one -> one.terms).sum();
        server.expireSessions();
        await(
                "another term",
                () ->
                        all.stream().mapToInt(one -> one.terms).sum() > before
                                && exactlyOneActsAndAllNameIt(all));
    }

    @Test
    void whileTheStoreIsAwayNobodyIsElectedAndAfterwardsSomebodyIs() throws Exception {
        Participant one = new Participant(1);
        await("an election", () -> one.acting);
        server.stop();
        one.election.resign();
        await("the end of the term", () -> !one.acting);
        server.restart();
        await("another term", () -> one.acting);
    }
}
