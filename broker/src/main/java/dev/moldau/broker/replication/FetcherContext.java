package dev.moldau.broker.replication;

import dev.moldau.broker.throttle.ReplicationThrottle;
import dev.moldau.client.Backoff;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * What a fetcher works with. Fetchers of one leader share everything but the network.
 *
 * @param loop the owner of all of them
 * @param network the way to other brokers, on that loop; of fetchers of one leader each has its own
 * @param settings times and sizes
 * @param throttle bounds what is fetched for throttled replicas
 * @param counters what is counted
 * @param brokerEpoch the epoch of this broker's registration now, -1 for unknown; any thread
 * @param random spreads pauses; used on the loop only
 */
record FetcherContext(
        ClientLoop loop,
        Network network,
        ReplicationSettings settings,
        ReplicationThrottle throttle,
        ReplicationCounters counters,
        LongSupplier brokerEpoch,
        RandomGenerator random) {

    long nowMs() {
        return loop.clock().monotonicMs();
    }

    /** Growing waits, up to {@code replica.fetch.backoff.ms}. */
    Backoff backoff() {
        return new Backoff(settings.firstBackoffMs(), settings.backoffMs(), random);
    }
}
