package dev.moldau.client.fake;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.client.metadata.Metadata;
import dev.moldau.client.metadata.MetadataSettings;
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
public final class SimProducer {

    /** What became of an attempt to send. */
    public enum Accepted {
        /** The record is in the buffer. */
        YES,
        /** The topic is not known yet, or there is no memory. */
        NOT_NOW,
        /** The record cannot be sent as it is. */
        NEVER,
        /** The producer takes no records any more. */
        CLOSED
    }

    /** How it works. */
    public record Settings(
            MetadataSettings metadata, AccumulatorSettings batching, SenderSettings sending) {}

    private final SimLoop loop;
    private final History history;
    private final Metadata metadata;
    private final Accumulator accumulator;
    private final Sender sender;
    private final ProducerFault fault = new ProducerFault();
    private final SenderMetrics metrics = new SenderMetrics();
    private final SimNetwork network;

    /**
     * Starts a producer.
     *
     * @param bootstrap where it looks for the cluster
     * @param history what it takes and tells goes in there
     */
    public SimProducer(
            Settings settings,
            List<Node> bootstrap,
            SimLoop loop,
            SimNetwork network,
            History history,
            RandomGenerator random) {
        this.loop = loop;
        this.network = network;
        this.history = history;
        metadata = new Metadata(settings.metadata(), bootstrap, loop, network, random);
        accumulator = new Accumulator(settings.batching(), loop.clock(), random, metadata::use);
        sender =
                new Sender(
                        settings.sending(),
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

    /** Sends a record if that is possible at once. */
    public Accepted trySend(History.Sent record) {
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

    /** As a producer's flush. */
    public CompletableFuture<Void> flush() {
        return accumulator.flush();
    }

    /** Closes as a producer does. */
    public void close(long timeoutMs, Runnable closed) {
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
    public void release() {
        accumulator.release();
    }

    /** Its open batches and its memory. */
    public Accumulator accumulator() {
        return accumulator;
    }

    /** What it has done. */
    public SenderMetrics metrics() {
        return metrics;
    }

    /** What ended it, if anything did. */
    public ProducerFault fault() {
        return fault;
    }
}
