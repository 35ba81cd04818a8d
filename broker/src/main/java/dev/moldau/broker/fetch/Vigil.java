package dev.moldau.broker.fetch;

import dev.moldau.broker.partition.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The watches of a waiting fetch on all its partitions, and how many bytes it still waits for.
 *
 * <p>While nothing at all happens to any of the partitions, the fetches of a session come and go
 * without a look at them: a vigil outlives the fetch whose time is up, <em>rests</em> in the
 * session, and the next fetch that asks for the same takes it over. So a session that waits at the
 * ends of its logs costs the same however many partitions it has. The first thing that happens
 * while it rests ends it.
 *
 * <p>Steps of a race: a fetch goes on with a vigil while something happens. The watch says first
 * that something has happened and looks for a sleeper then; the fetch becomes the sleeper first and
 * asks then whether something has happened. So at least one of them sees the other.
 *
 * <p>Safe for use by any thread. Watches are added before {@link #begin} by one thread.
 */
final class Vigil {

    private final List<FetchTarget> targets;
    private final Asker asker;
    private final SlowService slow;
    private final long wantedBytes;
    private final AtomicLong missingBytes;
    private final List<FetchWatch> watches = new ArrayList<>();

    /** Wakes the fetch that waits; null while the vigil rests. */
    private volatile @Nullable Runnable sleeper;

    private volatile boolean disturbed;

    /**
     * @param targets all that the fetch asks for
     * @param slow what is held up counts as not there
     * @param wantedBytes for how many it waits
     * @param sleeper wakes the fetch; may be called more than once, by any thread
     */
    Vigil(
            List<FetchTarget> targets,
            Asker asker,
            SlowService slow,
            long wantedBytes,
            Runnable sleeper) {
        this.targets = targets;
        this.asker = asker;
        this.slow = slow;
        this.wantedBytes = wantedBytes;
        this.missingBytes = new AtomicLong(wantedBytes);
        this.sleeper = sleeper;
    }

    /** Adds a partition. */
    void watch(Partition partition, FetchTarget target) {
        watches.add(new FetchWatch(partition, target, asker, slow, this));
    }

    /** Whether the fetch has nothing to wait for. */
    boolean isEnough() {
        return missingBytes.get() <= 0;
    }

    /** There is something to tell at once. */
    void sayEnough() {
        disturbed = true;
        missingBytes.set(0);
    }

    /** Records are there that may not be served yet: the next fetch has to look for itself. */
    void mustNotRest() {
        disturbed = true;
    }

    /** Begins to watch. */
    void begin() {
        watches.forEach(FetchWatch::begin);
    }

    /** Ends for good; once more does nothing. */
    void end() {
        disturbed = true;
        watches.forEach(FetchWatch::end);
    }

    /**
     * The fetch waits no longer.
     *
     * @return whether nothing has happened, so that there is nothing to tell, and the next fetch
     *     may go on with this
     */
    boolean rest() {
        sleeper = null;
        return !disturbed;
    }

    /** Whether a fetch may go on with this: it asks for the very same, and nothing has happened. */
    @SuppressWarnings("ReferenceEquality") // the session makes another list after a change
    boolean suits(List<FetchTarget> wanted, Asker who, long bytes) {
        return !disturbed && wanted == targets && bytes == wantedBytes && who.equals(asker);
    }

    /**
     * A fetch goes on with this.
     *
     * @return false if something has happened meanwhile
     */
    boolean resume(Runnable fetch) {
        sleeper = fetch;
        return !disturbed;
    }

    /**
     * Something has happened to a partition.
     *
     * @param bytes how many more there are for the fetch
     * @return whether to wake somebody: the fetch that has enough, or the end of a vigil that rests
     */
    boolean disturb(long bytes) {
        disturbed = true;
        return missingBytes.addAndGet(-bytes) <= 0 || sleeper == null;
    }

    /** On a partition's lane. */
    void wake() {
        Runnable fetch = sleeper;
        if (fetch == null) {
            end();
        } else {
            fetch.run();
        }
    }
}
