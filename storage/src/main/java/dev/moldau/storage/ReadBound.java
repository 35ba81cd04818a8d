package dev.moldau.storage;

/** How far a reader may see. */
public enum ReadBound {
    /** A consumer that reads uncommitted: up to the high watermark. */
    HIGH_WATERMARK,
    /** A consumer that reads committed: up to the last stable offset. */
    LAST_STABLE_OFFSET,
    /** A follower: all there is. */
    LOG_END
}
