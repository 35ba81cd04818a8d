package dev.moldau.broker.api;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A request between its frame and its reply. The server keeps these per connection in the order of
 * the requests and sends the replies in that order.
 *
 * <p>If the request {@linkplain #keepsFrame() keeps its frame}, that must stay readable and
 * unchanged until {@link #reply()} is complete, also if the connection died in between: records are
 * written to disk straight from it.
 */
public final class InFlightRequest {

    private final CompletableFuture<Reply> reply = new CompletableFuture<>();
    private final @Nullable RequestContext context;
    private final boolean keepsFrame;

    InFlightRequest(@Nullable RequestContext context, boolean keepsFrame) {
        this.context = context;
        this.keepsFrame = keepsFrame;
    }

    /** Whether the frame is needed until the reply is there; if not, it may go at once. */
    public boolean keepsFrame() {
        return keepsFrame;
    }

    /**
     * The outcome. Never completes exceptionally; any thread may complete it. A connection that has
     * died in the meantime still closes the response.
     */
    public CompletionStage<Reply> reply() {
        return reply;
    }

    /** Whether the reply is there already. */
    public boolean isDone() {
        return reply.isDone();
    }

    /**
     * Tells the handler that the connection died, so that a request that would wait for long does
     * not. The reply still comes and still defines the life of the frame. Any thread.
     */
    public void abandon() {
        if (context != null) {
            context.abandon();
        }
    }

    void complete(Reply outcome) {
        reply.complete(outcome);
    }
}
