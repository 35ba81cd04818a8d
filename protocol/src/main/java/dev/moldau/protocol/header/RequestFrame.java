package dev.moldau.protocol.header;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.wire.MalformedMessageException;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireLimits;
import dev.moldau.protocol.wire.WireReader;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request as it arrived, without the size before it, read as far as its header. What a broker
 * does about a version or an API that it does not have is its decision, hence these are values.
 */
public sealed interface RequestFrame {

    /**
     * A request whose body can be read.
     *
     * @param header who asks for what
     * @param codec the codec of the body
     * @param body a reader that stands at the body
     */
    record Known(RequestHeader header, MessageCodec<?> codec, WireReader body)
            implements RequestFrame {

        /**
         * Reads the body; once.
         *
         * @return a message whose bytes and records are slices of the frame
         * @throws MalformedMessageException if the bytes are no such message. Bytes behind the
         *     message are ignored, as Kafka does
         */
        public ApiMessage readBody() {
            return codec.read(body, header.version());
        }
    }

    /**
     * A request in a version that no codec knows.
     *
     * @param header who asks for what; the client id is null if it cannot be read
     * @param lowestVersion the lowest version of the API that there is
     * @param highestVersion the highest version of the API that there is
     */
    record UnsupportedVersion(RequestHeader header, short lowestVersion, short highestVersion)
            implements RequestFrame {}

    /**
     * A request to an API that does not exist or has no messages.
     *
     * @param apiKey the number of the API
     * @param version the version that was asked
     * @param correlationId the number that a response would carry
     */
    record UnknownApi(short apiKey, short version, int correlationId) implements RequestFrame {}

    /**
     * Reads a frame's header.
     *
     * @param frame what followed the size, from position to limit; its position does not move
     * @throws MalformedMessageException if the bytes are no header
     */
    static RequestFrame read(ByteBuffer frame) {
        return read(frame, WireLimits.MAX_REQUEST_ELEMENTS);
    }

    /**
     * Reads a frame's header.
     *
     * @param frame what followed the size, from position to limit; its position does not move
     * @param maxElements how many elements the body may have; see {@link WireReader#elements}
     * @throws MalformedMessageException if the bytes are no header
     */
    static RequestFrame read(ByteBuffer frame, int maxElements) {
        WireReader in = new WireReader(frame, maxElements);
        short apiKey = in.readInt16();
        short version = in.readInt16();
        int correlationId = in.readInt32();
        Optional<ApiKey> api = ApiKey.of(apiKey);
        Optional<MessageCodec<?>> codec = api.flatMap(ApiCodecs::request);
        if (api.isEmpty() || codec.isEmpty()) {
            return new UnknownApi(apiKey, version, correlationId);
        }
        return read(in, api.get(), codec.get(), version, correlationId);
    }

    private static RequestFrame read(
            WireReader in, ApiKey api, MessageCodec<?> codec, short version, int correlationId) {
        if (version < codec.lowestVersion() || version > codec.highestVersion()) {
            return new UnsupportedVersion(
                    new RequestHeader(api, version, correlationId, clientIdIfReadable(in)),
                    codec.lowestVersion(),
                    codec.highestVersion());
        }
        String clientId = RequestHeader.readClientId(in, codec.flexible(version));
        return new Known(new RequestHeader(api, version, correlationId, clientId), codec, in);
    }

    /**
     * The client id of a header whose version is unknown: it stands there in all versions so far.
     */
    private static @Nullable String clientIdIfReadable(WireReader in) {
        try {
            return RequestHeader.readClientId(in, false);
        } catch (MalformedMessageException e) {
            return null;
        }
    }
}
