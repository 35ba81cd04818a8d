package dev.moldau.client.producer.send;

import dev.moldau.common.Uuid;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * The sequences of one partition of an idempotent producer. What it promises: no record is in the
 * log twice, and those that are there are in the order of their sends.
 *
 * <p>Why that holds, step by step:
 *
 * <ol>
 *   <li>A batch gets its sequence with its first attempt and keeps it with every further one. At
 *       most five batches are unresolved at a time, and a broker remembers five: whichever of them
 *       comes again is recognized.
 *   <li>A broker that knows nothing of a producer takes <em>any</em> sequence as the first. If the
 *       first batch of a space were lost on the way and the second arrived, the first could never
 *       be appended any more. So until a space's first batch is acknowledged, that batch travels
 *       alone.
 *   <li>A batch that is given up leaves a hole. There are two kinds.
 *       <ul>
 *         <li>It is <em>certain</em> that it was never appended (every attempt was answered, by an
 *             error that excludes it): then nothing after it in the space can have been appended
 *             either, for the broker accepts only the next sequence. The space is broken; the
 *             batches after it may get new sequences.
 *         <li>Its fate is <em>unknown</em>: the broker may have it or may still get it. The space
 *             is sealed: batches that already have a sequence go on with it. If the broker had the
 *             lost one, it takes them; if not, it answers that they are out of order.
 *       </ul>
 *   <li>"Out of order" for a batch with others before it says nothing: they go first. For the first
 *       one it says that the broker lacks something before it, and the space is broken. If every
 *       attempt of the batch was answered, it may get a new sequence. If not, one of its attempts
 *       may still wait in a broker that has not noticed yet that the connection is gone; under a
 *       new sequence it would not be recognized. So it is given up, saying why.
 *   <li>A new space has the next epoch (or another producer id) and begins at 0. It is opened only
 *       for the first unresolved batch, when nothing of the old space is under way. From its first
 *       append on, the broker refuses the old epoch: what still lingers from before can neither
 *       appear a second time nor out of order.
 *   <li>A space belongs to a topic id. A topic that is deleted and made anew gets a new space; in
 *       the old one, its broker would wait for sequences that went to the topic that is gone.
 * </ol>
 */
final class Sequences {

    private final Identity identity;
    private @Nullable SequenceSpace current;

    Sequences(Identity identity) {
        this.identity = identity;
    }

    /** Whether the next batch can be stamped; if a producer id must come first, asks for it. */
    boolean identityIsThere() {
        SequenceSpace space = current;
        boolean there =
                space == null
                        ? identity.isKnown()
                        : space.isOpen() || hasEpochLeft(space) || hasOtherId(space);
        if (!there) {
            identity.want(space == null ? Identity.NO_ID : space.producerId);
        }
        return there;
    }

    private static boolean hasEpochLeft(SequenceSpace space) {
        return !space.disowned && space.epoch < Short.MAX_VALUE;
    }

    private boolean hasOtherId(SequenceSpace space) {
        return identity.isKnown() && identity.producerId() != space.producerId;
    }

    /** Whether one batch at a time is all that may be under way. */
    boolean mustGoAlone() {
        SequenceSpace space = current;
        return space == null || space.broken || !space.acknowledged;
    }

    /** Whether a batch without a sequence may follow on the unresolved ones. */
    boolean admitsAfter(Deque<Flight> unresolved) {
        SequenceSpace space = current;
        return unresolved.isEmpty()
                || (unresolved.size() < SenderSettings.REMEMBERED_BATCHES
                        && space != null
                        && space.isOpen());
    }

    /** Whether a waiting batch may be sent as far as sequences are concerned. */
    boolean admits(Flight flight, boolean first) {
        if (!needsStamp(flight)) {
            return true;
        }
        boolean spaceIsThere = current != null && current.isOpen();
        return flight.held == 0 && (first || spaceIsThere);
    }

    private boolean needsStamp(Flight flight) {
        SequenceSpace space = flight.space;
        return space == null || space != current || space.broken;
    }

    /** Gives the batch its place, unless it has one that still holds. */
    void stamp(Flight flight, Uuid topicId) {
        if (!needsStamp(flight)) {
            return;
        }
        SequenceSpace space = current;
        if (space == null || !space.isOpen()) {
            space = next(space, topicId);
            current = space;
        }
        int base = space.allot(flight.batch.recordCount());
        flight.uncertain = false;
        flight.uncertainByName = false;
        flight.batch.assign(space.producerId, space.epoch, base);
        flight.space = space;
    }

    private SequenceSpace next(@Nullable SequenceSpace last, Uuid topicId) {
        if (last == null || hasOtherId(last)) {
            return new SequenceSpace(identity.producerId(), identity.epoch(), topicId);
        }
        return new SequenceSpace(last.producerId, (short) (last.epoch + 1), topicId);
    }

    /** The first unresolved batch is given up; what follows for its space. */
    void gaveUp(Flight flight) {
        SequenceSpace space = flight.space;
        if (space == null || space.broken) {
            return;
        }
        if (flight.uncertain) {
            space.sealed = true;
        } else {
            breakBarren(space);
        }
    }

    /** The first unresolved batch is certain not to be in the log, so neither is any behind it. */
    void breakBarren(SequenceSpace space) {
        space.broken = true;
        space.barren = true;
    }

    /** The broker does not accept the producer id any more. */
    void disown(SequenceSpace space) {
        space.disowned = true;
        if (identity.producerId() == space.producerId) {
            identity.want(space.producerId);
        }
    }

    /**
     * The topic has this id now. If that is another one, attempts that named the old id can do
     * nothing to the new topic; attempts by name might.
     */
    void topicIs(Uuid topicId) {
        SequenceSpace space = current;
        if (space == null
                || space.broken
                || topicId.equals(Uuid.ZERO)
                || space.topicId.equals(Uuid.ZERO)
                || topicId.equals(space.topicId)) {
            return;
        }
        space.broken = true;
        space.topicGone = true;
    }

    /** Whether the batch can neither be sent as it is nor under another sequence. */
    static boolean isLost(Flight flight) {
        SequenceSpace space = flight.space;
        return flight.uncertain
                && space != null
                && space.broken
                && !space.barren
                && !(space.topicGone && !flight.uncertainByName);
    }
}
