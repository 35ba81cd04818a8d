package dev.moldau.protocol.header;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.wire.MalformedMessageException;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;

/**
 * Which request is answered. Version 1, which goes before flexible messages, has tagged fields,
 * none of which is known; ApiVersions always has version 0, because a client reads that answer
 * before it knows what the broker speaks (KIP-511).
 *
 * @param correlationId the number that the request carried
 */
public record ResponseHeader(int correlationId) {

    /**
     * Reads the header and leaves the reader at the body.
     *
     * @param codec the codec of the response
     * @throws MalformedMessageException if the bytes are no header
     */
    public static ResponseHeader read(
            WireReader in, ApiKey api, MessageCodec<?> codec, short version) {
        int correlationId = in.readInt32();
        if (hasTaggedFields(api, codec, version)) {
            in.skipTaggedFields();
        }
        return new ResponseHeader(correlationId);
    }

    void write(WireWriter out, ApiKey api, MessageCodec<?> codec, short version) {
        out.writeInt32(correlationId);
        if (hasTaggedFields(api, codec, version)) {
            out.writeUnsignedVarint(0);
        }
    }

    private static boolean hasTaggedFields(ApiKey api, MessageCodec<?> codec, short version) {
        return api != ApiKey.API_VERSIONS && codec.flexible(version);
    }
}
