package dev.moldau.systemtests;

/**
 * A line of a member's journal; {@code MemberJournal.java} says what the letters mean.
 *
 * @param ms when, in epoch ms
 * @param partition {@code topic-number}; empty for {@link Kind#CLOSED}
 * @param offset of a record, or where a commit says to go on; 0 otherwise
 * @param number what a record says that it is; 0 otherwise
 */
record GroupEvent(long ms, Kind kind, String partition, long offset, long number) {

    /** What happened. */
    enum Kind {
        ASSIGNED('A'),
        REVOKED('R'),
        LOST('L'),
        PROCESSED('P'),
        TRIED('T'),
        COMMITTED('C'),
        CLOSED('Z');

        private final char letter;

        Kind(char letter) {
            this.letter = letter;
        }

        private static Kind of(char letter) {
            for (Kind kind : values()) {
                if (kind.letter == letter) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("no event '" + letter + "'");
        }
    }

    static GroupEvent of(String line) {
        String[] words = line.split(" ");
        return new GroupEvent(
                Long.parseLong(words[0]),
                Kind.of(words[1].charAt(0)),
                words.length > 3 ? words[2] + "-" + words[3] : "",
                words.length > 4 ? Long.parseLong(words[4]) : 0,
                words.length > 5 ? Long.parseLong(words[5]) : 0);
    }
}
