package dev.moldau.protocol.processor;

import java.util.Locale;
import java.util.regex.Pattern;

/** Java source under construction: lines with indentation by braces. */
final class SourceText {

    private final StringBuilder text = new StringBuilder();
    private int depth;

    SourceText() {
        this(0);
    }

    SourceText(int depth) {
        this.depth = depth;
    }

    /** One line; it is indented by the braces open before it. */
    SourceText line(String line) {
        if (line.startsWith("}")) {
            depth--;
        }
        if (!line.isEmpty()) {
            text.append("    ".repeat(depth)).append(line);
        }
        text.append('\n');
        if (line.endsWith("{")) {
            depth++;
        }
        return this;
    }

    /** Lines that are indented already. */
    SourceText append(SourceText other) {
        text.append(other.text);
        return this;
    }

    /** A text of the same depth, for lines that are to be looked at before they are appended. */
    SourceText fork() {
        return new SourceText(depth);
    }

    boolean mentions(String word) {
        return text.indexOf(word) >= 0;
    }

    /** Whether a type is named, by itself and not as part of another name. */
    boolean mentionsType(String simpleName) {
        return Pattern.compile("(?<![\\w.\"])" + simpleName + "\\b").matcher(text).find();
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /** A string literal. */
    static String quote(String value) {
        StringBuilder literal = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                literal.append('\\').append(c);
            } else if (c >= ' ' && c < 0x7f) {
                literal.append(c);
            } else {
                literal.append(String.format("\\u%04x", (int) c));
            }
        }
        return literal.append('"').toString();
    }

    static String capitalize(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** {@code topicPartition} as {@code TOPIC_PARTITION}. */
    static String constantCase(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
    }
}
