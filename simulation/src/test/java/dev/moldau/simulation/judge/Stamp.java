package dev.moldau.simulation.judge;

import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.Batches;
import dev.moldau.storage.LogView;
import dev.moldau.storage.ReadBound;
import dev.moldau.storage.ReadOutcome;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What tells a batch in a log from every other one. The checksum stands for the bytes behind it.
 *
 * @param baseOffset its first offset
 * @param lastOffset its last offset
 * @param leaderEpoch the epoch of the leader that appended it
 * @param crc its checksum
 */
record Stamp(long baseOffset, long lastOffset, int leaderEpoch, int crc) {

    private static final int MOST_BYTES = 1 << 20;

    /** The batches of a log from an offset on, in order. */
    static List<Stamp> of(LogView view, long from) {
        List<Stamp> found = new ArrayList<>();
        long next = Math.max(from, view.logStartOffset());
        while (next < view.logEndOffset()) {
            ReadOutcome outcome = view.read(next, MOST_BYTES, ReadBound.LOG_END, true);
            if (!(outcome instanceof ReadOutcome.Data data)) {
                throw new IllegalStateException("nothing to read at " + next + " of " + view);
            }
            try (var records = data.records()) {
                next = add(records.toMemory(), found);
            }
        }
        return found;
    }

    private static long add(ByteBuffer bytes, List<Stamp> found) {
        Batches batches = new Batches().over(bytes);
        while (batches.next()) {
            BatchView batch = batches.batch();
            found.add(
                    new Stamp(
                            batch.baseOffset(),
                            batch.lastOffset(),
                            batch.partitionLeaderEpoch(),
                            batch.crc()));
        }
        return found.getLast().lastOffset + 1;
    }
}
