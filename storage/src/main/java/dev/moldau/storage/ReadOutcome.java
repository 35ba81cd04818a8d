package dev.moldau.storage;

/** What a read of a {@link LogView} found. */
public sealed interface ReadOutcome {

    /**
     * Batches from the one that contains the offset; its first records may lie before the offset.
     *
     * @param records to be closed by whoever got it, exactly once, when the bytes have left
     */
    record Data(FileRecords records) implements ReadOutcome {}

    /** The offset is the next that will be visible: nothing to read yet. */
    record AtEnd() implements ReadOutcome {
        static final AtEnd INSTANCE = new AtEnd();
    }

    /**
     * The log does not have the offset: {@code OFFSET_OUT_OF_RANGE}. A reader that used an older
     * view looks at the current one first.
     */
    record OutOfRange() implements ReadOutcome {
        static final OutOfRange INSTANCE = new OutOfRange();
    }
}
