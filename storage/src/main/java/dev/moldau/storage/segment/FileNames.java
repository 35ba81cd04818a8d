package dev.moldau.storage.segment;

import java.util.OptionalLong;

/** How the files of a log are called: the base offset in 20 digits, and a suffix. */
public final class FileNames {

    /** Batches. */
    public static final String LOG = ".log";

    /** Offset to position. */
    public static final String INDEX = ".index";

    /** Time to offset. */
    public static final String TIME_INDEX = ".timeindex";

    /** Aborted transactions. */
    public static final String TRANSACTION_INDEX = ".txnindex";

    /** Producers as of the offset in the name. */
    public static final String SNAPSHOT = ".snapshot";

    /** Appended to the name of a file that waits to be deleted. */
    public static final String DELETED = ".deleted";

    /** Appended to the name of a file that compaction was writing when the process ended. */
    public static final String CLEANED = ".cleaned";

    /** Appended to the name of a file that is to replace those of its range. */
    public static final String SWAP = ".swap";

    private static final int DIGITS = 20;

    private FileNames() {}

    /** The name of the file for an offset. */
    public static String of(long baseOffset, String suffix) {
        StringBuilder name = new StringBuilder(DIGITS + suffix.length());
        String digits = Long.toString(baseOffset);
        name.repeat('0', DIGITS - digits.length());
        return name.append(digits).append(suffix).toString();
    }

    /** The offset in the name of a file with a given suffix; empty if it is not such a name. */
    public static OptionalLong offsetOf(String name, String suffix) {
        if (name.length() != DIGITS + suffix.length() || !name.endsWith(suffix)) {
            return OptionalLong.empty();
        }
        long offset = 0;
        for (int i = 0; i < DIGITS; i++) {
            int digit = name.charAt(i) - '0';
            if (digit < 0 || digit > 9 || offset > (Long.MAX_VALUE - digit) / 10) {
                return OptionalLong.empty();
            }
            offset = offset * 10 + digit;
        }
        return OptionalLong.of(offset);
    }
}
