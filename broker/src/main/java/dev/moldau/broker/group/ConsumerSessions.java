package dev.moldau.broker.group;

import java.util.function.BiConsumer;

/**
 * Watches over the sessions of consumer groups' members, as {@link Sessions} does of classic
 * groups: a heartbeat moves a deadline, the timer is armed once per session, and nobody expires
 * while the group is held up by a write, but as soon as it is not: members of a coordinator that
 * restarted all have the same deadline, and each one that expires holds the group up. Holds no
 * state of its own; runs on the shard's lane.
 */
final class ConsumerSessions {

    private final GroupHost host;
    private final BiConsumer<ConsumerGroup, ConsumerMember> expired;

    /**
     * @param expired told of members that have fallen silent
     */
    ConsumerSessions(GroupHost host, BiConsumer<ConsumerGroup, ConsumerMember> expired) {
        this.host = host;
        this.expired = expired;
    }

    /** The member was heard from: its session begins anew. */
    void hear(ConsumerGroup group, ConsumerMember member) {
        MemberLife life = group.life(member.id());
        long spanMs = sessionTimeoutMs(group, member.profile());
        life.deadlineMs(host.nowMs() + spanMs);
        if (!life.isTimed()) {
            arm(group, member.id(), life, spanMs);
        }
    }

    /** How long a member may be silent, in milliseconds. */
    int sessionTimeoutMs(ConsumerGroup group, MemberProfile profile) {
        MemberProfile.Classic classic = profile.classic();
        return classic == null
                ? host.times(group.id()).sessionTimeoutMs()
                : classic.sessionTimeoutMs();
    }

    private void arm(ConsumerGroup group, String memberId, MemberLife life, long delayMs) {
        life.session(
                host.afterUngated(delayMs, () -> look(group, memberId, life)),
                host.nowMs() + delayMs);
    }

    private void look(ConsumerGroup group, String memberId, MemberLife life) {
        life.sessionFired();
        ConsumerMember member = group.member(memberId);
        if (group.isDead() || member == null) {
            return;
        }
        long leftMs = life.deadlineMs() - host.nowMs();
        if (leftMs > 0) {
            arm(group, memberId, life, leftMs);
        } else if (host.isHeldUp(group.id())) {
            // Its heartbeats may be among what waits; they come before this look.
            life.session(
                    host.after(group.id(), 0, () -> look(group, memberId, life)), host.nowMs());
        } else {
            expired.accept(group, member);
        }
    }
}
