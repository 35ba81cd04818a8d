package dev.moldau.broker.replication;

import dev.moldau.protocol.message.FetchRequest;
import java.util.Map;

/**
 * What a round of fetching asks for, or several rounds one after the other between which nothing
 * has changed: each of these is another one, whatever is in it.
 */
final class Wanted {

    private final Map<PartitionKey, FetchRequest.Partition> wishes;

    /**
     * @param wishes what of each partition; not changed afterwards
     */
    Wanted(Map<PartitionKey, FetchRequest.Partition> wishes) {
        this.wishes = wishes;
    }

    Map<PartitionKey, FetchRequest.Partition> wishes() {
        return wishes;
    }

    boolean isEmpty() {
        return wishes.isEmpty();
    }
}
