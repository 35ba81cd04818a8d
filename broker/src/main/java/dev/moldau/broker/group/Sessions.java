package dev.moldau.broker.group;

import java.util.function.BiConsumer;

/**
 * Watches whether members are alive. Hearing from a member only moves its deadline; the one timer
 * behind it looks at the deadline when it fires and sleeps on if there is time left. So a heartbeat
 * costs one assignment, and a member one timer per session. While the group is held up by a write
 * nobody expires: heartbeats may be waiting to be handled.
 */
final class Sessions {

    /**
     * How long a member may wait for its first generation, in milliseconds. It has not been told
     * its id, so it cannot send heartbeats, and a client that gives up and asks again makes a new
     * member each time.
     */
    static final int FIRST_JOIN_MS = 300_000;

    private final GroupHost host;
    private final BiConsumer<Group, Member> expired;

    /**
     * @param expired told of members that have fallen silent
     */
    Sessions(GroupHost host, BiConsumer<Group, Member> expired) {
        this.host = host;
        this.expired = expired;
    }

    /** The member was heard from: its session begins anew. */
    void hear(Group group, Member member) {
        extend(group, member, member.sessionTimeoutMs());
    }

    /** The member is new and has to wait before it can be heard from. */
    void awaitFirstJoin(Group group, Member member) {
        extend(group, member, FIRST_JOIN_MS);
    }

    private void extend(Group group, Member member, long spanMs) {
        member.deadlineMs(host.nowMs() + spanMs);
        if (!member.isTimed()) {
            arm(group, member, spanMs);
        }
    }

    private void arm(Group group, Member member, long delayMs) {
        member.cancelTimeout();
        member.timeout(
                host.afterUngated(delayMs, () -> look(group, member)), host.nowMs() + delayMs);
    }

    private void look(Group group, Member member) {
        member.timedOut();
        if (group.isDead() || group.member(member.id()) != member) {
            return;
        }
        long leftMs = member.deadlineMs() - host.nowMs();
        if (leftMs > 0) {
            arm(group, member, leftMs);
        } else if (host.isHeldUp(group.id()) || (member.isWaiting() && !member.isUntold())) {
            hear(group, member);
        } else {
            expired.accept(group, member);
        }
    }
}
