package dev.moldau.broker.group;

import dev.moldau.common.Timer.Timeout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A member of a group: what it can do, what it was assigned, and what it waits for. Owned by the
 * group's lane. Not durable by itself; a stored generation holds copies of its facts.
 */
final class Member {

    /** No metadata, no assignment. */
    static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private final String id;
    private final @Nullable String instanceId;
    private final String clientId;
    private final String clientHost;
    private int sessionTimeoutMs;
    private int rebalanceTimeoutMs;
    private List<Protocol> protocols;
    private ByteBuffer assignment = NO_BYTES;

    private @Nullable Answer<JoinResult> join;
    private @Nullable Answer<SyncResult> sync;

    /** Whether it has never been told its id, so cannot send heartbeats. */
    private boolean untold;

    /** When its session ends, on the monotonic clock; looked at when {@link #timeout} fires. */
    private long deadlineMs;

    private long firesMs;
    private @Nullable Timeout timeout;

    Member(
            String id,
            @Nullable String instanceId,
            String clientId,
            String clientHost,
            int sessionTimeoutMs,
            int rebalanceTimeoutMs,
            List<Protocol> protocols) {
        this.id = id;
        this.instanceId = instanceId;
        this.clientId = clientId;
        this.clientHost = clientHost;
        this.sessionTimeoutMs = sessionTimeoutMs;
        this.rebalanceTimeoutMs = rebalanceTimeoutMs;
        this.protocols = protocols;
    }

    /** The member that a join describes, under the id given. */
    static Member of(String id, JoinCommand command) {
        return new Member(
                id,
                command.instanceId(),
                command.clientId(),
                command.clientHost(),
                command.sessionTimeoutMs(),
                command.rebalanceTimeoutMs(),
                command.protocols());
    }

    String id() {
        return id;
    }

    @Nullable String instanceId() {
        return instanceId;
    }

    boolean isStatic() {
        return instanceId != null;
    }

    String clientId() {
        return clientId;
    }

    String clientHost() {
        return clientHost;
    }

    int sessionTimeoutMs() {
        return sessionTimeoutMs;
    }

    int rebalanceTimeoutMs() {
        return rebalanceTimeoutMs;
    }

    List<Protocol> protocols() {
        return protocols;
    }

    /** What the member wants the assignor of this name to know; nothing if it has no such. */
    ByteBuffer metadata(@Nullable String protocolName) {
        for (Protocol protocol : protocols) {
            if (protocol.name().equals(protocolName)) {
                return protocol.metadata();
            }
        }
        return NO_BYTES;
    }

    /** Takes over what a later join says. */
    void update(JoinCommand command) {
        sessionTimeoutMs = command.sessionTimeoutMs();
        rebalanceTimeoutMs = command.rebalanceTimeoutMs();
        protocols = command.protocols();
    }

    ByteBuffer assignment() {
        return assignment;
    }

    void assign(ByteBuffer newAssignment) {
        assignment = newAssignment;
    }

    boolean isJoining() {
        return join != null;
    }

    /** Whether the join that it waits for is this one. */
    boolean isAnsweredBy(CompletionStage<JoinResult> stage) {
        return join != null && join.isFor(stage);
    }

    boolean isSyncing() {
        return sync != null;
    }

    /** Whether it waits for an answer of ours, during which it need not send heartbeats. */
    boolean isWaiting() {
        return join != null || sync != null;
    }

    boolean isUntold() {
        return untold;
    }

    void untold(boolean isUntold) {
        untold = isUntold;
    }

    /** Sets who is told of the next generation; returns who waited for it before. */
    @Nullable Answer<JoinResult> replaceJoin(@Nullable Answer<JoinResult> answer) {
        Answer<JoinResult> before = join;
        join = answer;
        return before;
    }

    /** Sets who is told the assignment; returns who waited for it before. */
    @Nullable Answer<SyncResult> replaceSync(@Nullable Answer<SyncResult> answer) {
        Answer<SyncResult> before = sync;
        sync = answer;
        return before;
    }

    long deadlineMs() {
        return deadlineMs;
    }

    void deadlineMs(long newDeadlineMs) {
        deadlineMs = newDeadlineMs;
    }

    /** Whether a timer is armed that fires no later than the deadline. */
    boolean isTimed() {
        return timeout != null && firesMs <= deadlineMs;
    }

    void timeout(Timeout newTimeout, long newFiresMs) {
        timeout = newTimeout;
        firesMs = newFiresMs;
    }

    void timedOut() {
        timeout = null;
    }

    void cancelTimeout() {
        if (timeout != null) {
            timeout.cancel();
            timeout = null;
        }
    }

    /** The form in reasons and logs. */
    @Override
    public String toString() {
        return instanceId == null ? id : id + " (instance " + instanceId + ")";
    }
}
