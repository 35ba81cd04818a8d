package dev.moldau.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a member of a group journaled, and what was done to it.
 *
 * @param name of the member
 * @param tellsLoss whether its client tells partitions that were lost from those that it gave up
 * @param events in its own order
 * @param pauses when its process stood still
 * @param killedMs when its process was killed, or {@link #NEVER}
 */
record MemberHistory(
        String name,
        boolean tellsLoss,
        List<GroupEvent> events,
        List<Pause> pauses,
        long killedMs) {

    static final long NEVER = Long.MAX_VALUE;

    /** From when to when, in epoch ms. */
    record Pause(long fromMs, long toMs) {}

    /** The events of a journal; half a line at its end, which a killed process left, is none. */
    static List<GroupEvent> read(Path journal) {
        try {
            if (!Files.exists(journal)) {
                return List.of();
            }
            String all = Files.readString(journal);
            return all.substring(0, all.lastIndexOf('\n') + 1).lines().map(GroupEvent::of).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
