package dev.moldau.client.listener;

import java.util.concurrent.atomic.LongAdder;

/** What a listener counts. For any thread. */
final class ListenerCounters {

    final LongAdder handled = new LongAdder();
    final LongAdder again = new LongAdder();
    final LongAdder deadLetters = new LongAdder();
    final LongAdder deadLettersFailed = new LongAdder();
    final LongAdder commits = new LongAdder();
    final LongAdder commitsFailed = new LongAdder();
    final LongAdder pollsFailed = new LongAdder();
    final LongAdder pauses = new LongAdder();
    final LongAdder abandoned = new LongAdder();

    void told(Verdict verdict) {
        if (verdict instanceof Verdict.Done) {
            handled.increment();
        } else if (verdict instanceof Verdict.Again) {
            again.increment();
        }
    }

    void buried(boolean sent) {
        (sent ? deadLetters : deadLettersFailed).increment();
    }

    void abandoned() {
        abandoned.increment();
    }
}
