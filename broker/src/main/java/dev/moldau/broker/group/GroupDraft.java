package dev.moldau.broker.group;

import dev.moldau.broker.group.ConsumerGroupRecord.CurrentRemoved;
import dev.moldau.broker.group.ConsumerGroupRecord.MemberRemoved;
import dev.moldau.broker.group.ConsumerGroupRecord.TargetRemoved;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A change of a consumer group while it is decided: the records so far, and the group as it will be
 * when they are committed. Lives for one command.
 *
 * <p>Records that are too large for one batch are split, and only a first part may become
 * committed. So what takes something away comes before what gives it to somebody else, and the
 * epoch of an assignment after all its parts.
 */
final class GroupDraft {

    private final String groupId;
    private final ConsumerGroupState state;
    private final List<GroupRecord> records = new ArrayList<>();
    private final Set<String> members = new LinkedHashSet<>();
    private final List<String> reasons = new ArrayList<>();
    private boolean assigned;

    /**
     * @param state the group as it is; is not changed
     */
    GroupDraft(String groupId, ConsumerGroupState state) {
        this.groupId = groupId;
        this.state = state.copy();
    }

    String groupId() {
        return groupId;
    }

    /** The group as it will be; to be read only. */
    ConsumerGroupState state() {
        return state;
    }

    void add(ConsumerGroupRecord record) {
        records.add(record);
        state.apply(record);
        if (record instanceof ConsumerGroupRecord.OfMember ofMember) {
            members.add(ofMember.memberId());
        }
    }

    /** Adds a fact that is none of a consumer group. */
    void addClassic(GroupRecord record) {
        records.add(record);
    }

    /** Takes a member out. */
    void remove(String memberId) {
        add(new CurrentRemoved(groupId, memberId));
        if (state.hasTarget(memberId)) {
            add(new TargetRemoved(groupId, memberId));
        }
        add(new MemberRemoved(groupId, memberId));
    }

    /** Says why the group needs another assignment. */
    void because(String reason) {
        reasons.add(reason);
    }

    void assigned() {
        assigned = true;
    }

    /** Whether there is a new assignment among it. */
    boolean isAssigned() {
        return assigned;
    }

    List<GroupRecord> records() {
        return records;
    }

    /** The members of which something changes. */
    Set<String> members() {
        return members;
    }

    List<String> reasons() {
        return reasons;
    }

    boolean isEmpty() {
        return records.isEmpty();
    }
}
