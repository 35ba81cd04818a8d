package dev.moldau.broker.lane;

/** Makes the broker's lanes: threads in a real broker, queues under a test's control elsewhere. */
@FunctionalInterface
public interface LaneFactory {

    /**
     * A new lane.
     *
     * @param name for logs and thread dumps
     */
    BatchingLane lane(String name);
}
