package dev.moldau.client.fake;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One thread of an application, as events: sends records in bursts, each when it is accepted. */
final class SimCaller {

    private final int id;
    private final ProducerSchedule schedule;
    private final SimProducer producer;
    private final History history;
    private final SimLoop loop;
    private final RandomGenerator random;
    private int left;
    private History.@Nullable Sent current;

    SimCaller(
            int id,
            ProducerSchedule schedule,
            SimProducer producer,
            History history,
            SimLoop loop,
            RandomGenerator random) {
        this.id = id;
        this.schedule = schedule;
        this.producer = producer;
        this.history = history;
        this.loop = loop;
        this.random = random;
        left = 1 + schedule.records() / schedule.callers();
    }

    void start() {
        loop.outside(random.nextInt(50), this::burst);
    }

    boolean isDone() {
        return left == 0;
    }

    private void burst() {
        int size = random.nextInt(4) == 0 ? 1 + random.nextInt(30) : 1 + random.nextInt(4);
        for (int i = 0; i < size && left > 0; i++) {
            History.Sent record = current == null ? next() : current;
            current = record;
            switch (producer.trySend(record)) {
                case YES, NEVER -> {
                    current = null;
                    left--;
                }
                case NOT_NOW -> {
                    loop.outside(1 + random.nextInt(20), this::burst);
                    return;
                }
                case CLOSED -> left = 0;
            }
        }
        if (left > 0) {
            int pauseMs = 2 * schedule.workMs() * size / (1 + schedule.records());
            loop.outside(random.nextInt(pauseMs + 1), this::burst);
        }
    }

    private History.Sent next() {
        int number = history.nextNumber();
        String topic = ProducerSimulation.topicName(random.nextInt(schedule.topics()));
        Integer partition = random.nextInt(3) == 0 ? null : random.nextInt(schedule.partitions());
        byte[] key = random.nextBoolean() ? null : History.value(number, random.nextInt(12));
        byte[] value = History.value(number, random.nextInt(schedule.largestValueBytes()));
        return new History.Sent(number, id, topic, partition, key, value);
    }

    @Override
    public String toString() {
        return "caller " + id + " has " + left + " records left";
    }
}
