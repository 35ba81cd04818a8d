package dev.moldau.broker.group;

/** A fact about a group in the log; the only thing that changes {@link DurableGroups}. */
sealed interface GroupRecord
        permits GroupRecord.OffsetStored,
                GroupRecord.OffsetRemoved,
                GroupRecord.GenerationStored,
                GroupRecord.GroupRemoved,
                ConsumerGroupRecord {

    /** The group it is about. */
    String groupId();

    /** The group has come so far in a partition. */
    record OffsetStored(String groupId, String topic, int partition, CommittedOffset offset)
            implements GroupRecord {}

    /** The group has no offset in a partition any more. */
    record OffsetRemoved(String groupId, String topic, int partition) implements GroupRecord {}

    /** The group's generation is this. */
    record GenerationStored(String groupId, StoredGeneration generation) implements GroupRecord {}

    /**
     * The group has no generation of the classic protocol any more; its offsets are removed one by
     * one.
     */
    record GroupRemoved(String groupId) implements GroupRecord {}
}
