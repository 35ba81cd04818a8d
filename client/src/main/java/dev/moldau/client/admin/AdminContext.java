package dev.moldau.client.admin;

import dev.moldau.client.Backoff;
import dev.moldau.client.metadata.Metadata;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;

/** What the operations of one admin client share. Used on the loop. */
record AdminContext(
        ClientLoop loop,
        Network network,
        Metadata metadata,
        AdminSettings settings,
        Locator locator,
        Backoff backoff,
        AdminCounters counters) {

    long nowMs() {
        return loop.clock().monotonicMs();
    }
}
