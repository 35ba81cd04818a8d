package dev.moldau.client.admin;

import java.util.concurrent.atomic.LongAdder;

/** What an admin client has done so far. For any thread. */
final class AdminCounters {

    private final LongAdder calls = new LongAdder();
    private final LongAdder failedCalls = new LongAdder();
    private final LongAdder retries = new LongAdder();

    /** An operation was called. */
    void called() {
        calls.increment();
    }

    /** A call is over, and not all of its outcomes are good. */
    void failed() {
        failedCalls.increment();
    }

    /** So many keys of a call go round again. */
    void retried(int keys) {
        retries.add(keys);
    }

    long calls() {
        return calls.sum();
    }

    long failedCalls() {
        return failedCalls.sum();
    }

    long retries() {
        return retries.sum();
    }
}
