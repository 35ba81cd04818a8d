package dev.moldau.client.consumer.group;

import dev.moldau.client.Backoff;
import dev.moldau.client.metadata.Metadata;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;

/** What the parts of a group's member share. */
record GroupContext(
        GroupSettings settings,
        ClientLoop loop,
        Network network,
        Metadata metadata,
        Backoff backoff,
        GroupCounters counters) {

    long nowMs() {
        return loop.clock().monotonicMs();
    }
}
