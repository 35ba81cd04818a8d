package dev.moldau.client.consumer;

import dev.moldau.client.consumer.group.GroupProtocol;
import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ConfigKey;
import dev.moldau.common.config.ConsumerKeys;
import dev.moldau.common.config.InvalidConfigException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which protocol settings ask for. Whoever sets what only the classic one has, and does not say
 * which protocol it shall be, counts on it: then it is classic. Whoever says both made a mistake,
 * and is told. Without state.
 */
final class ProtocolChoice {

    private static final Logger LOG = LoggerFactory.getLogger(Consumer.class);

    private static final List<ConfigKey<?>> CLASSIC_ONLY =
            List.of(
                    ConsumerKeys.PARTITION_ASSIGNMENT_STRATEGY,
                    ConsumerKeys.SESSION_TIMEOUT_MS,
                    ConsumerKeys.HEARTBEAT_INTERVAL_MS);

    private ProtocolChoice() {}

    /**
     * The protocol.
     *
     * @throws InvalidConfigException if settings of both are set
     */
    static GroupProtocol of(ClientConfig config) {
        ConfigKey<?> classic = classicKey(config);
        String asked = config.find(ConsumerKeys.GROUP_PROTOCOL).orElse("").toUpperCase(Locale.ROOT);
        return switch (asked) {
            case "CONSUMER" -> {
                if (classic != null) {
                    throw conflict(
                            classic,
                            "group.protocol=consumer",
                            "there the brokers' group.consumer.* settings decide, and those of the"
                                    + " group");
                }
                yield GroupProtocol.CONSUMER;
            }
            case "CLASSIC" -> classic(config, "group.protocol=classic");
            default -> {
                if (classic == null) {
                    yield GroupProtocol.EITHER;
                }
                LOG.info(
                        "the group's protocol is classic because {} is set; remove that, or set"
                                + " group.protocol=classic",
                        classic.name());
                yield classic(config, classic.name());
            }
        };
    }

    private static @Nullable ConfigKey<?> classicKey(ClientConfig config) {
        for (ConfigKey<?> key : CLASSIC_ONLY) {
            if (config.isSet(key)) {
                return key;
            }
        }
        return null;
    }

    private static GroupProtocol classic(ClientConfig config, String reason) {
        if (config.isSet(ConsumerKeys.GROUP_REMOTE_ASSIGNOR)) {
            throw conflict(
                    ConsumerKeys.GROUP_REMOTE_ASSIGNOR,
                    reason,
                    "with the classic protocol members share out, as"
                            + " partition.assignment.strategy says");
        }
        return GroupProtocol.CLASSIC;
    }

    private static InvalidConfigException conflict(ConfigKey<?> key, String other, String why) {
        return new InvalidConfigException(
                key.name(),
                key.name() + " does not go with " + other + ": " + why + "; remove one of them");
    }
}
