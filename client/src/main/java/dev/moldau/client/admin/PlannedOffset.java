package dev.moldau.client.admin;

/**
 * What a plan does in one partition.
 *
 * @param from how far the group has come; -1 if it has committed nothing there
 * @param to where it shall go on
 * @param leaderEpoch the epoch of the record at {@code to}; -1 if not known
 * @param earliest where the log begins
 * @param latest where the log ends
 */
public record PlannedOffset(long from, long to, int leaderEpoch, long earliest, long latest) {

    /** How many records are there to read from {@code to} on, by count of offsets. */
    public long lag() {
        return latest - to;
    }
}
