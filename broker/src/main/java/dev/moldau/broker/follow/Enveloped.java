package dev.moldau.broker.follow;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.header.FrameWriter;
import dev.moldau.protocol.header.RequestHeader;
import dev.moldau.protocol.header.ResponseHeader;
import dev.moldau.protocol.message.EnvelopeRequest;
import dev.moldau.protocol.message.EnvelopeResponse;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A request that goes to the controller in an envelope, with the name of him who asks. It is
 * encoded when this is made, so that the frame it came in is needed no longer.
 *
 * @param <R> the answer inside the envelope
 */
final class Enveloped<R extends ApiMessage>
        implements ControllerRequest<EnvelopeResponse, Forwarded<R>> {

    private static final int SIZE_BYTES = 4;

    private final RequestHeader header;
    private final MessageCodec<R> responses;
    private final EnvelopeRequest envelope;
    private final boolean repeatable;

    /** Whose request it is. */
    record Asker(String principal, InetAddress host) {}

    private Enveloped(
            RequestHeader header,
            MessageCodec<R> responses,
            EnvelopeRequest envelope,
            boolean repeatable) {
        this.header = header;
        this.responses = responses;
        this.envelope = envelope;
        this.repeatable = repeatable;
    }

    /**
     * Puts a request into an envelope.
     *
     * @param repeatable whether it does no harm if it is carried out twice
     */
    static <Q extends ApiMessage, R extends ApiMessage> Enveloped<R> of(
            RequestHeader header,
            MessageCodec<Q> requests,
            MessageCodec<R> responses,
            Q request,
            Asker asker,
            boolean repeatable) {
        WireWriter out = new WireWriter();
        FrameWriter.writeRequest(header, requests, request, out);
        EnvelopeRequest envelope =
                new EnvelopeRequest(
                        out.toBuffer().position(SIZE_BYTES).slice(),
                        ByteBuffer.wrap(asker.principal().getBytes(StandardCharsets.UTF_8)),
                        ByteBuffer.wrap(asker.host().getAddress()));
        return new Enveloped<>(header, responses, envelope, repeatable);
    }

    @Override
    public ApiKey api() {
        return ApiKey.ENVELOPE;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 0;
    }

    @Override
    public boolean repeatable() {
        return repeatable;
    }

    @Override
    public ApiMessage message(short version) {
        return envelope;
    }

    @Override
    public ErrorCode error(EnvelopeResponse answer) {
        return answer.errorCode() == ErrorCode.NONE.code() && answer.responseData() == null
                ? ErrorCode.UNKNOWN_SERVER_ERROR
                : ErrorCode.of(answer.errorCode());
    }

    @Override
    public Forwarded<R> result(EnvelopeResponse answer) {
        ByteBuffer data = Objects.requireNonNull(answer.responseData());
        ByteBuffer copy = ByteBuffer.allocate(data.remaining()).put(data.duplicate()).flip();
        WireReader in = new WireReader(copy);
        ResponseHeader.read(in, header.api(), responses, header.version());
        return new Forwarded<>(responses.read(in, header.version()), answer.imageVersion());
    }
}
