package dev.moldau.server.net;

import dev.moldau.broker.api.ConnectionInfo;
import dev.moldau.broker.api.InFlightRequest;
import java.nio.ByteBuffer;

/** What whole frames are handed to: the broker's dispatcher. */
@FunctionalInterface
public interface FrameHandler {

    /**
     * Handles one request. Called on the connection's event loop, in the order of the requests;
     * never waits.
     *
     * @param frame the request without its size; valid until the reply is complete, or until this
     *     returns if the request does not {@linkplain InFlightRequest#keepsFrame keep it}
     */
    InFlightRequest handle(ByteBuffer frame, ConnectionInfo connection);
}
