package dev.moldau.client.metadata;

/**
 * What to do once none of the known brokers answers any more ({@code metadata.recovery.strategy}).
 */
public enum RecoveryStrategy {
    /** Keep trying the brokers that are known. */
    NONE,
    /**
     * Begin again with {@code bootstrap.servers}, whose names may lead to other machines by now.
     */
    REBOOTSTRAP
}
