package dev.moldau.broker.group;

import dev.moldau.broker.group.assign.PartitionSet;
import org.jspecify.annotations.Nullable;

/**
 * A member of a consumer group as the log has it. Immutable.
 *
 * @param id its id
 * @param profile who it is and what it wants
 * @param target what it shall own
 * @param current how far it has come
 */
record ConsumerMember(
        String id, MemberProfile profile, PartitionSet target, CurrentAssignment current) {

    @Nullable String instanceId() {
        return profile.instanceId();
    }

    boolean isClassic() {
        return profile.isClassic();
    }

    /** The form in reasons and logs. */
    @Override
    public String toString() {
        return profile.nameOf(id);
    }
}
