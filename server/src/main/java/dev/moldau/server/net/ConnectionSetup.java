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
    private final String listenerName;
    private final boolean advertisesLoopback;
    private final Function<EventLoop, LoopState> loops;

    ConnectionSetup(
            Network network,
            String listenerName,
            String advertisedHost,
            Function<EventLoop, LoopState> loops) {
        this.network = network;
        this.listenerName = listenerName;
        this.advertisesLoopback = isLoopback(advertisedHost);
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
        Optional<String> refusal = network.limits().enter(remote.getAddress());
        if (refusal.isPresent()) {
            network.counters().refused.increment();
            network.peerLog().closing(remote, refusal.get());
            var _ = channel.close();
            return;
        }
        network.counters().accepted.increment();
        if (advertisesLoopback && !remote.getAddress().isLoopbackAddress()) {
            network.peerLog()
                    .remark(
                            remote,
                            "comes from another machine, but advertised.listeners tells it to"
                                    + " connect to this machine's loopback address; set"
                                    + " advertised.listeners to an address it can reach, or leave"
                                    + " it out");
        }
        channel.closeFuture()
                .addListener(
                        done -> {
                            network.counters().closed.increment();
                            network.limits().leave(remote.getAddress());
                        });
        LoopState loop = loops.apply(channel.eventLoop());
        ConnectionInfo info =
                new ConnectionInfo(
                        network.nextConnectionId(),
                        remote,
                        local,
                        listenerName,
                        ConnectionInfo.ANONYMOUS);
        FrameAssembler assembler =
                new FrameAssembler(network.memory(), network.settings().maxRequestBytes());
        channel.config().setRecvByteBufAllocator(new FrameReads(assembler, loop.readBuffer()));
        channel.pipeline().addLast(new Connection(network, loop, info, assembler));
    }

    private static boolean isLoopback(String host) {
        return host.equalsIgnoreCase("localhost")
                || host.startsWith("127.")
                || host.equals("::1")
                || host.equals("0:0:0:0:0:0:0:1");
    }
}
