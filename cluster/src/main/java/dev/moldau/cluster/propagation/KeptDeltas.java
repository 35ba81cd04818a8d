package dev.moldau.cluster.propagation;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The last differences as bytes, each leading to the base of the next, within a bound. Guarded by
 * its owner.
 */
final class KeptDeltas {

    private record Kept(long baseVersion, ByteBuffer bytes) {}

    private final long maxBytes;
    private final Deque<Kept> kept = new ArrayDeque<>();
    private long keptBytes;
    private long newest;

    KeptDeltas(long maxBytes, long newest) {
        this.maxBytes = maxBytes;
        this.newest = newest;
    }

    long newest() {
        return newest;
    }

    /** Adds what leads from the newest version to a newer one, and drops the oldest. */
    void add(ByteBuffer bytes, long version) {
        kept.addLast(new Kept(newest, bytes));
        keptBytes += bytes.remaining();
        newest = version;
        while (keptBytes > maxBytes) {
            keptBytes -= kept.removeFirst().bytes().remaining();
        }
    }

    /** What leads from a version to the newest one; empty if it is not kept any more. */
    Optional<List<ByteBuffer>> since(long version) {
        List<ByteBuffer> found = new ArrayList<>();
        for (Kept delta : kept) {
            if (!found.isEmpty() || delta.baseVersion() == version) {
                found.add(delta.bytes().duplicate());
            }
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(found);
    }
}
