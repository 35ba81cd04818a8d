package dev.moldau.server.net;

import java.util.Collection;
import java.util.concurrent.atomic.LongAdder;

/** What the network layer counts, for one listener or for all. Safe for any thread. */
public final class NetworkCounters {

    final LongAdder accepted = new LongAdder();
    final LongAdder closed = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder badPeers = new LongAdder();
    final LongAdder idleClosed = new LongAdder();
    final LongAdder stalledClosed = new LongAdder();
    final LongAdder requests = new LongAdder();
    final LongAdder flushes = new LongAdder();

    /** What all of them have counted until now; later counts do not show. */
    static NetworkCounters total(Collection<NetworkCounters> parts) {
        NetworkCounters total = new NetworkCounters();
        for (NetworkCounters part : parts) {
            // Closed before accepted: what comes between must not look like fewer than none.
            total.closed.add(part.closed());
            total.accepted.add(part.accepted());
            total.refused.add(part.refused());
            total.badPeers.add(part.badPeers());
            total.idleClosed.add(part.idleClosed());
            total.stalledClosed.add(part.stalledClosed());
            total.requests.add(part.requests());
            total.flushes.add(part.flushes());
        }
        return total;
    }

    /** How many connections have been accepted and served. */
    public long accepted() {
        return accepted.sum();
    }

    /** How many connections have ended. */
    public long closed() {
        return closed.sum();
    }

    /** How many connections are open. */
    public long open() {
        long ended = closed();
        return accepted() - ended;
    }

    /** How many connections were turned away by a connection limit. */
    public long refused() {
        return refused.sum();
    }

    /** How many connections were closed because the peer sent what no Kafka client sends. */
    public long badPeers() {
        return badPeers.sum();
    }

    /** How many connections were closed after {@code connections.max.idle.ms}. */
    public long idleClosed() {
        return idleClosed.sum();
    }

    /** How many connections were closed because their frame stood still while memory was short. */
    public long stalledClosed() {
        return stalledClosed.sum();
    }

    /** How many whole requests have come in. */
    public long requests() {
        return requests.sum();
    }

    /** How many times responses were handed to the kernel; fewer than requests means batching. */
    public long flushes() {
        return flushes.sum();
    }
}
