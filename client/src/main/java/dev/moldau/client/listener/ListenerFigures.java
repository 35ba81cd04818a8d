package dev.moldau.client.listener;

import dev.moldau.client.metrics.ClientMetrics;

/** The figures that a listener shows. */
final class ListenerFigures {

    private ListenerFigures() {}

    static void declare(ClientMetrics metrics, ListenerCounters counters, Desk<?, ?> desk) {
        metrics.counter(
                        "moldau_listener_messages_handled_total",
                        "Messages whose handler was successful.",
                        counters.handled::sum)
                .counter(
                        "moldau_listener_messages_again_total",
                        "Tries after which a message was to come again, or went to the dead"
                                + " letters as the last of its tries.",
                        counters.again::sum)
                .counter(
                        "moldau_listener_dead_letters_total",
                        "Messages that were stored in the dead letter topic.",
                        counters.deadLetters::sum)
                .counter(
                        "moldau_listener_dead_letters_failed_total",
                        "Attempts to store a message in the dead letter topic that failed.",
                        counters.deadLettersFailed::sum)
                .counter(
                        "moldau_listener_commits_total",
                        "Commits that were acknowledged.",
                        counters.commits::sum)
                .counter(
                        "moldau_listener_commits_failed_total",
                        "Commits that failed; the next one covers what they were for.",
                        counters.commitsFailed::sum)
                .counter(
                        "moldau_listener_polls_failed_total",
                        "Polls that failed for a passing reason and were tried again.",
                        counters.pollsFailed::sum)
                .counter(
                        "moldau_listener_pauses_total",
                        "How often reading was paused because too much was read and not done.",
                        counters.pauses::sum)
                .counter(
                        "moldau_listener_handlers_abandoned_total",
                        "Handlers that went on with messages that were no longer this listener's,"
                                + " and were interrupted.",
                        counters.abandoned::sum)
                .gauge(
                        "moldau_listener_handlers_working",
                        "Pieces of work that handlers have and have not told the end of.",
                        () -> desk.with(ledger -> ledger.out().size()))
                .gauge(
                        "moldau_listener_oldest_work_seconds",
                        "For how long the oldest of them is at work, in seconds.",
                        () -> desk.oldestMs() / 1_000.0)
                .gauge(
                        "moldau_listener_messages_buffered",
                        "Messages that are read and not done.",
                        () -> desk.with(Ledger::records))
                .gauge(
                        "moldau_listener_buffered_bytes",
                        "Their bytes, roughly.",
                        () -> desk.with(Ledger::bytes))
                .gauge(
                        "moldau_listener_orders_waiting",
                        "Partitions, keys or messages that wait for their time to be tried again.",
                        () -> desk.with(Ledger::parkedLanes));
    }
}
