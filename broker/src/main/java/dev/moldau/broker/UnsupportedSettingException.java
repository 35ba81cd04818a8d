package dev.moldau.broker;

/** The configuration asks for something that this release does not do; the message says what. */
public final class UnsupportedSettingException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnsupportedSettingException(String message) {
        super(message);
    }
}
