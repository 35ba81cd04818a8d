package dev.moldau.client.listener;

import dev.moldau.common.TopicPartition;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What messages must have in common to wait for each other: a partition, or a key in one. */
final class LaneKey {

    private final TopicPartition place;
    private final byte @Nullable [] key;
    private final int hash;

    LaneKey(TopicPartition place, byte @Nullable [] key) {
        this.place = place;
        this.key = key;
        this.hash = 31 * place.hashCode() + Arrays.hashCode(key);
    }

    TopicPartition place() {
        return place;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LaneKey that
                && hash == that.hash
                && place.equals(that.place)
                && Arrays.equals(key, that.key);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
