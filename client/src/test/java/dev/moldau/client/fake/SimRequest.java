package dev.moldau.client.fake;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.AnswerBytes;
import dev.moldau.client.net.Call;
import dev.moldau.common.Timer.Timeout;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.header.FrameWriter;
import dev.moldau.protocol.header.RequestHeader;
import dev.moldau.protocol.header.ResponseHeader;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A call on its way. The message is encoded again each time its bytes are read, so that what the
 * borrowed memory shows at that moment is what travels.
 */
final class SimRequest<R extends ApiMessage> {

    private static final int SIZE_BYTES = 4;

    private final Call<R> call;
    private final MessageCodec<R> responses;
    private short version;
    private int correlationId;
    private @Nullable ApiMessage message;
    private @Nullable Timeout deadline;
    private boolean told;
    private boolean released;
    private boolean arrived;

    @SuppressWarnings("unchecked")
    SimRequest(Call<R> call) {
        this.call = call;
        responses = (MessageCodec<R>) ApiCodecs.response(call.api()).orElseThrow();
    }

    Call<R> call() {
        return call;
    }

    void deadline(Timeout timeout) {
        cancelDeadline();
        deadline = timeout;
    }

    private void cancelDeadline() {
        if (deadline != null) {
            deadline.cancel();
        }
    }

    /** Asks for the message, once. */
    void prepare(short negotiated, int number) {
        if (message != null) {
            throw new IllegalStateException("prepared twice");
        }
        version = negotiated;
        correlationId = number;
        message = call.message(negotiated);
    }

    /** The frame without its size, with the bytes that the message's memory shows now. */
    @SuppressWarnings("unchecked")
    ByteBuffer encode(String clientId) {
        if (released || message == null) {
            throw new IllegalStateException("bytes are read after their release");
        }
        MessageCodec<ApiMessage> codec =
                (MessageCodec<ApiMessage>) ApiCodecs.request(call.api()).orElseThrow();
        WireWriter out = new WireWriter();
        FrameWriter.writeRequest(
                new RequestHeader(call.api(), version, correlationId, clientId),
                codec,
                message,
                out);
        ByteBuffer frame = out.toBuffer();
        return frame.slice(SIZE_BYTES, frame.remaining() - SIZE_BYTES);
    }

    void markArrived() {
        arrived = true;
    }

    boolean hasArrived() {
        return arrived;
    }

    boolean isTold() {
        return told;
    }

    void answer(ByteBuffer frame, AnswerBytes bytes) {
        WireReader in = new WireReader(frame.slice(SIZE_BYTES, frame.remaining() - SIZE_BYTES));
        int answered = ResponseHeader.read(in, call.api(), responses, version).correlationId();
        if (answered != correlationId) {
            throw new IllegalStateException(
                    "answer to " + answered + " where " + correlationId + " is due");
        }
        R response = responses.read(in, version);
        if (in.remaining() != 0) {
            throw new IllegalStateException(in.remaining() + " bytes behind " + response);
        }
        tellOnce();
        call.answered(response, version, bytes);
    }

    void sentWithoutAnswer() {
        tellOnce();
        call.sentWithoutAnswer();
    }

    void fail(ClientException cause) {
        tellOnce();
        call.failed(cause);
    }

    private void tellOnce() {
        if (told) {
            throw new IllegalStateException("told twice");
        }
        told = true;
        cancelDeadline();
    }

    /** Lets go of the bytes; further times do nothing. */
    void release() {
        if (!released) {
            released = true;
            call.released();
        }
    }
}
