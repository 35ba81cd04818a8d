package dev.moldau.client.scripted;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.ApiCodecs;
import dev.moldau.protocol.wire.MessageCodec;
import dev.moldau.protocol.wire.WireReader;
import dev.moldau.protocol.wire.WireWriter;

/** Sends messages through their codecs, so that they arrive as their version can carry them. */
public final class Wire {

    private Wire() {}

    /** A request as the broker reads it. */
    public static ApiMessage request(ApiKey api, short version, ApiMessage message) {
        return through(ApiCodecs.request(api).orElseThrow(), version, message);
    }

    /** An answer as the client reads it. */
    public static ApiMessage response(ApiKey api, short version, ApiMessage message) {
        return through(ApiCodecs.response(api).orElseThrow(), version, message);
    }

    /** The highest version that there is. */
    public static int highest(ApiKey api) {
        return ApiCodecs.request(api).orElseThrow().highestVersion();
    }

    private static <M extends ApiMessage> ApiMessage through(
            MessageCodec<M> codec, short version, ApiMessage message) {
        WireWriter out = new WireWriter();
        codec.write(codec.type().cast(message), out, version);
        return codec.read(new WireReader(out.toBuffer()), version);
    }
}
