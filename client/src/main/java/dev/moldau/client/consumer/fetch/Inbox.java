package dev.moldau.client.consumer.fetch;

import dev.moldau.common.TopicPartition;

/** Where the loop puts what the application is to get. Called on the loop; never waits. */
public interface Inbox {

    /**
     * One more item of a partition.
     *
     * @param version of the place that the application asked for last, as far as the loop knew; an
     *     item of an older version is to be dropped
     */
    void put(TopicPartition partition, int version, Item item);
}
