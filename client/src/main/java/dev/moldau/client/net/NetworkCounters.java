package dev.moldau.client.net;

import java.util.concurrent.atomic.LongAdder;

/** What a client's network has done so far. Written by the loop, readable by any thread. */
public final class NetworkCounters {

    private final LongAdder opened = new LongAdder();
    private final LongAdder closed = new LongAdder();
    private final LongAdder failedAttempts = new LongAdder();
    private final LongAdder idleClosed = new LongAdder();
    private final LongAdder bytesIn = new LongAdder();
    private final LongAdder bytesOut = new LongAdder();
    private final LongAdder requests = new LongAdder();
    private final LongAdder answers = new LongAdder();
    private final LongAdder flushes = new LongAdder();
    private final LongAdder timeouts = new LongAdder();

    NetworkCounters() {}

    /** How many connections became ready. */
    public long opened() {
        return opened.sum();
    }

    /** How many connections that had been ready have ended, for whatever reason. */
    public long closed() {
        return closed.sum();
    }

    /** How many attempts at a connection failed before it was ready. */
    public long failedAttempts() {
        return failedAttempts.sum();
    }

    /** How many connections were closed after {@code connections.max.idle.ms}. */
    public long idleClosed() {
        return idleClosed.sum();
    }

    /** How many bytes have come in. */
    public long bytesIn() {
        return bytesIn.sum();
    }

    /** How many bytes of requests were handed to sockets. */
    public long bytesOut() {
        return bytesOut.sum();
    }

    /** How many requests were handed to sockets, negotiation included. */
    public long requests() {
        return requests.sum();
    }

    /** How many answers have come. */
    public long answers() {
        return answers.sum();
    }

    /** How many times requests were handed to the kernel; fewer than requests means batching. */
    public long flushes() {
        return flushes.sum();
    }

    /** How many calls have timed out, with or without a connection. */
    public long timeouts() {
        return timeouts.sum();
    }

    void countOpened() {
        opened.increment();
    }

    void countClosed() {
        closed.increment();
    }

    void countFailedAttempt() {
        failedAttempts.increment();
    }

    void countIdleClosed() {
        idleClosed.increment();
    }

    void countIn(int bytes) {
        bytesIn.add(bytes);
    }

    void countRequest(long bytes) {
        requests.increment();
        bytesOut.add(bytes);
    }

    void countAnswer() {
        answers.increment();
    }

    void countFlush() {
        flushes.increment();
    }

    void countTimeout() {
        timeouts.increment();
    }
}
