package dev.moldau.storage;

/**
 * The answer to "where does this leader epoch end?" (KIP-101, KIP-279).
 *
 * @param leaderEpoch the largest epoch not above the one asked for that the log knows; -1 if none
 * @param endOffset the first offset after that epoch; -1 if none
 */
public record EpochEnd(int leaderEpoch, long endOffset) {

    /** The answer when the log knows no epoch that is low enough. */
    public static final EpochEnd UNKNOWN = new EpochEnd(-1, -1);
}
