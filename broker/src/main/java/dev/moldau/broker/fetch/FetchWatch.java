package dev.moldau.broker.fetch;

import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.Watch;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.storage.LogView;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts, for one waiting fetch, the bytes that one partition has for it.
 *
 * <p>Looking is exact and may be repeated: each look replaces what the one before had counted.
 * Anything that a fetch should answer at once, such as another leader or an offset that fell out of
 * the log, counts as all that is missing.
 */
final class FetchWatch extends Watch {

    private final Partition partition;
    private final FetchTarget target;
    private final Asker asker;
    private final AtomicLong missingBytes;
    private final Runnable wake;

    /** What this watch has taken off {@link #missingBytes}; guarded by the lock of the watches. */
    private long countedBytes;

    /**
     * @param missingBytes how many bytes the fetch still waits for, shared by all its watches
     * @param wake ends the fetch; may be called more than once
     */
    FetchWatch(
            Partition partition,
            FetchTarget target,
            Asker asker,
            AtomicLong missingBytes,
            Runnable wake) {
        this.partition = partition;
        this.target = target;
        this.asker = asker;
        this.missingBytes = missingBytes;
        this.wake = wake;
    }

    void begin() {
        partition.watch(this);
    }

    void end() {
        partition.unwatch(this);
    }

    @Override
    protected boolean look() {
        if (hasNews()) {
            missingBytes.set(0);
            return true;
        }
        long offset = target.asked().fetchOffset();
        long available = partition.view().bytesAvailable(offset, asker.bound());
        long counted = Math.clamp(available, 0, Math.max(0, target.asked().partitionMaxBytes()));
        long delta = counted - countedBytes;
        countedBytes = counted;
        return missingBytes.addAndGet(-delta) <= 0;
    }

    private boolean hasNews() {
        LogView view = partition.view();
        long offset = target.asked().fetchOffset();
        return asker.check(partition, target.asked().currentLeaderEpoch()) != ErrorCode.NONE
                || offset < view.logStartOffset()
                || offset > view.logEndOffset()
                || asker.isNews(target, view.highWatermark());
    }

    @Override
    protected void wake() {
        wake.run();
    }
}
