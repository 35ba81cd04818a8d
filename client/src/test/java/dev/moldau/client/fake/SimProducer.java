package dev.moldau.client.fake;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.client.metadata.Metadata;
import dev.moldau.client.metadata.MetadataSettings;
import dev.moldau.client.metadata.RecoveryStrategy;
import dev.moldau.client.producer.batch.Accumulator;
import dev.moldau.client.producer.batch.AccumulatorSettings;
import dev.moldau.client.producer.batch.Completion;
import dev.moldau.client.producer.batch.TopicQueues;
import dev.moldau.client.producer.send.Leadership;
import dev.moldau.client.producer.send.ProducerFault;
import dev.moldau.client.producer.send.Sender;
import dev.moldau.client.producer.send.SenderMetrics;
import dev.moldau.client.producer.send.SenderSettings;
import dev.moldau.common.TopicPartition;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The core of a producer, wired to a loop and a network in virtual time. */
final class SimProducer {

    /** What became of an attempt to send. */
    enum Accepted {
        /** The record is in the buffer. */
        YES,
        /** The topic is not known yet, or there is no memory. */
        NOT_NOW,
        /** The record cannot be sent as it is. */
        NEVER,
        /** The producer takes no records any more. */
        CLOSED
    }

    private final SimLoop loop;
    private final History history;
    private final Metadata metadata;
    private final Accumulator accumulator;
    private final Sender sender;
    private final ProducerFault fault = new ProducerFault();
    private final SenderMetrics metrics = new SenderMetrics();
    private final SimNetwork network;

    SimProducer(
            ProducerSchedule schedule,
            SimLoop loop,
            SimNetwork network,
            FakeCluster cluster,
            History history,
            RandomGenerator random) {
        this.loop = loop;
        this.network = network;
        this.history = history;
        metadata =
                new Metadata(
                        new MetadataSettings(
                                schedule.metadataMaxAgeMs(),
                                300_000,
                                schedule.retryBackoffMs(),
                                200,
                                RecoveryStrategy.REBOOTSTRAP,
                                2_000,
                                true,
                                schedule.requestTimeoutMs()),
                        cluster.bootstrap(),
                        loop,
                        network,
                        random);
        accumulator = new Accumulator(batching(schedule), loop.clock(), random, metadata::use);
        sender =
                new Sender(
                        sending(schedule),
                        accumulator,
                        loop,
                        network,
                        Leadership.of(metadata),
                        random,
                        metrics,
                        fault);
        accumulator.listen(() -> loop.execute(sender::wake));
        loop.execute(sender::start);
        metadata.start();
    }

    private static AccumulatorSettings batching(ProducerSchedule schedule) {
        return new AccumulatorSettings(
                schedule.batchBytes(),
                schedule.memoryBytes(),
                schedule.maxRequestBytes(),
                schedule.lingerMs(),
                schedule.compression(),
                schedule.compression().defaultLevel(),
                true,
                0);
    }

    private static SenderSettings sending(ProducerSchedule schedule) {
        return new SenderSettings(
                (short) schedule.acks(),
                schedule.idempotent(),
                schedule.inFlight(),
                schedule.maxRequestBytes(),
                schedule.requestTimeoutMs(),
                schedule.deliveryTimeoutMs(),
                Integer.MAX_VALUE,
                schedule.retryBackoffMs(),
                200);
    }

    /** Sends a record if that is possible at once. */
    Accepted trySend(History.Sent record) {
        TopicQueues queues = known(record.topic());
        if (queues == null) {
            metadata.use(record.topic());
            return Accepted.NOT_NOW;
        }
        Integer partition = record.partition();
        try {
            boolean taken =
                    accumulator.tryAppend(
                            queues,
                            partition == null ? Accumulator.ANY_PARTITION : partition,
                            loop.clock().wallMs(),
                            record.key(),
                            record.value(),
                            List.of(),
                            new Witness(record.number()));
            if (taken) {
                history.sent(record);
            }
            return taken ? Accepted.YES : Accepted.NOT_NOW;
        } catch (RefusedException e) {
            return Accepted.NEVER;
        } catch (FatalException e) {
            return Accepted.CLOSED;
        }
    }

    private @Nullable TopicQueues known(String name) {
        ClusterView view = metadata.view();
        if (view.topic(name) == null) {
            return null;
        }
        TopicQueues queues = accumulator.topic(name);
        return queues.in(view) == null ? null : queues;
    }

    private final class Witness extends Completion {
        private final int number;

        Witness(int number) {
            super(loop.clock().wallMs());
            this.number = number;
        }

        @Override
        protected void succeeded(TopicPartition partition, long offset, long timestampMs) {
            history.succeeded(number, partition, offset);
        }

        @Override
        protected void failed(TopicPartition partition, ClientException cause) {
            history.failed(number, partition, cause);
        }
    }

    CompletableFuture<Void> flush() {
        return accumulator.flush();
    }

    /** Closes as a producer does. */
    void close(long timeoutMs, Runnable closed) {
        accumulator.close(new FatalException("the producer is closed"));
        loop.execute(
                () ->
                        sender.close(
                                timeoutMs,
                                () -> {
                                    metadata.close();
                                    network.close();
                                    closed.run();
                                }));
    }

    /** Gives back native memory at the very end. */
    void release() {
        accumulator.release();
    }

    Accumulator accumulator() {
        return accumulator;
    }

    SenderMetrics metrics() {
        return metrics;
    }

    ProducerFault fault() {
        return fault;
    }
}
