package dev.moldau.broker.topic;

import java.util.Map;

/**
 * The loggers of this process, as BROKER_LOGGER resources show them (KIP-412): a port to whatever
 * logging library the server runs. Safe for use by any thread.
 */
public interface LoggerLevels {

    /** A process whose loggers cannot be seen. */
    LoggerLevels NONE =
            new LoggerLevels() {
                @Override
                public Map<String, String> levels() {
                    return Map.of();
                }

                @Override
                public boolean set(String logger, String level) {
                    return false;
                }

                @Override
                public boolean reset(String logger) {
                    return false;
                }
            };

    /** The level that counts for each known logger: TRACE, DEBUG, INFO, WARN, ERROR or FATAL. */
    Map<String, String> levels();

    /**
     * Sets a level until the process ends.
     *
     * @return false if there is no such logger or level
     */
    boolean set(String logger, String level);

    /**
     * Takes a level back, so that the parent's counts again.
     *
     * @return false if there is no such logger, or it is the root
     */
    boolean reset(String logger);
}
