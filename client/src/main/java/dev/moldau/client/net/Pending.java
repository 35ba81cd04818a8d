package dev.moldau.client.net;

import dev.moldau.client.errors.ClientException;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.wire.WireReader;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import org.jspecify.annotations.Nullable;

/**
 * A call on its way: first in its peer's queue, then under way on a connection. Sees to it that the
 * call gets exactly one outcome and is released exactly once. Listens to its own write. Confined to
 * the loop.
 */
final class Pending<R extends ApiMessage> implements ChannelFutureListener {

    private final Call<R> call;
    private final NettyLoop loop;
    private @Nullable Connection connection;
    private int correlationId;
    private short version;
    private long deadlineMs;
    private boolean finished;
    private boolean released;

    Pending(Call<R> call, NettyLoop loop) {
        this.call = call;
        this.loop = loop;
    }

    ApiKey api() {
        return call.api();
    }

    Call<R> call() {
        return call;
    }

    int correlationId() {
        return correlationId;
    }

    short version() {
        return version;
    }

    /** When its time is up, on the loop's clock. */
    long deadlineMs() {
        return deadlineMs;
    }

    /** Whether it has had its outcome. */
    boolean isFinished() {
        return finished;
    }

    /** It waits for a connection from now on. */
    void queued(long nowMs) {
        deadlineMs = nowMs + call.timeoutMs();
    }

    /** It is handed to a connection: its time counts from now on. */
    void sent(Connection carrier, int id, short asVersion, long nowMs) {
        connection = carrier;
        correlationId = id;
        version = asVersion;
        deadlineMs = nowMs + call.timeoutMs();
    }

    /**
     * Reads the body of an answer.
     *
     * @param asVersion what the body is written in
     * @throws dev.moldau.protocol.wire.MalformedMessageException if it is no such answer
     */
    @SuppressWarnings("unchecked") // a call's class of answers is that of its API
    R read(WireReader in, short asVersion) {
        return (R) ApiCodecs.response(call.api()).orElseThrow().read(in, asVersion);
    }

    void answered(R answer, short asVersion, AnswerBytes bytes) {
        finish();
        call.answered(answer, asVersion, bytes);
    }

    void sentWithoutAnswer() {
        finish();
        call.sentWithoutAnswer();
    }

    void failed(ClientException cause) {
        finish();
        call.failed(cause);
    }

    void released() {
        if (released) {
            throw new IllegalStateException(describe() + " is released a second time");
        }
        released = true;
        call.released();
    }

    /** Its bytes have left, or never will. */
    @Override
    public void operationComplete(ChannelFuture future) {
        try {
            Connection carrier = connection;
            if (carrier == null) {
                throw new IllegalStateException(describe() + " was written but never sent");
            }
            carrier.written(this, future);
        } catch (Throwable thrown) {
            // Netty would log it and carry on.
            loop.fail(thrown);
        }
    }

    /** For messages: {@code Produce version 9 with correlation id 17}. */
    String describe() {
        return api().wireName() + " version " + version + " with correlation id " + correlationId;
    }

    private void finish() {
        if (finished) {
            throw new IllegalStateException(describe() + " has a second outcome");
        }
        finished = true;
    }
}
