package dev.moldau.server.net;

import dev.moldau.common.Clock;
import dev.moldau.common.config.ListenerAddress;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.EventExecutor;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * All listeners of a broker and the event loops behind them.
 *
 * <p>Life: {@link #bind} opens the ports, so that their numbers are known, but takes no connection
 * yet; {@link #open} begins to serve; {@link #close} stops in order. Made and stopped by one
 * thread; the loops do the rest.
 */
public final class SocketServer implements AutoCloseable {

    private static final int LOW_WATER_BYTES = 64 << 10;
    private static final int HIGH_WATER_BYTES = 256 << 10;
    private static final long LONGEST_SWEEP_MS = 5_000;
    private static final long SHORTEST_SWEEP_MS = 20;

    private final Network network;
    private final Transport transport;
    private final EventLoopGroup loops;
    private final IdentityHashMap<EventExecutor, LoopState> loopStates = new IdentityHashMap<>();
    private final List<Channel> acceptors = new ArrayList<>();
    private final List<ListenerAddress> bound = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>();

    /**
     * @param clock measures how long connections are idle
     */
    public SocketServer(NetworkSettings settings, Clock clock) {
        this(settings, clock, Transport.best());
    }

    SocketServer(NetworkSettings settings, Clock clock, Transport transport) {
        this.transport = transport;
        this.network = new Network(settings, clock);
        this.loops = transport.newLoops(settings.eventLoops());
        for (EventExecutor loop : loops) {
            loopStates.put(loop, new LoopState((EventLoop) loop));
        }
    }

    /**
     * Opens a listener's port. Clients that connect wait until {@link #open}.
     *
     * @return the address with the port that it really got
     * @throws BindException if the port is taken, or the host is not one of this machine's
     */
    public ListenerAddress bind(ListenerSettings wanted) throws BindException {
        ListenerAddress listener = wanted.address();
        Listener opened = new Listener(wanted);
        SocketSettings settings = wanted.sockets();
        ServerBootstrap bootstrap =
                new ServerBootstrap()
                        .group(loops)
                        .channel(transport.serverChannel())
                        .option(ChannelOption.SO_REUSEADDR, true)
                        .option(ChannelOption.SO_BACKLOG, settings.backlog())
                        .option(ChannelOption.AUTO_READ, false)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childOption(ChannelOption.SO_KEEPALIVE, true)
                        .childOption(
                                ChannelOption.MESSAGE_SIZE_ESTIMATOR, () -> OutputSize.INSTANCE)
                        .childOption(ChannelOption.ALLOCATOR, ByteBufAllocator.DEFAULT)
                        .childOption(
                                ChannelOption.WRITE_BUFFER_WATER_MARK,
                                new WriteBufferWaterMark(LOW_WATER_BYTES, HIGH_WATER_BYTES))
                        .childHandler(new ConnectionSetup(network, opened, loopStates::get));
        if (settings.receiveBufferBytes() > 0) {
            bootstrap.option(ChannelOption.SO_RCVBUF, settings.receiveBufferBytes());
            bootstrap.childOption(ChannelOption.SO_RCVBUF, settings.receiveBufferBytes());
        }
        if (settings.sendBufferBytes() > 0) {
            bootstrap.childOption(ChannelOption.SO_SNDBUF, settings.sendBufferBytes());
        }
        ChannelFuture binding = bootstrap.bind(socketAddress(listener)).awaitUninterruptibly();
        if (!binding.isSuccess()) {
            throw refusal(listener, binding.cause());
        }
        Channel acceptor = binding.channel();
        acceptors.add(acceptor);
        int port = ((InetSocketAddress) acceptor.localAddress()).getPort();
        ListenerAddress real =
                new ListenerAddress(
                        listener.name(), listener.securityProtocol(), listener.host(), port);
        bound.add(real);
        listeners.add(opened);
        return real;
    }

    /**
     * Begins to take connections.
     *
     * @param handler gets every frame
     */
    public void open(FrameHandler handler) {
        network.handleWith(handler);
        long shortestIdleMs =
                listeners.stream()
                        .mapToLong(Listener::maxIdleMs)
                        .filter(idleMs -> idleMs >= 0)
                        .min()
                        .orElse(Long.MAX_VALUE);
        long sweepMs = Math.clamp(shortestIdleMs / 4, SHORTEST_SWEEP_MS, LONGEST_SWEEP_MS);
        loopStates.values().forEach(loop -> loop.sweepEvery(sweepMs));
        acceptors.forEach(acceptor -> acceptor.config().setAutoRead(true));
    }

    /** The listeners, with the ports they really have. */
    public List<ListenerAddress> listeners() {
        return List.copyOf(bound);
    }

    /** What the network layer has counted until now, over all listeners. */
    public NetworkCounters counters() {
        return NetworkCounters.total(listeners.stream().map(Listener::counters).toList());
    }

    /**
     * What the network layer counts for one listener.
     *
     * @throws IllegalArgumentException if there is no listener of that name
     */
    public NetworkCounters counters(String listener) {
        for (Listener each : listeners) {
            if (each.name().equals(listener)) {
                return each.counters();
            }
        }
        throw new IllegalArgumentException("there is no listener " + listener + ", only " + bound);
    }

    /** How many bytes the frames of all connections hold now. */
    public long queuedRequestBytes() {
        return network.memory().usedBytes();
    }

    /** Takes no further connections and no further requests; what is in flight goes on. */
    public void stopAccepting() {
        acceptors.forEach(acceptor -> acceptor.close().awaitUninterruptibly());
        loopStates.forEach(
                (executor, loop) ->
                        executor.execute(() -> loop.connections().forEach(Connection::finish)));
    }

    /**
     * Waits until all requests in flight are answered and their connections are closed.
     *
     * @param timeoutMs how long to wait at most, in milliseconds
     * @return false if the time was not enough
     */
    public boolean awaitDrained(long timeoutMs) throws InterruptedException {
        return network.limits().awaitNone(timeoutMs);
    }

    /** Closes what is still open, answered or not, and ends the loops. */
    @Override
    public void close() {
        acceptors.forEach(acceptor -> acceptor.close().awaitUninterruptibly());
        loopStates.forEach((executor, loop) -> executor.execute(loop::close));
        loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private static InetSocketAddress socketAddress(ListenerAddress listener) {
        return listener.host().isEmpty()
                ? new InetSocketAddress(listener.port())
                : new InetSocketAddress(listener.host(), listener.port());
    }

    private BindException refusal(ListenerAddress listener, Throwable cause) {
        String text = String.valueOf(cause.getMessage());
        String remedy;
        if (cause instanceof java.net.UnknownHostException
                || cause instanceof java.nio.channels.UnresolvedAddressException) {
            remedy = "the host name is unknown; correct listeners or --listen";
        } else if (text.contains("in use") && ofOurs(listener.port()).isPresent()) {
            remedy =
                    "this broker listens on that port already, on "
                            + ofOurs(listener.port()).get()
                            + "; give each listener a port of its own";
        } else if (text.contains("in use")) {
            remedy = "the port is in use; stop what uses it, or choose another with --listen";
        } else if (text.contains("assign requested address")) {
            remedy = "the address is not one of this machine's; correct listeners or --listen";
        } else if (text.contains("ermission denied")) {
            remedy = "no permission; choose a port of 1024 or higher";
        } else {
            remedy = text;
        }
        return new BindException("cannot listen on " + listener + ": " + remedy, cause);
    }

    private Optional<ListenerAddress> ofOurs(int port) {
        return bound.stream().filter(listener -> listener.port() == port).findFirst();
    }
}
