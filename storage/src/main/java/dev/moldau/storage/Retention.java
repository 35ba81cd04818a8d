package dev.moldau.storage;

import dev.moldau.storage.segment.Segment;
import java.io.IOException;

/**
 * Decides which of a log's oldest segments go. Only what every replica has may go.
 *
 * <p>A segment is as old as its latest record says, but never younger than its last append: a
 * record from the future does not keep it for ever (KAFKA-18929).
 */
final class Retention {

    private final LogSettings settings;
    private final long nowMs;

    Retention(LogSettings settings, long nowMs) {
        this.settings = settings;
        this.nowMs = nowMs;
    }

    /** How many segments go, from the oldest; all of them only if the active one is too old. */
    int segmentsToRemove(LogView view, Segment[] segments) throws IOException {
        long excess =
                settings.deletes() && settings.retentionBytes() >= 0
                        ? view.sizeBytes() - settings.retentionBytes()
                        : 0;
        int remove = 0;
        for (; remove < segments.length; remove++) {
            Segment segment = segments[remove];
            boolean active = remove == segments.length - 1;
            if (active && segment.sizeBytes() == 0) {
                break;
            }
            long end = active ? view.logEndOffset() : segments[remove + 1].baseOffset();
            if (end > view.highWatermark()) {
                break;
            }
            boolean belowStart = !active && end <= view.logStartOffset();
            boolean tooMuch = !active && excess >= segment.sizeBytes() && excess > 0;
            if (!belowStart && !tooMuch && !isTooOld(segment)) {
                break;
            }
            excess -= segment.sizeBytes();
        }
        return remove;
    }

    private boolean isTooOld(Segment segment) throws IOException {
        if (!settings.deletes() || settings.retentionMs() < 0) {
            return false;
        }
        long latest = segment.maxTimestamp();
        long atMs = latest < 0 ? segment.lastAppendMs() : Math.min(latest, segment.lastAppendMs());
        return nowMs - atMs > settings.retentionMs();
    }
}
