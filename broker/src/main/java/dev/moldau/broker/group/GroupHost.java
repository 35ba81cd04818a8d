package dev.moldau.broker.group;

import dev.moldau.common.Timer.Timeout;
import dev.moldau.protocol.ErrorCode;
import java.util.List;
import java.util.function.Consumer;

/**
 * What the rules of a group need of the shard they live in: time, ids, and a way to the log. All
 * calls and callbacks are on the shard's lane.
 */
interface GroupHost {

    GroupConfig config();

    /** The times that count for a consumer group. */
    ConsumerTimes times(String groupId);

    /** The monotonic clock, in milliseconds. */
    long nowMs();

    /** The wall clock, in epoch ms. */
    long wallMs();

    /** An id that no member has had, beginning with what the client or instance is called. */
    String newMemberId(String prefix);

    /**
     * Runs a task on the lane after a while, as a command to the group: it waits while a write of
     * the group is on its way, and is dropped when the shard goes.
     */
    Timeout after(String groupId, long delayMs, Runnable task);

    /**
     * Runs a task on the lane after a while, whatever is on its way; dropped when the shard goes.
     */
    Timeout afterUngated(long delayMs, Runnable task);

    /** Whether commands of the group wait for a write, so that its members wait for us. */
    boolean isHeldUp(String groupId);

    /**
     * Appends records about a group and, when they are committed, applies them. Until then no other
     * command for the group runs.
     *
     * @param done told none, or why nothing was stored; the state is then as before
     */
    void write(String groupId, List<GroupRecord> records, Consumer<ErrorCode> done);
}
