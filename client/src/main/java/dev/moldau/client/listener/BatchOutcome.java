package dev.moldau.client.listener;

/**
 * What becomes of a batch: those before {@code at} are done, the one there has an outcome of its
 * own, and those after it come again without that being a try.
 *
 * @param at how many are done from the first on; the batch's size or more for all
 * @param outcome what becomes of the one at this index
 */
public record BatchOutcome(int at, Outcome outcome) {

    private static final BatchOutcome DONE = new BatchOutcome(Integer.MAX_VALUE, Outcome.success());

    /**
     * Checks the index.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public BatchOutcome {
        if (at < 0) {
            throw new IllegalArgumentException("index " + at + " is negative");
        }
    }

    /** All are done. */
    public static BatchOutcome success() {
        return DONE;
    }

    /** None is done; the first is to come again after the back-off, and the others after it. */
    public static BatchOutcome again() {
        return new BatchOutcome(0, Outcome.again());
    }

    /** Those before the index are done, and this becomes of the one there. */
    public static BatchOutcome at(int index, Outcome outcome) {
        return new BatchOutcome(index, outcome);
    }
}
