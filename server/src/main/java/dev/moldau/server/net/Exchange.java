package dev.moldau.server.net;

import dev.moldau.broker.api.InFlightRequest;
import dev.moldau.broker.api.Reply;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request of a connection and the place of its reply in the order of replies. The reply may
 * come on any thread: it lets go of the frame, unless that went before, is published by one
 * volatile write, and the connection is told. Everything else belongs to the connection's event
 * loop.
 */
final class Exchange implements Consumer<Reply> {

    private final Connection connection;
    private final Frame frame;
    private int heldBytes;
    private int readyBytes;
    private boolean holdsFrame = true;
    private @Nullable InFlightRequest request;
    private volatile @Nullable Reply reply;

    Exchange(Connection connection, Frame frame) {
        this.connection = connection;
        this.frame = frame;
        this.heldBytes = frame.sizeBytes();
    }

    /** Hands the frame to the handler and waits for its reply. */
    void begin(FrameHandler handler) {
        InFlightRequest started;
        try {
            started = handler.handle(frame.bytes(), connection.info());
        } catch (Throwable e) {
            accept(new Reply.Close("its request met a fault of ours"));
            throw e;
        }
        request = started;
        if (!started.keepsFrame()) {
            holdsFrame = false;
            heldBytes = 0;
            frame.release();
        }
        started.reply().thenAccept(this);
    }

    /** What the request holds of the frames' memory until its reply is there. */
    int heldBytes() {
        return heldBytes;
    }

    /** Counts the bytes of a reply that is there already. */
    int noteReady() {
        if (reply instanceof Reply.Response response) {
            readyBytes = (int) Math.min(response.memoryBytes(), Integer.MAX_VALUE);
        }
        return readyBytes;
    }

    /** What {@link #noteReady} has counted. */
    int readyBytes() {
        return readyBytes;
    }

    @Override
    public void accept(Reply outcome) {
        if (holdsFrame) {
            frame.release();
        }
        reply = outcome;
        try {
            connection.replied();
        } catch (RejectedExecutionException e) {
            // The server was closed before; nobody else will look at the reply.
            drop();
        }
    }

    /** Lets go of a reply that nobody gets. */
    void drop() {
        if (reply instanceof Reply.Response response) {
            response.close();
        }
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
