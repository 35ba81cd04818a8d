package dev.moldau.server.net;

import dev.moldau.broker.api.ConnectionInfo;
import dev.moldau.broker.api.Reply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection: frames in, replies out in the order of their requests. Requests are
 * handled without waiting for the one before.
 *
 * <p>Owned by one event loop; only {@link #replied} and what wakes it from waiting for memory may
 * be called by other threads. Begins when the channel is active and ends when it is inactive;
 * requests that are still being handled then are abandoned, and their replies are dropped as they
 * come.
 *
 * <p>Reading stops (and with it, by TCP, the sender) while too many requests are in flight, while
 * the peer does not take its responses, and while {@link RequestMemory} is used up. Invariant:
 * bytes that have been read but not used are in {@code leftover}, and then the channel does not
 * read.
 */
final class Connection extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    /** One connection's requests in flight may hold a fourth of the memory for all. */
    private static final int SHARE_OF_MEMORY = 4;

    /** No further request is taken while so many bytes of answers wait to be sent, in bytes. */
    private static final int READY_BYTES = 256 << 10;

    private final Network network;
    private final Listener listener;
    private final LoopState loop;
    private final ConnectionInfo info;
    private final FrameAssembler assembler;
    private final ArrayDeque<Exchange> inFlight = new ArrayDeque<>();
    private final AtomicBoolean pumpScheduled = new AtomicBoolean();
    private final Runnable pumpTask = this::pumpLater;

    private @Nullable ChannelHandlerContext context;
    private @Nullable ByteBuf leftover;
    private long inFlightBytes;

    /** Bytes in memory of answers that were there at once and are not sent yet. */
    private long readyBytes;

    /** Inside of a read or of {@link #pump}: whoever wants to send waits for its end. */
    private boolean busy;

    private boolean waitsForMemory;
    private boolean finishing;
    private boolean closing;
    private boolean closed;

    /** When bytes last came or went. */
    private long lastMoveMs;

    /** What the channel's output looked like at the last look, see {@link #outputMark}. */
    private long lastOutputMark;

    Connection(
            Network network,
            Listener listener,
            LoopState loop,
            ConnectionInfo info,
            FrameAssembler assembler) {
        this.network = network;
        this.listener = listener;
        this.loop = loop;
        this.info = info;
        this.assembler = assembler;
        this.lastMoveMs = network.clock().monotonicMs();
    }

    ConnectionInfo info() {
        return info;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        loop.add(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext ignored, Object message) {
        ByteBuf in = (ByteBuf) message;
        lastMoveMs = network.clock().monotonicMs();
        busy = true;
        try {
            if (isStopped()) {
                return;
            }
            if (assembler.isRoom(in)) {
                consume(Unpooled.EMPTY_BUFFER);
            } else if (leftover == null) {
                consume(in);
            } else {
                // Only a handler in front of this one (TLS) can deliver while reading is off.
                append(in);
            }
        } finally {
            in.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ignored) {
        busy = false;
        pump();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ignored) {
        pump();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ignored) {
        if (closed) {
            return;
        }
        closed = true;
        loop.remove(this);
        assembler.close();
        dropLeftover();
        List.copyOf(inFlight).forEach(Exchange::abandon);
        pump();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ignored) {
        // If the channel went down within a read, that read has no end.
        busy = false;
        pump();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ignored, Throwable cause) {
        if (cause instanceof IOException) {
            // The peer is gone, in one of the ways that peers go.
            LOG.debug("{} is gone: {}", info.clientHost(), cause.toString());
        } else {
            LOG.error(
                    "closing the connection of {} for a fault of ours",
                    info.remoteAddress(),
                    cause);
        }
        closeNow();
    }

    /** A reply is there. Any thread. */
    void replied() {
        if (context().executor().inEventLoop()) {
            pump();
        } else if (pumpScheduled.compareAndSet(false, true)) {
            context().executor().execute(pumpTask);
        }
    }

    /** Stops reading; the connection closes once all replies have been sent. */
    void finish() {
        finishing = true;
        dropLeftover();
        pump();
    }

    /** Closes the connection without waiting for replies. */
    void closeNow() {
        closing = true;
        closeChannel();
    }

    /** Closes the connection if nothing has come for too long, or a frame stands still. */
    void closeIfIdle() {
        if (!inFlight.isEmpty() || closed) {
            return;
        }
        noteOutput();
        long idleMs = network.clock().monotonicMs() - lastMoveMs;
        if (assembler.isMidFrame()
                && !waitsForMemory
                && idleMs > network.settings().frameStallMs()
                && network.memory().isShort()) {
            listener.counters().stalledClosed.increment();
            refuse("it sent " + assembler.progress() + " and then nothing for " + idleMs + " ms");
        } else if (listener.maxIdleMs() >= 0 && idleMs > listener.maxIdleMs() && !waitsForMemory) {
            listener.counters().idleClosed.increment();
            LOG.debug("closing {} after {} ms without a request", info.remoteAddress(), idleMs);
            closeChannel();
        }
    }

    /** A peer that takes a long answer bit by bit is not idle. */
    private void noteOutput() {
        long mark = outputMark();
        if (mark != lastOutputMark) {
            lastOutputMark = mark;
            lastMoveMs = network.clock().monotonicMs();
        }
    }

    /** Something that changes whenever bytes leave while others wait to; 0 while none wait. */
    private long outputMark() {
        ChannelOutboundBuffer output = context().channel().unsafe().outboundBuffer();
        if (output == null || output.isEmpty()) {
            return 0;
        }
        return 1 + output.currentProgress() * 31 + output.totalPendingWriteBytes() + output.size();
    }

    /** Takes frames out of what has arrived, as far as the limits allow. */
    private void consume(ByteBuf in) {
        try {
            while (mayTakeMore()) {
                Frame frame = assembler.next(in, context().alloc());
                if (frame == null) {
                    break;
                }
                handle(frame);
            }
        } catch (BadPeerException e) {
            listener.counters().badPeers.increment();
            refuse(Objects.requireNonNull(e.getMessage()));
            return;
        }
        if (in.isReadable() && !isStopped()) {
            leftover = ReadBuffer.detach(in, in.readableBytes());
        }
        updateReading();
    }

    private void handle(Frame frame) {
        listener.counters().requests.increment();
        Exchange exchange = new Exchange(this, frame);
        inFlight.add(exchange);
        exchange.begin(network.handler());
        inFlightBytes += exchange.heldBytes();
        readyBytes += exchange.noteReady();
    }

    private boolean isStopped() {
        return closed || closing || finishing;
    }

    private boolean mayTakeMore() {
        return !isStopped()
                && inFlight.size() < network.settings().maxInFlightPerConnection()
                && inFlightBytes < network.settings().queuedRequestBytes() / SHARE_OF_MEMORY
                && readyBytes < READY_BYTES
                && context().channel().isWritable();
    }

    /**
     * Does all that can be done now: sends the replies that are next in order, takes up what was
     * left over, and sets reading on or off. Called inside of a read it waits for the read's end,
     * so that what a read brings is answered with one flush.
     */
    private void pump() {
        if (busy) {
            return;
        }
        busy = true;
        try {
            do {
                sendReplies();
            } while (takeLeftover());
        } catch (Throwable fault) {
            fail(fault);
        } finally {
            busy = false;
        }
        if (finishing && !closed && !closing && inFlight.isEmpty()) {
            closing = true;
            // Behind the last replies, which may still be on their way.
            context().writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
        updateReading();
    }

    private void sendReplies() {
        if (closed || closing) {
            dropReplies();
            return;
        }
        Exchange head = inFlight.peek();
        if (head == null || !head.isReplied()) {
            return;
        }
        ResponseWriter writer = new ResponseWriter(context());
        try {
            do {
                inFlight.remove();
                inFlightBytes -= head.heldBytes();
                readyBytes -= head.readyBytes();
                send(head.reply(), writer);
                head = inFlight.peek();
            } while (head != null && head.isReplied());
        } finally {
            // Also after a fault: the answers before it are whole.
            writer.finish();
            listener.counters().flushes.increment();
            context().flush();
        }
    }

    /** Nobody gets them: what they hold goes, without waiting for those before them. */
    private void dropReplies() {
        inFlight.removeIf(
                exchange -> {
                    if (!exchange.isReplied()) {
                        return false;
                    }
                    inFlightBytes -= exchange.heldBytes();
                    readyBytes -= exchange.readyBytes();
                    exchange.drop();
                    return true;
                });
    }

    private void send(Reply reply, ResponseWriter writer) {
        boolean gone = closed || closing;
        switch (reply) {
            case Reply.Response response when gone -> response.close();
            case Reply.Response response -> writer.write(response);
            case Reply.Nothing ignored -> {}
            case Reply.Close ignored when gone -> {}
            case Reply.Close close -> {
                writer.finish();
                refuse(close.reason());
            }
        }
    }

    /** Goes on where {@link #consume} stopped; says whether there may be replies to send now. */
    private boolean takeLeftover() {
        ByteBuf rest = leftover;
        if (!mayTakeMore() || (rest == null && !assembler.isStarved())) {
            return false;
        }
        if (rest == null) {
            consume(Unpooled.EMPTY_BUFFER);
        } else {
            leftover = null;
            consume(rest);
            rest.release();
        }
        Exchange head = inFlight.peek();
        return head != null && head.isReplied();
    }

    private void updateReading() {
        if (closed) {
            return;
        }
        boolean starved = assembler.isStarved() && !isStopped();
        if (starved && !waitsForMemory) {
            waitsForMemory = true;
            network.memory().await(this::memoryCameBack);
            // Bytes may have come back before we were registered.
            context().executor().execute(pumpTask);
        }
        boolean read = !starved && leftover == null && mayTakeMore();
        if (context().channel().config().isAutoRead() != read) {
            context().channel().config().setAutoRead(read);
        }
    }

    private void memoryCameBack() {
        context()
                .executor()
                .execute(
                        () -> {
                            waitsForMemory = false;
                            pump();
                            if (!waitsForMemory) {
                                network.memory().wakeOne();
                            }
                        });
    }

    private void pumpLater() {
        pumpScheduled.set(false);
        pump();
    }

    /** This connection cannot go on; it may be in the middle of an answer. */
    private void fail(Throwable fault) {
        LOG.error("closing the connection of {} for a fault of ours", info.remoteAddress(), fault);
        closeNow();
    }

    private void refuse(String reason) {
        closing = true;
        network.peerLog().closing(listener.name(), info.remoteAddress(), reason);
        context().flush();
        closeChannel();
    }

    private void closeChannel() {
        // Nothing waits for the end here: channelInactive tells it.
        var _ = context().close();
    }

    private void append(ByteBuf in) {
        ByteBuf before = Objects.requireNonNull(leftover);
        leftover = context().alloc().directBuffer(before.readableBytes() + in.readableBytes());
        leftover.writeBytes(before).writeBytes(in);
        before.release();
    }

    private void dropLeftover() {
        if (leftover != null) {
            leftover.release();
            leftover = null;
        }
    }

    private ChannelHandlerContext context() {
        return Objects.requireNonNull(context, "used before the channel was there");
    }
}
