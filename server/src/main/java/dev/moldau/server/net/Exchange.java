package dev.moldau.server.net;

import dev.moldau.broker.api.InFlightRequest;
import dev.moldau.broker.api.Reply;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request of a connection and the place of its reply in the order of replies. The reply may
 * come on any thread: it lets go of the frame, is published by one volatile write, and the
 * connection is told. Everything else belongs to the connection's event loop.
 */
final class Exchange implements Consumer<Reply> {

    private final Connection connection;
    private final Frame frame;
    private final int frameBytes;
    private @Nullable InFlightRequest request;
    private volatile @Nullable Reply reply;

    Exchange(Connection connection, Frame frame) {
        this.connection = connection;
        this.frame = frame;
        this.frameBytes = frame.sizeBytes();
    }

    /** Hands the frame to the handler and waits for its reply. */
    void begin(FrameHandler handler) {
        InFlightRequest started;
        try {
            started = handler.handle(frame.bytes(), connection.info());
        } catch (RuntimeException e) {
            accept(new Reply.Close("its request met a fault of ours"));
            throw e;
        }
        request = started;
        started.reply().thenAccept(this);
    }

    int frameBytes() {
        return frameBytes;
    }

    @Override
    public void accept(Reply outcome) {
        frame.release();
        reply = outcome;
        connection.replied();
    }

    boolean isReplied() {
        return reply != null;
    }

    Reply reply() {
        return Objects.requireNonNull(reply, "asked before the reply is there");
    }

    /** The connection died: nobody waits for the reply. */
    void abandon() {
        if (request != null) {
            request.abandon();
        }
    }
}
