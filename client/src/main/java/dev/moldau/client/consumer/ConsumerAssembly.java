package dev.moldau.client.consumer;

import dev.moldau.client.Node;
import dev.moldau.client.consumer.fetch.CommittedOffsets;
import dev.moldau.client.consumer.fetch.FetchCounters;
import dev.moldau.client.consumer.fetch.Fetcher;
import dev.moldau.client.consumer.group.Group;
import dev.moldau.client.consumer.group.GroupCounters;
import dev.moldau.client.consumer.group.GroupProtocol;
import dev.moldau.client.consumer.group.GroupSettings;
import dev.moldau.client.consumer.group.Progress;
import dev.moldau.client.metadata.Metadata;
import dev.moldau.client.metadata.TopicLookup;
import dev.moldau.client.metrics.ClientMetrics;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The one place where a consumer's parts are wired together. Without state. */
final class ConsumerAssembly {

    private ConsumerAssembly() {}

    /**
     * Wires the parts on a loop and a network, whichever those are, without starting them.
     *
     * @param bootstrap the addresses to begin with
     * @param random chance for the loop's back-offs; used on the loop
     * @param metrics where the consumer declares its figures
     * @param endOfLoop what ends the loop once nothing runs on it any more
     */
    static ConsumerCore wire(
            ConsumerSettings settings,
            ClientLoop loop,
            Network network,
            List<Node> bootstrap,
            RandomGenerator random,
            ClientMetrics metrics,
            Doorbell doorbell,
            Runnable endOfLoop) {
        Metadata metadata = new Metadata(settings.metadata(), bootstrap, loop, network, random);
        metadata.declareFigures(metrics);
        FetchCounters counters = new FetchCounters();
        counters.declare(metrics);
        Handover handover = new Handover(doorbell);
        EndingLoop parts = new EndingLoop(loop);
        ConsumerCore.GroupPart part =
                group(settings, parts, network, metadata, random, metrics, doorbell);
        Fetcher fetcher =
                new Fetcher(
                        settings.fetching(),
                        parts,
                        network,
                        metadata,
                        random,
                        part == null ? CommittedOffsets.NONE : part.group().offsets(),
                        handover,
                        counters);
        return new ConsumerCore(
                loop,
                fetcher,
                new TopicLookup(settings.metadata(), parts, network, metadata, random),
                counters,
                handover,
                doorbell,
                metrics::snapshot,
                part,
                () -> {
                    loop.execute(
                            () -> {
                                fetcher.start();
                                if (part != null) {
                                    part.group().start();
                                }
                            });
                    metadata.start();
                },
                () -> {
                    if (part != null) {
                        part.group().close();
                    }
                    fetcher.close();
                    parts.end();
                    metadata.close();
                    network.close();
                    endOfLoop.run();
                });
    }

    private static ConsumerCore.@Nullable GroupPart group(
            ConsumerSettings settings,
            ClientLoop loop,
            Network network,
            Metadata metadata,
            RandomGenerator random,
            ClientMetrics metrics,
            Doorbell doorbell) {
        GroupSettings membership = settings.group();
        if (membership == null) {
            return null;
        }
        GroupCounters counters = new GroupCounters();
        counters.declare(metrics);
        Steps steps = new Steps(doorbell);
        Progress progress = new Progress();
        return new ConsumerCore.GroupPart(
                new Group(membership, loop, network, metadata, random, steps, progress, counters),
                steps,
                progress,
                membership.autoCommits(),
                membership.protocol() == GroupProtocol.CLASSIC,
                membership.groupId());
    }
}
