package dev.moldau.broker.group;

import dev.moldau.broker.group.assign.PartitionSet;

/** A fact about a consumer group in the log (KIP-848); a removal takes back what was stored. */
sealed interface ConsumerGroupRecord extends GroupRecord {

    /** A fact about one member. */
    sealed interface OfMember extends ConsumerGroupRecord {

        /** The member's id. */
        String memberId();
    }

    /**
     * The group's epoch is this.
     *
     * @param topicsHash stands for the partitions of the subscribed topics
     */
    record EpochStored(String groupId, int epoch, long topicsHash) implements ConsumerGroupRecord {}

    /** The group is no consumer group any more. */
    record EpochRemoved(String groupId) implements ConsumerGroupRecord {}

    /** This is a member, and this is what it wants. */
    record MemberStored(String groupId, String memberId, MemberProfile profile)
            implements OfMember {}

    /** This is no member any more. */
    record MemberRemoved(String groupId, String memberId) implements OfMember {}

    /**
     * The target assignment is that of this epoch.
     *
     * @param wallMs when it was made, in epoch ms; 0 for unknown
     */
    record TargetEpochStored(String groupId, int epoch, long wallMs)
            implements ConsumerGroupRecord {}

    /** There is no target assignment any more. */
    record TargetEpochRemoved(String groupId) implements ConsumerGroupRecord {}

    /** The member shall own this. */
    record TargetStored(String groupId, String memberId, PartitionSet target) implements OfMember {}

    /** Nothing is meant for the member any more. */
    record TargetRemoved(String groupId, String memberId) implements OfMember {}

    /** The member has come so far. */
    record CurrentStored(String groupId, String memberId, CurrentAssignment current)
            implements OfMember {}

    /** The member owns nothing any more. */
    record CurrentRemoved(String groupId, String memberId) implements OfMember {}

    /** The regular expression stands for these topics. */
    record RegexStored(String groupId, String regex, ResolvedRegex resolved)
            implements ConsumerGroupRecord {}

    /** Nobody uses the regular expression any more. */
    record RegexRemoved(String groupId, String regex) implements ConsumerGroupRecord {}
}
