package dev.moldau.benchmarks.groups;

import dev.moldau.benchmarks.brokers.Broker;
import dev.moldau.benchmarks.brokers.Topics;
import dev.moldau.benchmarks.report.Measure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Many groups of one member each, which say that they are alive at the protocol's default interval
 * and do nothing else, each on a connection of its own.
 */
record HeartbeatCase(Membership membership, int groups) implements GroupCase {

    private static final String TOPIC = "quiet";
    private static final int JOINING_AT_ONCE = 100;
    private static final long JOIN_DEADLINE_S = 600;

    /** The JVM's compiler comes to an end first. */
    private static final long SETTLE_S = 90;

    private static final long WATCH_S = 60;
    private static final double LIMIT_PERCENT = 5.0;

    @Override
    public String name() {
        return "%,d groups at rest, %s".formatted(groups, membership.label());
    }

    @Override
    public List<Measure> run(Broker broker) throws Exception {
        Topics.create(broker.bootstrap(), TOPIC, 1);
        Lives lives = new Lives(broker.bootstrap());
        double before = broker.processorSeconds();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> members = new ArrayList<>();
            try {
                for (int i = 0; i < groups; i++) {
                    String group = "group-" + i;
                    members.add(threads.submit(() -> lives.live(group)));
                }
                lives.awaitJoined();
                double joining = broker.processorSeconds() - before;
                TimeUnit.SECONDS.sleep(SETTLE_S);
                return watch(broker, lives, joining);
            } finally {
                lives.end();
                for (Future<?> member : members) {
                    member.get();
                }
            }
        }
    }

    private List<Measure> watch(Broker broker, Lives lives, double joining) throws Exception {
        long beatsBefore = lives.beats.get();
        double before = broker.processorSeconds();
        TimeUnit.SECONDS.sleep(WATCH_S);
        double taken = broker.processorSeconds() - before;
        long beats = lives.beats.get() - beatsBefore;
        return List.of(
                Measure.withLimit("% of a core", 100 * taken / WATCH_S, LIMIT_PERCENT),
                Measure.of("heartbeats/s", (double) beats / WATCH_S),
                Measure.of("µs per heartbeat", 1e6 * taken / beats),
                Measure.of("all joined: processor s", joining),
                Measure.of("resident MiB", broker.residentMib()));
    }

    /** What the members' threads share. */
    private final class Lives {

        private final String bootstrap;
        private final Semaphore joining = new Semaphore(JOINING_AT_ONCE);
        private final AtomicInteger joined = new AtomicInteger();
        private final AtomicLong beats = new AtomicLong();
        private final CountDownLatch over = new CountDownLatch(1);
        private volatile boolean failed;

        Lives(String bootstrap) {
            this.bootstrap = bootstrap;
        }

        Void live(String group) throws IOException, InterruptedException {
            try (Line line = new Line(bootstrap)) {
                Beat beat = Beat.of(membership, line, group, TOPIC);
                joining.acquire();
                try {
                    Coordinators.await(line, group);
                    beat.join();
                } finally {
                    joining.release();
                }
                joined.incrementAndGet();
                while (!over.await(membership.heartbeatMs(), TimeUnit.MILLISECONDS)) {
                    beat.beat();
                    beats.incrementAndGet();
                }
                return null;
            } catch (IOException | RuntimeException e) {
                failed = true;
                throw e;
            }
        }

        void awaitJoined() throws InterruptedException {
            long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(JOIN_DEADLINE_S);
            while (joined.get() < groups && !failed) {
                if (System.nanoTime() > deadlineNs) {
                    throw new IllegalStateException(
                            "only " + joined.get() + " of " + groups + " members joined");
                }
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }

        void end() {
            over.countDown();
        }
    }
}
