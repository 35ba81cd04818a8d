package dev.moldau.client.fake;

import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import java.util.function.Predicate;

/** How a broker misbehaves at one request. */
public sealed interface Fault {

    /** Not at all. */
    record None() implements Fault {}

    /**
     * Answers with an error.
     *
     * @param which the partitions that get the error; in Metadata a topic gets it if its partition
     *     0 would; other requests get it whole
     * @param handled whether the request was carried out nevertheless
     */
    record Refuse(ErrorCode error, Predicate<TopicPartition> which, boolean handled)
            implements Fault {}

    /** Carries the request out at once and answers late. */
    record Delay(long ms) implements Fault {}

    /** Never answers, and holds up all later answers on the connection. */
    record Silence(boolean handled) implements Fault {}

    /** Ends the connection instead of answering. */
    record Disconnect(boolean handled) implements Fault {}

    /** Carries the request out and ends the connection after so many bytes of the answer. */
    record CutAnswer(int bytes) implements Fault {}

    /** Carries the request out and asks the client to hold back for a while. */
    record Throttle(int ms) implements Fault {}

    /** No fault. */
    static Fault none() {
        return new None();
    }

    /** An error for everything in the request, which is not carried out. */
    static Fault refuse(ErrorCode error) {
        return new Refuse(error, partition -> true, false);
    }

    /** An error for some partitions, which are not appended to; the others are. */
    static Fault refuse(ErrorCode error, Predicate<TopicPartition> which) {
        return new Refuse(error, which, false);
    }

    /** An error although the request was carried out. */
    static Fault refuseAfter(ErrorCode error) {
        return new Refuse(error, partition -> true, true);
    }

    /** Whether the request is carried out. */
    default boolean handled() {
        if (this instanceof Refuse refuse) {
            return refuse.handled();
        }
        if (this instanceof Silence silence) {
            return silence.handled();
        }
        return !(this instanceof Disconnect disconnect) || disconnect.handled();
    }

    /** Whether the client will get to see the answer. */
    default boolean answered() {
        return !(this instanceof Silence
                || this instanceof Disconnect
                || this instanceof CutAnswer);
    }
}
