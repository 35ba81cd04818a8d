package dev.moldau.client.fake;

import dev.moldau.client.fake.ProducerSchedule.Ending;
import dev.moldau.client.fake.ProducerSchedule.Trouble;
import dev.moldau.protocol.ApiKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * One run: callers send, flush and close while brokers and network misbehave as the schedule says;
 * then all is well again, what is left is answered, one more record to every partition proves that
 * the producer still works, and the judge looks at the logs. Everything that happens follows from
 * the seed.
 */
final class ProducerSimulation {

    private static final long JITTER_NS = 200_000;
    private static final long MOST_EVENTS = 3_000_000;
    private static final double[] HARSH_RATES = {0, 0.1, 0.3, 0.5, 0.8};
    private static final int SETTLE_MS = 4_000;
    private static final int SHORT_DELIVERY_MS = 1_000;
    private static final int ALIVE_MS = 5_000;
    private static final int HASTY_MS = 300;
    private static final int AMPLE_MS = 120_000;

    private final ProducerSchedule schedule;
    private final Random random;
    private final SimLoop loop;
    private final FakeCluster cluster;
    private final SimNetwork network;
    private final History history = new History();
    private final SimProducer producer;
    private final List<SimCaller> callers = new ArrayList<>();
    private final List<CompletableFuture<Void>> flushes = new ArrayList<>();
    private final SimulationTally tally;
    private boolean troubled = true;
    private boolean closing;
    private boolean closed;

    ProducerSimulation(long seed, SimulationTally tally) {
        this.tally = tally;
        random = new Random(seed * 0x9e3779b97f4a7c15L + 17);
        schedule = ProducerSchedule.of(seed, random);
        loop = new SimLoop(random, JITTER_NS);
        loop.mostEvents(MOST_EVENTS);
        cluster = new FakeCluster(schedule.brokers(), random, loop.clock());
        network = new SimNetwork(loop, cluster, random);
        prepareCluster();
        producer =
                new SimProducer(
                        schedule.producerSettings(),
                        cluster.bootstrap(),
                        loop,
                        network,
                        history,
                        random);
    }

    private void prepareCluster() {
        for (ModelBroker broker : cluster.brokers()) {
            broker.versions()
                    .serve(ApiKey.PRODUCE, 0, schedule.produceVersion())
                    .serve(ApiKey.METADATA, 0, schedule.metadataVersion());
        }
        cluster.leaderHints(schedule.hints());
        cluster.firstProducerEpoch(schedule.firstEpoch());
        for (int i = 0; i < schedule.topics(); i++) {
            String name = topicName(i);
            FakeTopic topic =
                    schedule.trouble() == Trouble.NONE || random.nextBoolean()
                            ? cluster.createTopic(name, schedule.partitions())
                            : createHeardLater(name);
            limit(topic);
        }
    }

    private void limit(FakeTopic topic) {
        if (schedule.smallTopicLimit()) {
            topic.maxMessageBytes(150 + random.nextInt(400));
        }
    }

    /** For a while brokers neither list the topic nor serve it, each for its own. */
    private FakeTopic createHeardLater(String name) {
        FakeTopic topic = cluster.createTopicUnheard(name, schedule.partitions());
        for (ModelBroker broker : cluster.brokers()) {
            for (FakePartition partition : topic.partitions()) {
                loop.outside(random.nextInt(300), () -> partition.hear(broker.id()));
            }
        }
        return topic;
    }

    static String topicName(int index) {
        return "topic-" + index;
    }

    // ---- the run

    void run() {
        beginTrouble();
        beginWork();
        planEnding();
        loop.runFor(schedule.workMs());
        endTrouble();
        if (!closing) {
            finishWork();
            proveAlive();
            close(AMPLE_MS);
        }
        loop.runUntil(() -> closed, AMPLE_MS + ALIVE_MS);
        // Bytes that the network still refers to come back.
        loop.runFor(SETTLE_MS);
        judge();
        producer.release();
        cluster.close();
    }

    private void beginTrouble() {
        network.conditions(schedule.conditions(random));
        if (schedule.trouble() == Trouble.NONE) {
            return;
        }
        boolean harsh = schedule.trouble() == Trouble.HARSH;
        cluster.policy(
                new SimFaults(
                        random,
                        harsh ? HARSH_RATES[random.nextInt(HARSH_RATES.length)] : 0.05,
                        harsh && random.nextInt(3) == 0,
                        harsh ? schedule.requestTimeoutMs() * 2 : 100));
        SimTrouble trouble = new SimTrouble(loop, cluster, network, random, tally);
        int events = random.nextInt(harsh ? (random.nextBoolean() ? 8 : 40) : 4);
        for (int i = 0; i < events; i++) {
            int at = random.nextInt(schedule.workMs());
            loop.outside(
                    at,
                    () -> {
                        if (troubled) {
                            trouble.one(schedule.workMs());
                        }
                    });
        }
        if (schedule.topicsMadeAnew()) {
            loop.outside(random.nextInt(schedule.workMs()), this::makeTopicAnew);
        }
    }

    private void makeTopicAnew() {
        tally.topicsMadeAnew++;
        String name = topicName(random.nextInt(schedule.topics()));
        cluster.deleteTopic(name);
        int goneMs = random.nextInt(50);
        cluster.autoCreates(false);
        loop.outside(goneMs, () -> limit(createHeardLater(name)));
    }

    private void beginWork() {
        for (int i = 0; i < schedule.callers(); i++) {
            SimCaller caller = new SimCaller(i, schedule, producer, history, loop, random);
            callers.add(caller);
            caller.start();
        }
        int flushCount = random.nextInt(4);
        for (int i = 0; i < flushCount; i++) {
            loop.outside(random.nextInt(schedule.workMs()), this::flush);
        }
    }

    private void flush() {
        if (closing) {
            return;
        }
        List<History.Sent> before = history.sent();
        CompletableFuture<Void> flush = producer.flush();
        flushes.add(
                flush.thenRun(
                        () -> {
                            List<Integer> told =
                                    history.told().stream().map(History.Told::number).toList();
                            for (History.Sent sent : before) {
                                if (!told.contains(sent.number())) {
                                    throw new AssertionError(
                                            "flush ended, and number "
                                                    + sent.number()
                                                    + " is not answered");
                                }
                            }
                        }));
    }

    private void planEnding() {
        if (schedule.ending() == Ending.PATIENT) {
            return;
        }
        int at = schedule.workMs() / 4 + random.nextInt(schedule.workMs());
        long timeoutMs = schedule.ending() == Ending.HASTY ? random.nextInt(HASTY_MS) : AMPLE_MS;
        loop.outside(
                at,
                () -> {
                    if (!closing) {
                        close(timeoutMs);
                    }
                });
    }

    private void close(long timeoutMs) {
        closing = true;
        long dueMs = loop.clock().monotonicMs() + timeoutMs + 2;
        producer.close(
                timeoutMs,
                () -> {
                    closed = true;
                    if (loop.clock().monotonicMs() > dueMs) {
                        throw new AssertionError("close took longer than " + timeoutMs + " ms");
                    }
                });
    }

    private void endTrouble() {
        troubled = false;
        cluster.policy(FaultPolicy.NO_FAULTS);
        network.conditions(SimConditions.GOOD);
        loop.outside(400, this::heal);
    }

    /** After the last planned event, such as a topic that brokers hear of late. */
    private void heal() {
        for (ModelBroker broker : cluster.brokers()) {
            cluster.resume(broker.id());
        }
        for (FakeTopic topic : cluster.topics()) {
            topic.maxMessageBytes(1 << 20);
            for (FakePartition partition : topic.partitions()) {
                if (partition.leader() < 0) {
                    cluster.moveLeader(partition.id(), random.nextInt(schedule.brokers()));
                }
            }
        }
        cluster.brokers().forEach(broker -> cluster.catchUp(broker.id()));
    }

    private void finishWork() {
        long limitMs = (long) schedule.deliveryTimeoutMs() + SETTLE_MS;
        boolean sent = loop.runUntil(() -> callers.stream().allMatch(SimCaller::isDone), limitMs);
        check(sent || closing, "callers could not send what they had, " + callers);
        boolean told = loop.runUntil(history::isComplete, limitMs);
        check(told || closing, "not everything was answered in time");
        loop.runFor(SETTLE_MS);
    }

    /**
     * A producer that has survived delivers at once. It may need longer than one delivery that has
     * only a moment, to hear where a broker listens now; and where a topic was made anew, as
     * without topic ids only several answers in a row convince it that leader epochs went back.
     */
    private void proveAlive() {
        long convincedMs =
                loop.clock().monotonicMs() + (schedule.topicsMadeAnew() ? answersToBelieveMs() : 0);
        String missing = "";
        for (int rounds = roundsToProve();
                (rounds > 0 || loop.clock().monotonicMs() < convincedMs) && !closing;
                rounds--) {
            missing = unacknowledged(oneForEachPartition());
            if (missing.isEmpty()) {
                return;
            }
        }
        check(closing, "a healthy cluster, and not acknowledged: " + missing);
    }

    private int roundsToProve() {
        if (schedule.topicsMadeAnew()) {
            return 4;
        }
        return schedule.deliveryTimeoutMs() < SHORT_DELIVERY_MS ? 2 : 1;
    }

    /** How long five answers take at most that come after back-offs which double. */
    private long answersToBelieveMs() {
        return (1L + 2 + 4 + 8 + 16) * schedule.retryBackoffMs() * 5 / 4;
    }

    private Deque<History.Sent> oneForEachPartition() {
        Deque<History.Sent> records = new ArrayDeque<>();
        for (FakeTopic topic : cluster.topics()) {
            for (FakePartition partition : topic.partitions()) {
                int number = history.nextNumber();
                byte[] value = History.value(number, 20);
                int index = partition.id().partition();
                records.add(new History.Sent(number, 0, topic.name(), index, null, value));
            }
        }
        return records;
    }

    private String unacknowledged(Deque<History.Sent> records) {
        Set<Integer> numbers = new HashSet<>();
        records.forEach(record -> numbers.add(record.number()));
        loop.runUntil(() -> sendFirst(records), ALIVE_MS);
        check(records.isEmpty(), "a healthy cluster, and the producer takes no records");
        loop.runUntil(history::isComplete, ALIVE_MS);
        history.told().stream()
                .filter(one -> one.error() == null)
                .forEach(one -> numbers.remove(one.number()));
        return numbers.isEmpty()
                ? ""
                : numbers
                        + " of "
                        + history.told().stream()
                                .filter(one -> numbers.contains(one.number()))
                                .toList();
    }

    private boolean sendFirst(Deque<History.Sent> toSend) {
        while (!toSend.isEmpty()) {
            if (producer.trySend(toSend.getFirst()) != SimProducer.Accepted.YES) {
                loop.outside(5, () -> {});
                return false;
            }
            toSend.removeFirst();
        }
        return true;
    }

    // ---- the end

    private void judge() {
        check(closed, "close has not come to an end");
        check(producer.fault().cause() == null, "the producer failed: " + producer.fault().cause());
        for (CompletableFuture<Void> flush : flushes) {
            check(flush.isDone(), "a flush never ended");
            flush.join();
        }
        int most = network.mostUnderWay(ApiKey.PRODUCE);
        check(
                most <= schedule.inFlight(),
                most + " requests were under way at once on one connection");
        new HistoryChecker(schedule.promise(history.sent().size()), history, FinalLog.of(cluster))
                .memory(
                        producer.accumulator().isIdle(),
                        producer.accumulator().availableBytes(),
                        producer.accumulator().totalBytes())
                .complaints(cluster.complaints())
                .assertKept("run");
        tally.add(producer.metrics(), history, loop.eventCount());
    }

    private void check(boolean good, String what) {
        if (!good) {
            throw new AssertionError(what);
        }
    }

    @Override
    public String toString() {
        return schedule.toString();
    }
}
