package dev.moldau.broker.partition;

/**
 * What this broker is to a partition at present, with the state that only that needs. Owned by the
 * partition's lane; a partition that becomes something else gets another role.
 */
sealed interface Role permits Leading, Following {

    /** Who leads, as of the last cluster image that was applied; any thread. */
    Leadership leadership();
}
