package dev.moldau.storage.epoch;

import dev.moldau.storage.checkpoint.EpochCheckpoint.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which leader epoch began at which offset, both rising. Immutable: a change makes another one.
 *
 * <p>Source: KIP-101, KIP-279, KIP-320.
 */
public final class LeaderEpochs {

    /** No epoch at all. */
    public static final LeaderEpochs NONE = new LeaderEpochs(new int[0], new long[0]);

    /** Stands for "no epoch". */
    public static final int NO_EPOCH = -1;

    /** Stands for "no offset". */
    public static final long NO_OFFSET = -1;

    private final int[] epochs;
    private final long[] starts;

    private LeaderEpochs(int[] epochs, long[] starts) {
        this.epochs = epochs;
        this.starts = starts;
    }

    /** The entries of a checkpoint; one that does not rise above the one before replaces it. */
    public static LeaderEpochs of(List<Entry> entries) {
        LeaderEpochs epochs = NONE;
        for (Entry entry : entries) {
            epochs = epochs.assign(entry.epoch(), entry.startOffset());
        }
        return epochs;
    }

    /** The entries for a checkpoint. */
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>(epochs.length);
        for (int i = 0; i < epochs.length; i++) {
            entries.add(new Entry(epochs[i], starts[i]));
        }
        return entries;
    }

    /** The latest epoch, or {@link #NO_EPOCH}. */
    public int latest() {
        return epochs.length == 0 ? NO_EPOCH : epochs[epochs.length - 1];
    }

    /**
     * Lets an epoch begin at an offset. Entries that contradict it, because they are of the same or
     * a later epoch or begin at or above the offset, give way. What is known already is kept.
     *
     * @return the same object if nothing changes
     */
    public LeaderEpochs assign(int epoch, long startOffset) {
        int last = epochs.length - 1;
        if (last >= 0 && epochs[last] == epoch && starts[last] <= startOffset) {
            return this;
        }
        int keep = epochs.length;
        while (keep > 0 && (epochs[keep - 1] >= epoch || starts[keep - 1] >= startOffset)) {
            keep--;
        }
        int[] newEpochs = Arrays.copyOf(epochs, keep + 1);
        long[] newStarts = Arrays.copyOf(starts, keep + 1);
        newEpochs[keep] = epoch;
        newStarts[keep] = startOffset;
        return new LeaderEpochs(newEpochs, newStarts);
    }

    /** Drops the epochs that begin at or above an offset, which is the log's new end. */
    public LeaderEpochs truncateFromEnd(long endOffset) {
        int keep = epochs.length;
        while (keep > 0 && starts[keep - 1] >= endOffset) {
            keep--;
        }
        return keep == epochs.length
                ? this
                : new LeaderEpochs(Arrays.copyOf(epochs, keep), Arrays.copyOf(starts, keep));
    }

    /** Drops the epochs that end at or below an offset, which is the log's new start. */
    public LeaderEpochs truncateFromStart(long startOffset) {
        int first = floorByStart(startOffset);
        if (first < 0 || (first == 0 && starts[first] == startOffset)) {
            return this;
        }
        long[] newStarts = Arrays.copyOfRange(starts, first, starts.length);
        newStarts[0] = startOffset;
        return new LeaderEpochs(Arrays.copyOfRange(epochs, first, epochs.length), newStarts);
    }

    private int floorByStart(long offset) {
        int found = Arrays.binarySearch(starts, offset);
        return found < 0 ? -found - 2 : found;
    }

    /** The epoch in which an offset was written, or {@link #NO_EPOCH}. */
    public int epochOf(long offset) {
        int at = floorByStart(offset);
        return at < 0 ? NO_EPOCH : epochs[at];
    }

    /**
     * Where the largest epoch ends that is not above the one asked for.
     *
     * @param logEndOffset where the latest epoch ends
     * @return epoch and end; the epoch asked for and the first known start if all known epochs are
     *     above; {@link #NO_EPOCH} and {@link #NO_OFFSET} if all are below, as the asker then knows
     *     more than this log
     */
    public Entry endOf(int epoch, long logEndOffset) {
        if (epoch < 0 || epoch > latest()) {
            return new Entry(NO_EPOCH, NO_OFFSET);
        }
        if (epoch == latest()) {
            return new Entry(epoch, logEndOffset);
        }
        int found = Arrays.binarySearch(epochs, epoch);
        int floor = found < 0 ? -found - 2 : found;
        return new Entry(floor < 0 ? epoch : epochs[floor], starts[floor + 1]);
    }

    @Override
    public String toString() {
        return entries().toString();
    }
}
