package dev.moldau.client.net;

import dev.moldau.client.Backoff;
import dev.moldau.common.Clock;

/** What all peers of one network share. */
record NetworkContext(
        NettyLoop loop,
        Turns turns,
        NetworkSettings settings,
        NetworkCounters counters,
        Resolver resolver,
        ChannelSecurity security,
        Backoff reconnects,
        Backoff connectTimeouts,
        Listeners listeners) {

    long nowMs() {
        Clock clock = loop.clock();
        return clock.monotonicMs();
    }
}
