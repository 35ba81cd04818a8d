package dev.moldau.client.consumer;

import dev.moldau.client.consumer.assign.Assignors;
import dev.moldau.client.consumer.fetch.FetchSettings;
import dev.moldau.client.consumer.fetch.ResetPolicy;
import dev.moldau.client.consumer.group.GroupSettings;
import dev.moldau.client.metadata.MetadataSettings;
import dev.moldau.client.metadata.RecoveryStrategy;
import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ClientKeys;
import dev.moldau.common.config.ConfigKey;
import dev.moldau.common.config.ConsumerKeys;
import dev.moldau.common.config.InvalidConfigException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Turns a consumer's configuration into settings, and refuses what cannot be kept to. Without
 * state.
 */
final class ConsumerConfigs {

    private ConsumerConfigs() {}

    /**
     * The settings.
     *
     * @throws InvalidConfigException if values do not go together; the message says what to change
     */
    static ConsumerSettings settings(ClientConfig config) {
        return new ConsumerSettings(
                fetching(config),
                metadata(config),
                group(config),
                config.get(ConsumerKeys.MAX_POLL_RECORDS),
                config.get(ConsumerKeys.DEFAULT_API_TIMEOUT_MS));
    }

    private static FetchSettings fetching(ClientConfig config) {
        return new FetchSettings(
                config.get(ConsumerKeys.FETCH_MIN_BYTES),
                positive(config, ConsumerKeys.FETCH_MAX_BYTES),
                config.get(ConsumerKeys.FETCH_MAX_WAIT_MS),
                positive(config, ConsumerKeys.MAX_PARTITION_FETCH_BYTES),
                config.get(ConsumerKeys.ISOLATION_LEVEL).equals("read_committed"),
                config.get(ConsumerKeys.CHECK_CRCS),
                config.get(ConsumerKeys.CLIENT_RACK),
                ResetPolicy.parse(config.get(ConsumerKeys.AUTO_OFFSET_RESET)),
                positive(config, ClientKeys.REQUEST_TIMEOUT_MS),
                config.get(ClientKeys.RETRY_BACKOFF_MS),
                config.get(ClientKeys.RETRY_BACKOFF_MAX_MS),
                config.get(ClientKeys.METADATA_MAX_AGE_MS));
    }

    private static @Nullable GroupSettings group(ClientConfig config) {
        String groupId = config.find(ConsumerKeys.GROUP_ID).orElse(null);
        if (groupId == null) {
            return null;
        }
        int sessionTimeoutMs = config.get(ConsumerKeys.SESSION_TIMEOUT_MS);
        int heartbeatMs = config.get(ConsumerKeys.HEARTBEAT_INTERVAL_MS);
        if (heartbeatMs < 1 || heartbeatMs >= sessionTimeoutMs) {
            throw new InvalidConfigException(
                    ConsumerKeys.HEARTBEAT_INTERVAL_MS.name(),
                    "heartbeat.interval.ms="
                            + heartbeatMs
                            + " must be at least 1 and less than session.timeout.ms="
                            + sessionTimeoutMs
                            + "; a third of it at most is good");
        }
        return new GroupSettings(
                groupId,
                config.find(ConsumerKeys.GROUP_INSTANCE_ID).orElse(null),
                ProtocolChoice.of(config),
                config.find(ConsumerKeys.GROUP_REMOTE_ASSIGNOR).orElse(null),
                config.get(ConsumerKeys.CLIENT_RACK),
                sessionTimeoutMs,
                heartbeatMs,
                config.get(ConsumerKeys.MAX_POLL_INTERVAL_MS),
                Assignors.of(config),
                config.get(ConsumerKeys.ENABLE_AUTO_COMMIT)
                        ? config.get(ConsumerKeys.AUTO_COMMIT_INTERVAL_MS)
                        : -1,
                positive(config, ClientKeys.REQUEST_TIMEOUT_MS),
                config.get(ClientKeys.RETRY_BACKOFF_MS),
                config.get(ClientKeys.RETRY_BACKOFF_MAX_MS),
                config.get(ClientKeys.METADATA_MAX_AGE_MS),
                config.get(ConsumerKeys.EXCLUDE_INTERNAL_TOPICS));
    }

    private static int positive(ClientConfig config, ConfigKey<Integer> key) {
        int value = config.get(key);
        if (value == 0) {
            throw new InvalidConfigException(
                    key.name(), key.name() + "=0 leaves no way to read anything; give more");
        }
        return value;
    }

    private static MetadataSettings metadata(ClientConfig config) {
        String recovery = config.get(ClientKeys.METADATA_RECOVERY_STRATEGY);
        return new MetadataSettings(
                config.get(ClientKeys.METADATA_MAX_AGE_MS),
                MetadataSettings.DEFAULT.maxIdleMs(),
                config.get(ClientKeys.RETRY_BACKOFF_MS),
                config.get(ClientKeys.RETRY_BACKOFF_MAX_MS),
                RecoveryStrategy.valueOf(recovery.toUpperCase(Locale.ROOT)),
                config.get(ClientKeys.METADATA_RECOVERY_REBOOTSTRAP_TRIGGER_MS),
                config.get(ConsumerKeys.ALLOW_AUTO_CREATE_TOPICS),
                config.get(ClientKeys.REQUEST_TIMEOUT_MS));
    }
}
