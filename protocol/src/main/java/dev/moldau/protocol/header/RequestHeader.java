package dev.moldau.protocol.header;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * Who asks for what. Version 1 of the header has these fields; version 2, which goes before
 * flexible messages, has tagged fields as well, none of which is known. The client id is never
 * compact, so that a broker can read it whatever the version. (Version 0 went before
 * ControlledShutdown 0 only, an API that is gone.)
 *
 * @param api the API that is asked
 * @param version the version of the message
 * @param correlationId the number that the response will carry
 * @param clientId what the client calls itself; null and the empty string both occur
 */
public record RequestHeader(
        ApiKey api, short version, int correlationId, @Nullable String clientId) {

    /** Writes the header; the body follows. */
    void write(WireWriter out, boolean flexible) {
        out.writeInt16(api.id());
        out.writeInt16(version);
        out.writeInt32(correlationId);
        if (clientId == null) {
            out.writeNullString(false);
        } else {
            out.writeString(false, clientId, "RequestHeader.clientId");
        }
        if (flexible) {
            out.writeUnsignedVarint(0);
        }
    }

    /** Reads what follows the correlation id. */
    static @Nullable String readClientId(WireReader in, boolean flexible) {
        String clientId = in.readNullableString(false, "RequestHeader.clientId");
        if (flexible) {
            in.skipTaggedFields();
        }
        return clientId;
    }
}
