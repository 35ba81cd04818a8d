package dev.moldau.common.config;

/**
 * A setting that cannot be used. Not retriable: the text names the key, the value, what is allowed
 * and what to do. Protocol handlers answer it as INVALID_CONFIG; the server refuses to start.
 */
public final class InvalidConfigException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String key;

    /**
     * @param key the key concerned
     * @param message the whole message
     */
    public InvalidConfigException(String key, String message) {
        super(message);
        this.key = key;
    }

    /**
     * @param key the key concerned
     * @param message the whole message
     * @param cause what lies behind it
     */
    public InvalidConfigException(String key, String message, Throwable cause) {
        super(message, cause);
        this.key = key;
    }

    /** The key concerned; for several at once, the first. */
    public String key() {
        return key;
    }
}
