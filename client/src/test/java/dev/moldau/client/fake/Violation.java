package dev.moldau.client.fake;

/** A promise that a producer broke, and where. */
public record Violation(Rule rule, String what) {

    /** What is promised. */
    public enum Rule {
        /** An acknowledged record is in its log. */
        ACKNOWLEDGED_STAYS,
        /** The offset that was told is where the record is. */
        OFFSET_TRUE,
        /** Key and value are those that were sent. */
        CONTENT_TRUE,
        /** A record is in the topic and partition that it was sent to and told of, only. */
        RIGHT_PARTITION,
        /** What is in a log was sent by somebody. */
        NOTHING_FOREIGN,
        /** No record is in a log twice. */
        NOTHING_TWICE,
        /** Records are in the order of sending. */
        ORDER_KEPT,
        /** Every accepted record is answered exactly once, and nothing else is. */
        TOLD_ONCE,
        /** Answers of a partition come in the order of sending. */
        TOLD_IN_ORDER,
        /** All memory is back in the pool when nothing waits. */
        MEMORY_BACK,
        /** Enough was acknowledged for the run to prove something. */
        ENOUGH_DONE,
        /** The brokers have nothing to complain of. */
        NO_COMPLAINTS
    }
}
