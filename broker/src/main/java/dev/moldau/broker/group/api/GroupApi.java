package dev.moldau.broker.group.api;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import java.nio.ByteBuffer;

/**
 * What the handlers of group APIs have in common: all versions from 0 on are served.
 *
 * @param <Q> the request
 * @param <R> the response
 */
abstract class GroupApi<Q extends ApiMessage, R extends ApiMessage> implements ApiHandler<Q, R> {

    private final ApiKey apiKey;
    private final short highestVersion;

    GroupApi(ApiKey apiKey, int highestVersion) {
        this.apiKey = apiKey;
        this.highestVersion = (short) highestVersion;
    }

    @Override
    public final ApiKey apiKey() {
        return apiKey;
    }

    @Override
    public final short lowestVersion() {
        return 0;
    }

    @Override
    public final short highestVersion() {
        return highestVersion;
    }

    /** The error's number for the response, counted. */
    static short code(RequestContext context, ErrorCode error) {
        return context.counted(error).code();
    }

    /** A copy on the heap of bytes that belong to the request's frame. */
    static ByteBuffer keep(ByteBuffer borrowed) {
        return ByteBuffer.allocate(borrowed.remaining()).put(borrowed.duplicate()).flip();
    }
}
