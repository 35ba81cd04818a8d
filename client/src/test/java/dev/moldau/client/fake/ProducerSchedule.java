package dev.moldau.client.fake;

import dev.moldau.client.metadata.MetadataSettings;
import dev.moldau.client.metadata.RecoveryStrategy;
import dev.moldau.client.producer.batch.AccumulatorSettings;
import dev.moldau.client.producer.send.SenderSettings;
import dev.moldau.protocol.compress.Compression;
import java.util.random.RandomGenerator;

/**
 * What one simulated run is made of, all of it drawn from a seed: the producer's settings, the
 * work, and how badly network and brokers behave while the work lasts.
 *
 * @param trouble how bad it is
 * @param brokers how many there are
 * @param topics how many there are
 * @param partitions of each topic
 * @param workMs how long callers send and faults happen
 * @param firstEpoch the epoch that comes with a producer id; few are left where it is high
 * @param ending how the producer is closed
 */
public record ProducerSchedule(
        long seed,
        Trouble trouble,
        int brokers,
        int topics,
        int partitions,
        int acks,
        boolean idempotent,
        int inFlight,
        int lingerMs,
        int batchBytes,
        int memoryBytes,
        int maxRequestBytes,
        Compression compression,
        int deliveryTimeoutMs,
        int requestTimeoutMs,
        int retryBackoffMs,
        int metadataMaxAgeMs,
        int callers,
        int records,
        int largestValueBytes,
        int workMs,
        int produceVersion,
        int metadataVersion,
        boolean hints,
        boolean smallTopicLimit,
        boolean topicsMadeAnew,
        int firstEpoch,
        Ending ending) {

    /** How bad it is. */
    public enum Trouble {
        /** Nothing goes wrong: every record is acknowledged. */
        NONE,
        /** Something goes wrong now and then; there is time enough to recover. */
        MILD,
        /** Much goes wrong, and time-outs are short. */
        HARSH
    }

    /** How the producer is closed. */
    public enum Ending {
        /** After the brokers are well again and everything was answered. */
        PATIENT,
        /** In the middle of it, with time enough to deliver. */
        AMPLE,
        /** In the middle of it, with no or little time. */
        HASTY
    }

    /** The run of a seed. */
    public static ProducerSchedule of(long seed, RandomGenerator random) {
        Trouble trouble =
                switch (random.nextInt(10)) {
                    case 0 -> Trouble.NONE;
                    case 1, 2, 3 -> Trouble.MILD;
                    default -> Trouble.HARSH;
                };
        boolean idempotent = random.nextInt(10) < 7;
        // Much at once for few partitions, so that several batches of one are under way.
        boolean hot = random.nextInt(3) == 0;
        int batchBytes = 100 << random.nextInt(hot ? 2 : 6);
        boolean harsh = trouble == Trouble.HARSH;
        int requestTimeoutMs = harsh ? 50 + random.nextInt(500) : 2_000 + random.nextInt(3_000);
        int lingerMs = random.nextInt(3) == 0 ? 0 : random.nextInt(40);
        int produceVersion = pick(random, 13, 13, 13, 12, 9, 7, 3);
        return new ProducerSchedule(
                seed,
                trouble,
                1 + random.nextInt(3),
                hot ? 1 : 1 + random.nextInt(2),
                1 + random.nextInt(hot ? 2 : 6),
                idempotent ? -1 : pick(random, -1, 1, 1, 0),
                idempotent,
                idempotent ? (hot ? 5 : 1 + random.nextInt(5)) : pick(random, 1, 1, 5, 8),
                lingerMs,
                batchBytes,
                Math.max(2_000, batchBytes * (2 + random.nextInt(hot ? 60 : 20))),
                pick(random, 1 << 20, 1 << 20, 3_000),
                random.nextBoolean() ? Compression.NONE : anyCompression(random),
                lingerMs
                        + requestTimeoutMs
                        + (harsh
                                ? random.nextInt(random.nextBoolean() ? 200 : 2_000)
                                : 20_000 + random.nextInt(10_000)),
                requestTimeoutMs,
                random.nextInt(60),
                harsh && random.nextBoolean() ? 300 : 300_000,
                1 + random.nextInt(3),
                5 + random.nextInt(hot ? 400 : 250),
                random.nextInt(8) == 0 ? 3_500 : 10 + random.nextInt(200),
                200 + random.nextInt(hot ? 1_000 : 2_500),
                produceVersion,
                pick(random, 13, 13, 12, 9, 4),
                random.nextBoolean(),
                random.nextInt(6) == 0,
                harsh && random.nextInt(4) == 0,
                random.nextInt(6) == 0 ? Short.MAX_VALUE - random.nextInt(3) : 0,
                ending(trouble, random));
    }

    private static Compression anyCompression(RandomGenerator random) {
        Compression[] all = Compression.values();
        return all[random.nextInt(all.length)];
    }

    private static Ending ending(Trouble trouble, RandomGenerator random) {
        return switch (random.nextInt(10)) {
            case 0, 1 -> trouble == Trouble.NONE ? Ending.AMPLE : Ending.HASTY;
            case 2, 3 -> Ending.AMPLE;
            default -> Ending.PATIENT;
        };
    }

    private static int pick(RandomGenerator random, int... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** What the settings promise, and how much a run must have done to prove something. */
    Promise promise(int accepted) {
        int least =
                switch (trouble) {
                    case NONE -> smallTopicLimit ? 0 : accepted;
                    case MILD -> smallTopicLimit || ending == Ending.HASTY ? 0 : accepted / 2;
                    case HARSH -> 0;
                };
        return Promise.of(acks, idempotent, inFlight, least);
    }

    /** What the producer goes by. */
    SimProducer.Settings producerSettings() {
        return new SimProducer.Settings(
                new MetadataSettings(
                        metadataMaxAgeMs(),
                        300_000,
                        retryBackoffMs(),
                        200,
                        RecoveryStrategy.REBOOTSTRAP,
                        2_000,
                        true,
                        requestTimeoutMs()),
                batching(),
                sending());
    }

    private AccumulatorSettings batching() {
        return new AccumulatorSettings(
                batchBytes(),
                memoryBytes(),
                maxRequestBytes(),
                lingerMs(),
                compression(),
                compression().defaultLevel(),
                true,
                0);
    }

    private SenderSettings sending() {
        return new SenderSettings(
                (short) acks(),
                idempotent(),
                inFlight(),
                maxRequestBytes(),
                requestTimeoutMs(),
                deliveryTimeoutMs(),
                Integer.MAX_VALUE,
                retryBackoffMs(),
                200);
    }

    /** How the network is while the work lasts. */
    SimConditions conditions(RandomGenerator random) {
        return switch (trouble) {
            case NONE -> new SimConditions(1 + random.nextInt(10), 20, 0.2, 20, 0, 0, 0);
            case MILD ->
                    new SimConditions(
                            1 + random.nextInt(10),
                            50,
                            0.1,
                            50,
                            500 + random.nextInt(1_000),
                            0.1,
                            random.nextDouble());
            case HARSH ->
                    new SimConditions(
                            1 + random.nextInt(random.nextBoolean() ? 20 : 100),
                            random.nextInt(1_500),
                            random.nextDouble() * 0.6,
                            random.nextInt(800),
                            random.nextBoolean() ? 0 : 50 + random.nextInt(500),
                            random.nextDouble() * 0.5,
                            random.nextDouble());
        };
    }
}
