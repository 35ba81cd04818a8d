package dev.moldau.client.admin;

import org.jspecify.annotations.Nullable;

/**
 * A setting and where its value comes from.
 *
 * @param name as in files and changes
 * @param value null if it has none or is sensitive
 * @param source where the value comes from
 * @param readOnly whether it can only be changed in the broker's file
 * @param sensitive whether brokers keep the value to themselves
 * @param documentation null if the broker does not tell
 */
public record ConfigSetting(
        String name,
        @Nullable String value,
        Source source,
        boolean readOnly,
        boolean sensitive,
        @Nullable String documentation) {

    /** Where a value comes from; the order is the one of the wire. */
    public enum Source {
        /** The broker does not say. */
        UNKNOWN,
        /** Set for this topic. */
        TOPIC,
        /** Set for this broker while it runs. */
        BROKER,
        /** Set for all brokers while they run. */
        DEFAULT_OF_BROKERS,
        /** The broker's file. */
        BROKER_FILE,
        /** Nobody set it. */
        BUILT_IN_DEFAULT,
        /** Set for this logger. */
        BROKER_LOGGER,
        /** Set for this subscription to clients' metrics. */
        CLIENT_METRICS,
        /** Set for this group. */
        GROUP;

        private static final Source[] BY_CODE = values();

        static Source of(byte code) {
            return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : UNKNOWN;
        }
    }
}
