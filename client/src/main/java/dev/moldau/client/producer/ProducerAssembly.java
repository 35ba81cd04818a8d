package dev.moldau.client.producer;

import dev.moldau.client.Node;
import dev.moldau.client.metadata.Metadata;
import dev.moldau.client.metrics.ClientMetrics;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import dev.moldau.client.producer.batch.Accumulator;
import dev.moldau.client.producer.send.Leadership;
import dev.moldau.client.producer.send.ProducerFault;
import dev.moldau.client.producer.send.Sender;
import dev.moldau.client.producer.send.SenderMetrics;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;

/** The one place where a producer's parts are wired together. Without state. */
final class ProducerAssembly {

    private ProducerAssembly() {}

    /**
     * Wires the parts on a loop and a network, whichever those are, without starting them.
     *
     * @param bootstrap the addresses to begin with
     * @param loopRandom chance for the loop's back-offs; used on the loop
     * @param callersRandom chance for the choice of partitions; used by callers under a lock
     * @param metrics where the producer declares its figures
     * @param endOfLoop what ends the loop once nothing runs on it any more
     */
    static ProducerCore wire(
            ProducerSettings settings,
            ClientLoop loop,
            Network network,
            List<Node> bootstrap,
            RandomGenerator loopRandom,
            RandomGenerator callersRandom,
            ClientMetrics metrics,
            Runnable endOfLoop) {
        Metadata metadata = new Metadata(settings.metadata(), bootstrap, loop, network, loopRandom);
        Accumulator accumulator =
                new Accumulator(
                        settings.batching(),
                        loop.clock(),
                        callersRandom,
                        topic -> use(metadata, topic));
        SenderMetrics sent = new SenderMetrics();
        ProducerFigures.declare(metrics, sent, accumulator);
        metadata.declareFigures(metrics);
        ProducerFault fault = new ProducerFault();
        Sender sender =
                new Sender(
                        settings.sending(),
                        accumulator,
                        loop,
                        network,
                        Leadership.of(metadata),
                        loopRandom,
                        sent,
                        fault);
        accumulator.listen(() -> wake(loop, sender));
        return new ProducerCore(
                loop,
                Topics.of(metadata),
                accumulator,
                Delivery.of(sender),
                fault,
                metrics::snapshot,
                () -> {
                    loop.execute(sender::start);
                    metadata.start();
                },
                () -> {
                    metadata.close();
                    network.close();
                    endOfLoop.run();
                });
    }

    /** After a record was appended, whose fate must not depend on this. */
    private static void use(Metadata metadata, String topic) {
        try {
            metadata.use(topic);
        } catch (RejectedExecutionException ended) {
            // The loop has ended; see below.
        }
    }

    private static void wake(ClientLoop loop, Sender sender) {
        try {
            loop.execute(sender::wake);
        } catch (RejectedExecutionException ended) {
            // The loop has ended. Whoever ended it fails all that waits, this news included: it
            // first forbids further records, and then looks at every queue.
        }
    }
}
