package dev.moldau.broker.group;

/** What a client sent is no regular expression. */
final class InvalidTopicRegexException extends Exception {

    InvalidTopicRegexException(String text, String why) {
        super(
                "'"
                        + text
                        + "' is no regular expression: "
                        + why
                        + ". The syntax is RE2's, without look-around and back references.");
    }
}
