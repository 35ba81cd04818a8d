package dev.moldau.systemtests;

import dev.moldau.systemtests.MemberHistory.Pause;
import java.util.HashMap;
import java.util.Map;

/**
 * The time for which a member took a partition for its own, from the assignment until it gave it
 * up, lost it or died. Filled by {@link Tenures} in the member's order.
 */
final class Tenure {

    /** No record yet. */
    static final long NONE = -1;

    /** How it ended. */
    enum End {
        OPEN,
        GIVEN_UP,
        LOST,
        KILLED
    }

    private final MemberHistory member;
    private final String partition;
    private final long fromMs;
    private long toMs = MemberHistory.NEVER;
    private End end = End.OPEN;
    private long firstOffset = NONE;
    private long firstMs;
    private long lastOffset = NONE;
    private final Map<Long, Long> triedMs = new HashMap<>();
    private long heldMs;

    Tenure(MemberHistory member, String partition, long fromMs) {
        this.member = member;
        this.partition = partition;
        this.fromMs = fromMs;
        this.heldMs = fromMs;
    }

    String partition() {
        return partition;
    }

    long fromMs() {
        return fromMs;
    }

    /** The first offset that was processed, or {@link #NONE}. */
    long firstOffset() {
        return firstOffset;
    }

    /** When that was. */
    long firstMs() {
        return firstMs;
    }

    /** The last offset that was processed so far, or {@link #NONE}. */
    long lastOffset() {
        return lastOffset;
    }

    /** Whether the member learned that it was not the owner any more, for a reason of its own. */
    boolean isUnexplainedLoss() {
        return end == End.LOST && member.pauses().stream().noneMatch(p -> p.fromMs() <= toMs);
    }

    void processed(long ms, long offset) {
        if (firstOffset == NONE) {
            firstOffset = offset;
            firstMs = ms;
        }
        lastOffset = offset;
    }

    /** The member asked for a commit. */
    void tried(long ms, long offset) {
        triedMs.put(offset, ms);
    }

    /**
     * The broker took the member for the owner when it got that commit, which was after it was
     * tried. When the member learned of it says nothing: it may have been paused meanwhile.
     */
    void committed(long offset) {
        heldMs = Math.max(heldMs, triedMs.getOrDefault(offset, fromMs));
    }

    void end(long ms, End how) {
        toMs = ms;
        end = how;
    }

    /**
     * Until when nobody else may have had the partition, seen from somebody who got it later.
     *
     * <p>Who lost a partition, or cannot tell a loss, was certainly the owner when it tried the
     * last commit that the broker took. Whose process stood still may have been taken for dead from
     * then on.
     *
     * @param nextMs when the other got it
     * @param sessionMs how long a member may be silent
     */
    long exclusiveUntilMs(long nextMs, long sessionMs) {
        if (end == End.LOST || (end == End.GIVEN_UP && !member.tellsLoss())) {
            return heldMs;
        }
        for (Pause pause : member.pauses()) {
            if (pause.fromMs() <= nextMs && nextMs <= pause.toMs() + sessionMs) {
                return Math.min(toMs, Math.max(pause.fromMs(), fromMs));
            }
        }
        return toMs;
    }

    @Override
    public String toString() {
        return member.name()
                + " had "
                + partition
                + " from "
                + fromMs
                + " to "
                + (end == End.OPEN ? "the end" : toMs + " (" + end + ")")
                + ", offsets "
                + firstOffset
                + " to "
                + lastOffset;
    }
}
