package dev.moldau.client.consumer.group;

import dev.moldau.client.consumer.fetch.Place;
import dev.moldau.common.TopicPartition;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * How far the application is known to be done: what poll had returned before it was last called.
 * Written by the application's thread, read by the loop.
 */
public final class Progress {

    private static final long POLLING = Long.MAX_VALUE;

    private final Map<TopicPartition, Place> done = new ConcurrentHashMap<>();
    private volatile long lastPollMs = POLLING;
    private volatile boolean asleep;
    private volatile @Nullable Identity identity;

    /** Nothing is done. */
    public Progress() {}

    /** Everything before this place is done. */
    public void done(TopicPartition partition, Place place) {
        done.put(partition, place);
    }

    /** These partitions are the application's no more. */
    public void forget(Collection<TopicPartition> partitions) {
        partitions.forEach(done::remove);
    }

    /**
     * Poll begins; however long it takes, the application is alive.
     *
     * @return whether the member waits for that, and is to be told
     */
    public boolean polling() {
        lastPollMs = POLLING;
        boolean was = asleep;
        if (was) {
            asleep = false;
        }
        return was;
    }

    /** Poll ends now, on the monotonic clock. */
    public void polled(long nowMs) {
        lastPollMs = nowMs;
    }

    /** The member does nothing until poll is called again. */
    public void fallAsleep() {
        asleep = true;
    }

    /** As whom the member speaks from now on. */
    void identity(Identity now) {
        identity = now;
    }

    /** As whom the member spoke last; null if it never was one. */
    public @Nullable Identity identity() {
        return identity;
    }

    boolean isAsleep() {
        return asleep;
    }

    /** For how long the application has not been in poll, in ms; 0 if it is. */
    long sincePollMs(long nowMs) {
        long last = lastPollMs;
        return last == POLLING ? 0 : nowMs - last;
    }

    Map<TopicPartition, Place> done() {
        return done;
    }
}
