package dev.moldau.benchmarks.groups;

import java.io.IOException;

/** The one member of a group, as far as a broker hears of it. For one thread. */
interface Beat {

    /** Joins, and takes its assignment. */
    void join() throws IOException;

    /**
     * Says that it is alive.
     *
     * @throws IllegalStateException if the broker does not take it for a member in its present
     *     epoch
     */
    void beat() throws IOException;

    /** The member of a group, on a connection of its own. */
    static Beat of(Membership membership, Line line, String group, String topic) {
        return membership == Membership.CONSUMER
                ? new ConsumerBeat(line, group, topic)
                : new ClassicBeat(line, group, topic);
    }
}
