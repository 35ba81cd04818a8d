package dev.moldau.client.listener;

/** Which messages wait for each other. */
public enum Order {
    /** One message of a partition at a time, in the partition's order. */
    PARTITION,

    /**
     * One message of a key at a time, in their order; different keys in parallel. Messages without
     * a key wait for nobody.
     */
    KEY,

    /** No message waits for another. */
    NONE
}
