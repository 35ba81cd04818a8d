package dev.moldau.broker.api;

/** Makes text that strangers sent fit for a log: one line, of a bearable length. */
public final class Printable {

    private static final int LONGEST = 500;

    private Printable() {}

    /** The text without line ends and other control characters, cut if it is long. */
    public static String line(String text) {
        int end = Math.min(text.length(), LONGEST);
        StringBuilder line = new StringBuilder(end + 3);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            line.append(isControl(c) ? '?' : c);
        }
        return text.length() > LONGEST ? line.append("...").toString() : line.toString();
    }

    private static boolean isControl(char c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
