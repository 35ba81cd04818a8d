package dev.moldau.client.net;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.common.Timer;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to get a usable connection to a broker: look its name up, then connect, secure and
 * negotiate with each address in turn until one works. Each stage with an address has the same time
 * limit.
 *
 * <p>Confined to the loop. Tells its peer exactly one outcome, unless it is {@linkplain #abandon
 * abandoned}.
 */
final class Attempt implements Resolver.Waiter, Connection.Owner {

    private final Peer peer;
    private final Node node;
    private final NetworkContext context;
    private final long limitMs;

    private Stage stage;
    private List<InetAddress> addresses = List.of();
    private int next;
    private @Nullable Connection connection;
    private Timer.@Nullable Timeout timeout;

    /** Has told its peer, or was abandoned. */
    private boolean over;

    /**
     * @param limitMs how long each stage may take
     */
    Attempt(Peer peer, Node node, NetworkContext context, long limitMs) {
        this.peer = peer;
        this.node = node;
        this.context = context;
        this.limitMs = limitMs;
        this.stage = new Stage.Resolving(node.host(), context.nowMs());
    }

    void begin() {
        context.resolver().resolve(node.host(), this);
    }

    /** What it is doing, for people. */
    String describe(long nowMs) {
        return stage.describe(nowMs);
    }

    /** Gives up without telling the peer, which knows. */
    void abandon(ClientException cause) {
        over = true;
        stopTimeout();
        if (connection != null) {
            connection.end(cause);
        }
    }

    @Override
    public void resolved(List<InetAddress> found) {
        if (over) {
            return;
        }
        addresses = found;
        connectNext();
    }

    @Override
    public void unresolved(UnknownHostException cause) {
        if (!over) {
            fail(
                    new DisconnectedException(
                            "the name "
                                    + node.host()
                                    + " of "
                                    + node
                                    + " cannot be resolved: "
                                    + cause.getMessage(),
                            cause));
        }
    }

    private void connectNext() {
        InetSocketAddress address = new InetSocketAddress(addresses.get(next++), node.port());
        stage = new Stage.Connecting(address, context.nowMs());
        Connection opening = new Connection(context, node, this);
        connection = opening;
        startTimeout(opening);
        ChannelFuture connected = bootstrap(opening).connect(address);
        Future<?> ignored =
                connected.addListener(
                        done -> context.loop().run(() -> connected(opening, address, done)));
    }

    private Bootstrap bootstrap(Connection opening) {
        NetworkSettings settings = context.settings();
        Bootstrap bootstrap =
                new Bootstrap()
                        .group(context.loop().events())
                        .channelFactory(context.loop().transport()::newChannel)
                        .option(ChannelOption.TCP_NODELAY, true)
                        .option(ChannelOption.SO_KEEPALIVE, true)
                        .option(ChannelOption.ALLOCATOR, ByteBufAllocator.DEFAULT)
                        .option(ChannelOption.RECVBUF_ALLOCATOR, new AnswerReads(opening::lend))
                        // We have a limit of our own, for all stages.
                        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0)
                        .handler(opening);
        if (settings.sendBufferBytes() > 0) {
            bootstrap.option(ChannelOption.SO_SNDBUF, settings.sendBufferBytes());
        }
        if (settings.receiveBufferBytes() > 0) {
            bootstrap.option(ChannelOption.SO_RCVBUF, settings.receiveBufferBytes());
        }
        return bootstrap;
    }

    private void connected(Connection opening, InetSocketAddress address, Future<?> done) {
        if (!isCurrent(opening)) {
            return;
        }
        if (!done.isSuccess()) {
            opening.end(
                    new DisconnectedException(
                            "connecting to " + node + " failed: " + done.cause().getMessage(),
                            done.cause()));
            return;
        }
        stage = new Stage.Securing(address, context.nowMs());
        startTimeout(opening);
        Future<?> ignored =
                context.security()
                        .begin(opening.channel(), node)
                        .addListener(
                                usable ->
                                        context.loop()
                                                .run(() -> secured(opening, address, usable)));
    }

    private void secured(Connection opening, InetSocketAddress address, Future<?> usable) {
        if (!isCurrent(opening)) {
            return;
        }
        if (!usable.isSuccess()) {
            opening.end(
                    new DisconnectedException(
                            "the connection to "
                                    + node
                                    + " could not be secured: "
                                    + usable.cause().getMessage(),
                            usable.cause()));
            return;
        }
        stage = new Stage.Negotiating(address, context.nowMs());
        startTimeout(opening);
        new Negotiation(node, opening, this, context).begin();
    }

    /** The broker has said what it serves. */
    void negotiated(Connection opening, VersionRanges ranges) {
        if (isCurrent(opening)) {
            over = true;
            stopTimeout();
            peer.ready(opening, ranges);
        }
    }

    @Override
    public void ended(Connection ending, ClientException cause) {
        if (ending != connection) {
            return;
        }
        if (over) {
            peer.ended(ending, cause);
            return;
        }
        stopTimeout();
        connection = null;
        ClientException told =
                stage instanceof Stage.Negotiating && !ending.hasHeard()
                        ? Negotiation.unanswered(node, cause)
                        : cause;
        if (next < addresses.size()) {
            connectNext();
        } else {
            fail(told);
        }
    }

    private void fail(ClientException cause) {
        over = true;
        peer.attemptFailed(this, cause);
    }

    private boolean isCurrent(Connection opening) {
        return !over && opening == connection;
    }

    private void startTimeout(Connection opening) {
        stopTimeout();
        timeout = context.loop().scheduleOwn(limitMs, () -> timedOut(opening));
    }

    private void stopTimeout() {
        if (timeout != null) {
            timeout.cancel();
            timeout = null;
        }
    }

    private void timedOut(Connection opening) {
        if (isCurrent(opening)) {
            opening.end(
                    new TimedOutException(
                            stage.doing()
                                    + " for "
                                    + node
                                    + " took longer than "
                                    + limitMs
                                    + " ms"));
        }
    }
}
