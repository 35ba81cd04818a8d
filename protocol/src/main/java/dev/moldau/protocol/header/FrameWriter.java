package dev.moldau.protocol.header;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.UnsupportedFieldException;
import dev.moldau.protocol.wire.WireWriter;

/** Writes whole frames: size, header, body. */
public final class FrameWriter {

    private static final int SIZE_BYTES = 4;

    private FrameWriter() {}

    /**
     * Writes a request.
     *
     * @param codec the codec of the header's API
     * @throws UnsupportedFieldException if the version cannot carry a value that the message has
     * @throws IllegalArgumentException if the version is not one of the codec's, or the frame is
     *     larger than a frame can be
     */
    public static <M extends ApiMessage> void writeRequest(
            RequestHeader header, MessageCodec<M> codec, M message, WireWriter out) {
        long before = out.sizeBytes();
        int sizeAt = reserveSize(out);
        header.write(out, codec.flexible(header.version()));
        codec.write(message, out, header.version());
        setSize(out, sizeAt, before);
    }

    /**
     * Writes a response.
     *
     * @param api the API that was asked
     * @param codec the codec of its responses
     * @param version the version of the message, which is the request's except where ApiVersions
     *     answers a version above the broker's with version 0
     * @param correlationId the request's number
     * @throws UnsupportedFieldException if the version cannot carry a value that the message has
     * @throws IllegalArgumentException if the version is not one of the codec's, or the frame is
     *     larger than a frame can be
     */
    public static <M extends ApiMessage> void writeResponse(
            ApiKey api,
            MessageCodec<M> codec,
            short version,
            int correlationId,
            M message,
            WireWriter out) {
        long before = out.sizeBytes();
        int sizeAt = reserveSize(out);
        new ResponseHeader(correlationId).write(out, api, codec, version);
        codec.write(message, out, version);
        setSize(out, sizeAt, before);
    }

    private static int reserveSize(WireWriter out) {
        int sizeAt = out.position();
        out.writeInt32(0);
        return sizeAt;
    }

    private static void setSize(WireWriter out, int sizeAt, long before) {
        long size = out.sizeBytes() - before - SIZE_BYTES;
        if (size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "a frame of " + size + " bytes is larger than a frame can be");
        }
        out.setInt32(sizeAt, (int) size);
    }
}
