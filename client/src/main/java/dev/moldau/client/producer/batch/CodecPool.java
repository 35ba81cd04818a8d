package dev.moldau.client.producer.batch;

import dev.moldau.protocol.compress.Codecs;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Codecs for whoever compresses next. They hold native memory and serve one thread at a time, so
 * there is a bounded number of them for any number of callers: who finds none leaves the
 * compression to the loop, which always gets one. Safe for use by any thread.
 */
final class CodecPool implements AutoCloseable {

    private final int most;
    private final ArrayDeque<Codecs> idle = new ArrayDeque<>();
    private int lent;
    private boolean closed;

    /**
     * A pool.
     *
     * @param most how many callers compress at once
     */
    CodecPool(int most) {
        this.most = most;
    }

    /** Codecs for a caller, or null if as many callers as may are compressing. */
    synchronized @Nullable Codecs tryBorrow() {
        return lent >= most || closed ? null : borrow();
    }

    /** Codecs for the loop. */
    synchronized Codecs borrow() {
        Codecs idling = idle.pollLast();
        Codecs codecs = idling == null ? new Codecs() : idling;
        // Once they are there: an OutOfMemoryError must not count as lent for good.
        lent++;
        return codecs;
    }

    /** Takes codecs back. */
    synchronized void giveBack(Codecs codecs) {
        lent--;
        if (closed || idle.size() >= most) {
            codecs.close();
        } else {
            idle.addLast(codecs);
        }
    }

    /** Takes codecs back that failed, and are in no state to be used again. */
    void discard(Codecs codecs) {
        synchronized (this) {
            lent--;
        }
        codecs.close();
    }

    /** Frees what is idle now, and what is lent when it comes back. */
    @Override
    public synchronized void close() {
        closed = true;
        idle.forEach(Codecs::close);
        idle.clear();
    }
}
