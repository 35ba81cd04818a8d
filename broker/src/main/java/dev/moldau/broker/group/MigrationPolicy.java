package dev.moldau.broker.group;

import java.util.Locale;

/**
 * Whether a group with members may change its protocol ({@code group.consumer.migration.policy}).
 */
public enum MigrationPolicy {
    /** Neither way. */
    DISABLED,
    /** From the classic to the consumer protocol. */
    UPGRADE,
    /** From the consumer to the classic protocol. */
    DOWNGRADE,
    /** Both ways. */
    BIDIRECTIONAL;

    /** The policy of that name, in whatever case. */
    static MigrationPolicy of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    boolean allowsUpgrade() {
        return this == UPGRADE || this == BIDIRECTIONAL;
    }

    boolean allowsDowngrade() {
        return this == DOWNGRADE || this == BIDIRECTIONAL;
    }
}
