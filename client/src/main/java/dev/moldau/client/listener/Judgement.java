package dev.moldau.client.listener;

/** Turns what handlers answer and throw into verdicts. */
final class Judgement {

    private static final int LONGEST_REASON = 1_000;

    private final FailurePolicy policy;
    private final HandlerFaults faults;

    Judgement(FailurePolicy policy, HandlerFaults faults) {
        this.policy = policy;
        this.faults = faults;
    }

    /** The handler answered. */
    Verdict of(Message<?, ?> message, Outcome outcome) {
        if (outcome instanceof Outcome.Success) {
            return Verdict.Done.INSTANCE;
        }
        if (outcome instanceof Outcome.Again again) {
            return new Verdict.Again(again.delayMs(), "its handler asked for it again");
        }
        return dead(message, ((Outcome.DeadLetter) outcome).reason());
    }

    /** The handler threw. */
    Verdict threw(Message<?, ?> message, Exception thrown) {
        faults.threw("the handler of", message, thrown);
        return new Verdict.Again(-1, reason(thrown));
    }

    /** A deserializer threw; another time it would again. */
    Verdict undecodable(Message<?, ?> message, Exception thrown) {
        faults.threw("a deserializer for", message, thrown);
        return policy.deadLetterTopic() == null
                ? new Verdict.Again(-1, reason(thrown))
                : new Verdict.Dead(reason(thrown));
    }

    private Verdict dead(Message<?, ?> message, String reason) {
        if (policy.deadLetterTopic() != null) {
            return new Verdict.Dead(shortened(reason));
        }
        faults.threw(
                "the handler of",
                message,
                new IllegalStateException(
                        "it answered that this is a dead letter ("
                                + reason
                                + "), but there is no topic for those: set one in FailurePolicy"));
        return new Verdict.Again(-1, shortened(reason));
    }

    private static String reason(Exception thrown) {
        return shortened(thrown.toString());
    }

    private static String shortened(String reason) {
        return reason.length() <= LONGEST_REASON
                ? reason
                : reason.substring(0, LONGEST_REASON) + "...";
    }
}
