package dev.moldau.client.net;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.DisconnectedException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.header.ResponseHeader;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.wire.MalformedMessageException;
import dev.moldau.protocol.wire.UnsupportedFieldException;
import dev.moldau.protocol.wire.ValueTooLongException;
import dev.moldau.protocol.wire.WireReader;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a broker: requests out, answers in, matched by correlation id strictly in
 * order. Whatever goes wrong ends it, and fails what is under way on it; nobody tries to get in
 * step again.
 *
 * <p>Confined to the loop. Begins before the channel is connected and ends with {@link #end}; from
 * then on it only waits for the channel to let go of what was written. Invariant: {@code inFlight}
 * has, in the order of sending, every request that has no outcome; requests without an answer stay
 * in it until they have left and are at its head.
 */
final class Connection extends ChannelInboundHandlerAdapter implements AnswerFrames.Sink {

    /** Who opened the connection. */
    interface Owner {

        /** It has ended; what was under way fails in a later turn. */
        void ended(Connection connection, ClientException cause);
    }

    private static final int CORRELATION_ID_BYTES = 4;
    private static final long NOTHING_EXPIRED = Long.MIN_VALUE;

    private final NetworkContext context;
    private final Node node;
    private final Owner owner;
    private final AnswerFrames frames;
    private final ArrayDeque<Pending<?>> inFlight = new ArrayDeque<>();

    private @Nullable Channel channel;
    private @Nullable RequestEncoder encoder;
    private int nextCorrelationId;
    private int unfinished;
    private long lastUsedMs;
    private boolean heard;
    private boolean ended;

    Connection(NetworkContext context, Node node, Owner owner) {
        this.context = context;
        this.node = node;
        this.owner = owner;
        this.frames = new AnswerFrames(context.settings().maxAnswerBytes(), this);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        channel = added.channel();
        encoder = new RequestEncoder(added.alloc(), context.settings().clientId());
    }

    Channel channel() {
        return Objects.requireNonNull(channel, "not in a pipeline");
    }

    /** How many requests have no outcome. */
    int inFlight() {
        return unfinished;
    }

    /** When a request was sent or an answer came. */
    long lastUsedMs() {
        return lastUsedMs;
    }

    /** Whether the broker has ever answered. */
    boolean hasHeard() {
        return heard;
    }

    /**
     * Encodes a request and queues it in the channel; {@link #flush} sends it. A request that
     * cannot be encoded fails here and now, and the connection is as it was.
     */
    void send(Pending<?> pending, short version, long nowMs) {
        lastUsedMs = nowMs;
        pending.sent(this, nextCorrelationId, version, nowMs);
        inFlight.add(pending);
        unfinished++;
        try {
            context.counters().countRequest(write(pending));
        } catch (UnsupportedFieldException | ValueTooLongException e) {
            takeBack(pending, cannotBeSaid(pending, e));
            return;
        } catch (RuntimeException | Error bug) {
            takeBack(pending, new FatalException("the client has ended by a fault", bug));
            throw bug;
        }
        nextCorrelationId = (nextCorrelationId + 1) & Integer.MAX_VALUE;
    }

    private long write(Pending<?> pending) {
        Channel to = channel();
        return Objects.requireNonNull(encoder)
                .write(
                        pending.api(),
                        pending.version(),
                        pending.correlationId(),
                        pending.call().message(pending.version()),
                        to,
                        to.newPromise().addListener(pending));
    }

    /** Nothing of it has left. */
    private void takeBack(Pending<?> pending, ClientException cause) {
        inFlight.removeLast();
        unfinished--;
        try {
            pending.failed(cause);
        } finally {
            pending.released();
        }
    }

    private RefusedException cannotBeSaid(Pending<?> pending, RuntimeException reason) {
        return new RefusedException(
                pending.describe() + " cannot be sent to " + node + ": " + reason.getMessage(),
                ErrorCode.UNSUPPORTED_VERSION,
                reason);
    }

    /** Sends what was queued. */
    void flush() {
        context.counters().countFlush();
        channel().flush();
    }

    /** A request's bytes have left, or never will. */
    void written(Pending<?> pending, ChannelFuture write) {
        if (!write.isSuccess()) {
            // First, so that the reason is the one that the socket gave.
            end(
                    new DisconnectedException(
                            "writing to " + node + " failed: " + reason(write.cause()),
                            write.cause()));
        } else if (!ended && !pending.call().expectsAnswer()) {
            unfinished--;
            pending.sentWithoutAnswer();
            dropFinished();
        }
        pending.released();
    }

    private void dropFinished() {
        while (!inFlight.isEmpty() && inFlight.element().isFinished()) {
            inFlight.remove();
        }
    }

    /**
     * Ends the connection if the time of a request is up.
     *
     * @return when to look again, {@link Watch#NEVER} if there is nothing to look for
     */
    long expire(long nowMs) {
        long nextMs = Watch.NEVER;
        Pending<?> expired = null;
        for (Pending<?> pending : inFlight) {
            if (pending.isFinished()) {
                continue;
            }
            if (pending.deadlineMs() > nowMs) {
                nextMs = Math.min(nextMs, pending.deadlineMs());
            } else {
                context.counters().countTimeout();
                expired = expired == null ? pending : expired;
            }
        }
        if (expired == null) {
            return nextMs;
        }
        end(timedOut(expired), nowMs);
        return Watch.NEVER;
    }

    /** Ends the connection. What is under way fails in a later turn, in order. */
    void end(ClientException cause) {
        end(cause, NOTHING_EXPIRED);
    }

    private void end(ClientException cause, long expiredMs) {
        if (ended) {
            return;
        }
        ended = true;
        frames.close();
        context.turns().later(this::closeChannel);
        for (Pending<?> pending : inFlight) {
            if (!pending.isFinished()) {
                boolean expired = pending.deadlineMs() <= expiredMs;
                context.turns()
                        .later(
                                () ->
                                        pending.failed(
                                                expired
                                                        ? timedOut(pending)
                                                        : causeFor(pending, cause)));
            }
        }
        inFlight.clear();
        unfinished = 0;
        owner.ended(this, cause);
    }

    private void closeChannel() {
        if (channel != null) {
            ChannelFuture ignored = channel.close();
        }
    }

    private TimedOutException timedOut(Pending<?> pending) {
        return new TimedOutException(
                node
                        + " did not answer "
                        + pending.describe()
                        + " within "
                        + pending.call().timeoutMs()
                        + " ms; its connection is closed");
    }

    /** What becomes of the others, each with its own name. */
    private ClientException causeFor(Pending<?> pending, ClientException cause) {
        if (cause instanceof DisconnectedException || cause instanceof TimedOutException) {
            return new DisconnectedException(
                    "the connection to "
                            + node
                            + " ended before the answer to "
                            + pending.describe()
                            + " came: "
                            + cause.getMessage(),
                    cause);
        }
        return cause;
    }

    /** Room for the next read, unless something stands between the socket and the answers. */
    @Nullable ByteBuf lend() {
        return ended || channel().pipeline().first() != this ? null : frames.lend();
    }

    @Override
    public void channelRead(ChannelHandlerContext from, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            if (!ended) {
                context.counters().countIn(in.readableBytes());
                lastUsedMs = context.nowMs();
                frames.read(in, from.alloc());
            }
        } catch (Throwable thrown) {
            context.loop().fail(thrown);
        } finally {
            in.release();
        }
    }

    @Override
    public boolean frame(ByteBuffer answer, AnswerBytes bytes) {
        heard = true;
        dropFinished();
        Pending<?> expected = inFlight.peek();
        int id = answer.getInt(answer.position());
        if (expected == null
                || !expected.call().expectsAnswer()
                || expected.correlationId() != id) {
            end(outOfStep(id, expected));
            return false;
        }
        inFlight.remove();
        unfinished--;
        context.counters().countAnswer();
        return answer(expected, answer, bytes);
    }

    private <R extends ApiMessage> boolean answer(
            Pending<R> pending, ByteBuffer answer, AnswerBytes bytes) {
        short version = answerVersion(pending, answer);
        R body;
        try {
            WireReader in = new WireReader(answer);
            ResponseHeader.read(
                    in, pending.api(), ApiCodecs.response(pending.api()).orElseThrow(), version);
            body = pending.read(in, version);
        } catch (MalformedMessageException e) {
            // It is still under way, and the first to hear.
            inFlight.addFirst(pending);
            unfinished++;
            end(
                    new DisconnectedException(
                            node
                                    + " sent an answer to "
                                    + pending.describe()
                                    + " that cannot be read: "
                                    + e.getMessage(),
                            e));
            return false;
        }
        pending.answered(body, version, bytes);
        return !ended;
    }

    /**
     * A broker that does not know the version in which ApiVersions was asked says so in version 0,
     * which everybody can read.
     */
    private static short answerVersion(Pending<?> pending, ByteBuffer answer) {
        int errorAt = answer.position() + CORRELATION_ID_BYTES;
        boolean refusal =
                pending.api() == ApiKey.API_VERSIONS
                        && answer.remaining() >= CORRELATION_ID_BYTES + Short.BYTES
                        && answer.getShort(errorAt) == ErrorCode.UNSUPPORTED_VERSION.code();
        return refusal ? 0 : pending.version();
    }

    @Override
    public void badSize(int sizeBytes, int correlationId) {
        dropFinished();
        Pending<?> expected = inFlight.peek();
        end(
                new DisconnectedException(
                        node
                                + " sent an answer of "
                                + sizeBytes
                                + " bytes with correlation id "
                                + correlationId
                                + " where "
                                + nameOf(expected)
                                + " was next; an answer has 4 to "
                                + context.settings().maxAnswerBytes()
                                + " bytes"
                                + Stranger.hint(sizeBytes)));
    }

    private DisconnectedException outOfStep(int id, @Nullable Pending<?> expected) {
        return new DisconnectedException(
                node
                        + " sent an answer with correlation id "
                        + id
                        + " where "
                        + nameOf(expected)
                        + " was next; its connection is closed, since it is out of step");
    }

    private static String nameOf(@Nullable Pending<?> expected) {
        if (expected == null || !expected.call().expectsAnswer()) {
            return "no answer";
        }
        return "the one to " + expected.describe();
    }

    @Override
    public void channelInactive(ChannelHandlerContext from) {
        end(
                new DisconnectedException(
                        node
                                + " closed the connection"
                                + (frames.isMidFrame() ? " in the middle of an answer" : "")));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
        if (cause instanceof IOException || cause instanceof DecoderException) {
            end(
                    new DisconnectedException(
                            "the connection to " + node + " broke: " + reason(cause), cause));
        } else {
            context.loop().fail(cause);
        }
    }

    private static String reason(Throwable cause) {
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }
}
