package dev.moldau.broker.partition;

import dev.moldau.broker.lane.BatchingLane;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.compress.Codecs;
import java.util.ArrayList;
import java.util.List;

/**
 * The lanes that own partitions, each with what validates records on it. A partition's lane follows
 * from its topic's identity and its index, so that it never changes.
 *
 * <p>Owned by the composition root, which closes the lanes after this.
 */
public final class PartitionLanes implements AutoCloseable {

    private final List<Place> places = new ArrayList<>();

    /**
     * A lane with its admission.
     *
     * @param lane the lane
     * @param admission confined to the lane
     */
    record Place(BatchingLane lane, Admission admission, Codecs codecs) {}

    /**
     * @param lanes at least one
     */
    public PartitionLanes(List<? extends BatchingLane> lanes) {
        if (lanes.isEmpty()) {
            throw new IllegalArgumentException("partitions need a lane");
        }
        for (BatchingLane lane : lanes) {
            Codecs codecs = new Codecs();
            places.add(new Place(lane, new RecordAdmission(codecs), codecs));
        }
    }

    /** Where a partition lives. */
    Place placeOf(Uuid topicId, int partition) {
        return places.get(Math.floorMod(topicId.hashCode() + partition, places.size()));
    }

    /** Gives the codecs back, on their lanes. */
    @Override
    public void close() {
        for (Place place : places) {
            place.lane().execute(place.codecs()::close);
        }
    }
}
