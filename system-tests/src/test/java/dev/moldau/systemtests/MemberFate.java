package dev.moldau.systemtests;

/** What happens to a group: one more member, or something to one that it has. */
enum MemberFate {
    JOINS,
    LEAVES,
    IS_KILLED,
    /** Longer than its session: others get its partitions. */
    IS_PAUSED_LONG,
    /** Much shorter than its session: nothing may happen. */
    IS_PAUSED_SHORTLY,
    /** To one topic, or to all. */
    CHANGES_SUBSCRIPTION,
    /** Leaves, and another one comes, as in a rolling restart. */
    IS_REPLACED
}
