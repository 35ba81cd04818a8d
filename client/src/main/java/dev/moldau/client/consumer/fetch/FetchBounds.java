package dev.moldau.client.consumer.fetch;

/**
 * What the answer to one fetch keeps to.
 *
 * @param maxBytes how large it may be
 * @param maxWaitMs how long it may wait until there is something to send; 0 for not at all
 */
record FetchBounds(int maxBytes, int maxWaitMs) {}
