package dev.moldau.server.net;

import dev.moldau.broker.api.ConnectionInfo;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Function;

/**
 * Sets up the pipeline of a new connection, or turns it away. The pipeline is only the connection
 * itself; what decrypts goes in front of it, and who authenticates replaces its {@link
 * ConnectionInfo}.
 */
final class ConnectionSetup extends ChannelInitializer<Channel> {

    private final Network network;
    private final Listener listener;
    private final Function<EventLoop, LoopState> loops;

    ConnectionSetup(Network network, Listener listener, Function<EventLoop, LoopState> loops) {
        this.network = network;
        this.listener = listener;
        this.loops = loops;
    }

    @Override
    protected void initChannel(Channel channel) {
        InetSocketAddress remote = (InetSocketAddress) channel.remoteAddress();
        InetSocketAddress local = (InetSocketAddress) channel.localAddress();
        if (remote == null || local == null) {
            // The peer was gone before we looked.
            var _ = channel.close();
            return;
        }
        Optional<String> refusal = network.limits().enter(remote.getAddress(), listener);
        if (refusal.isPresent()) {
            listener.counters().refused.increment();
            network.peerLog().closing(listener.name(), remote, refusal.get());
            var _ = channel.close();
            return;
        }
        listener.counters().accepted.increment();
        if (listener.advertisesLoopback() && !remote.getAddress().isLoopbackAddress()) {
            network.peerLog()
                    .remark(
                            remote,
                            "comes from another machine by the listener "
                                    + listener.name()
                                    + ", but advertised.listeners tells it to connect to its own"
                                    + " loopback address; set advertised.listeners to an address"
                                    + " it can reach, or leave "
                                    + listener.name()
                                    + " out of it");
        }
        channel.closeFuture()
                .addListener(
                        done -> {
                            listener.counters().closed.increment();
                            network.limits().leave(remote.getAddress(), listener);
                        });
        LoopState loop = loops.apply(channel.eventLoop());
        ConnectionInfo info =
                new ConnectionInfo(
                        network.nextConnectionId(),
                        remote,
                        local,
                        listener.name(),
                        ConnectionInfo.ANONYMOUS);
        FrameAssembler assembler =
                new FrameAssembler(network.memory(), network.settings().maxRequestBytes());
        channel.config().setRecvByteBufAllocator(new FrameReads(assembler, loop.readBuffer()));
        channel.pipeline().addLast(new Connection(network, listener, loop, info, assembler));
    }
}
