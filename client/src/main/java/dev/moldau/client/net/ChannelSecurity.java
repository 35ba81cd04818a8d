package dev.moldau.client.net;

import dev.moldau.client.Node;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;

/**
 * What happens on a connection before the first request may go: nothing, a TLS handshake,
 * authentication. Called on the loop.
 */
interface ChannelSecurity {

    /** No encryption and no authentication. */
    ChannelSecurity PLAINTEXT = (channel, node) -> channel.newSucceededFuture();

    /**
     * Begins on a channel that has just been connected. Handlers go to the front of its pipeline.
     *
     * @return done on the loop when requests may be sent; its failure ends the connection
     */
    Future<?> begin(Channel channel, Node node);
}
