package dev.moldau.protocol.record;

import java.util.Optional;

/** Who set the timestamps of a batch (KIP-32). */
public enum TimestampType {
    /** The producer, when it created the record. */
    CREATE_TIME("CreateTime"),
    /** The broker, when it appended the batch; the records' own timestamps are then ignored. */
    LOG_APPEND_TIME("LogAppendTime");

    private final String configName;

    TimestampType(String configName) {
        this.configName = configName;
    }

    /** The name in {@code message.timestamp.type}. */
    public String configName() {
        return configName;
    }

    /** The type called so in configuration, if there is one. */
    public static Optional<TimestampType> named(String configName) {
        for (TimestampType type : values()) {
            if (type.configName.equals(configName)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }
}
