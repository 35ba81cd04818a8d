package dev.moldau.broker.api;

import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * What stands before the body of a request, once API and version are known.
 *
 * @param correlationId the number by which the client matches the response
 * @param clientId what the client calls itself
 */
record FrameHeader(int correlationId, @Nullable String clientId) {

    /** API, version and correlation id, which every header begins with. */
    static final int MIN_BYTES = 8;

    /**
     * Reads a whole request header: version 2 for flexible messages, else version 1.
     *
     * @throws dev.moldau.protocol.wire.MalformedMessageException if it is cut off
     */
    static FrameHeader read(WireReader in, boolean flexible) {
        in.readInt16();
        in.readInt16();
        int correlationId = in.readInt32();
        // The client id keeps its classic form in flexible headers, so that it can always be read.
        String clientId = in.readNullableString(false, "clientId");
        if (flexible) {
            in.skipTaggedFields();
        }
        return new FrameHeader(correlationId, clientId);
    }

    /** Writes a response header: version 1 for flexible messages, else version 0. */
    static void writeResponse(WireWriter out, int correlationId, boolean flexible) {
        out.writeInt32(correlationId);
        if (flexible) {
            out.writeUnsignedVarint(0);
        }
    }
}
