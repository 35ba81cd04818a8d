package dev.moldau.broker.fetch;

import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.Watch;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.storage.LogView;

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
    private final SlowService slow;
    private final Vigil vigil;

    /** Whether it has looked; guarded by the lock of the watches. */
    private boolean looked;

    /** What the vigil knows of; guarded by the lock of the watches. */
    private long countedBytes;

    /**
     * @param slow what is held up counts as not there
     * @param vigil counts what the partitions of the fetch have; woken when something happens
     */
    FetchWatch(
            Partition partition, FetchTarget target, Asker asker, SlowService slow, Vigil vigil) {
        this.partition = partition;
        this.target = target;
        this.asker = asker;
        this.slow = slow;
        this.vigil = vigil;
    }

    void begin() {
        partition.watch(this);
    }

    void end() {
        partition.unwatch(this);
    }

    @Override
    protected boolean look() {
        boolean first = !looked;
        looked = true;
        if (hasNews()) {
            vigil.sayEnough();
            return true;
        }
        boolean held = slow.holdsUp(asker, partition);
        if (held) {
            vigil.mustNotRest();
        }
        LogView view = partition.view();
        long available =
                held ? 0 : view.bytesAvailable(target.asked().fetchOffset(), asker.bound());
        long counted = Math.clamp(available, 0, Math.max(0, target.asked().partitionMaxBytes()));
        long delta = counted - countedBytes;
        countedBytes = counted;
        // What happened between reading and watching shows in the marks.
        boolean quiet =
                first
                        && delta == 0
                        && target.told().is(view.highWatermark(), view.logStartOffset());
        return !quiet && vigil.disturb(delta);
    }

    private boolean hasNews() {
        LogView view = partition.view();
        long offset = target.asked().fetchOffset();
        return asker.check(partition, target.asked().currentLeaderEpoch()) != ErrorCode.NONE
                || offset < view.logStartOffset()
                || offset > view.logEndOffset()
                || asker.isNews(target, view.highWatermark(), view.logStartOffset());
    }

    @Override
    protected void wake() {
        vigil.wake();
    }
}
