package dev.moldau.client.consumer.fetch;

import dev.moldau.common.TopicPartition;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a turn finds about the partitions of one broker: which have room, and whether others have
 * none for now. Used within one turn.
 *
 * <p>A broker holds a fetch back until there is something to send, and only one is under way with
 * it. So one that waits for new records of some partitions would keep the records that others have
 * long had from coming, from when there is room for them again. Therefore a fetch waits only if
 * there is room for all; else it is answered at once, and who had nothing new is asked again with
 * the next fetch that is worth it.
 */
final class Hunger {

    private final Map<TopicPartition, PartitionFetch> hungry = new LinkedHashMap<>();
    private final int roomBytes;
    private long askAtMs = Long.MAX_VALUE;
    private boolean othersAreFull;

    /**
     * @param roomBytes how much of a partition may wait for the application
     */
    Hunger(int roomBytes) {
        this.roomBytes = roomBytes;
    }

    void add(PartitionFetch fetch) {
        if (fetch.bufferedBytes >= roomBytes) {
            othersAreFull = true;
        } else {
            hungry.put(fetch.partition, fetch);
            askAtMs = Math.min(askAtMs, fetch.emptyUntilMs());
        }
    }

    /** The partitions that have room. */
    Map<TopicPartition, PartitionFetch> hungry() {
        return hungry;
    }

    /** When they are to be asked for; {@link Long#MAX_VALUE} if it takes room first. */
    long askAtMs() {
        return hungry.isEmpty() || othersAreFull ? askAtMs : Long.MIN_VALUE;
    }

    /** Whether the broker may hold the fetch back until there are records. */
    boolean mayWait() {
        return !othersAreFull;
    }
}
