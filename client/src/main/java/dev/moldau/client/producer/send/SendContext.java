package dev.moldau.client.producer.send;

import dev.moldau.client.Backoff;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import dev.moldau.client.producer.batch.LeaderHealth;

/**
 * What every part of one sender works with. All of it is confined to the loop.
 *
 * @param leaderHealth where callers see which brokers take nothing
 * @param metrics what the parts count
 */
record SendContext(
        SenderSettings settings,
        ClientLoop loop,
        Network network,
        Leadership leadership,
        Backoff retries,
        LeaderHealth leaderHealth,
        SenderMetrics metrics) {

    long nowMs() {
        return loop.clock().monotonicMs();
    }
}
