package dev.moldau.client.listener;

import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ClientKind;
import dev.moldau.common.config.ConsumerKeys;
import dev.moldau.common.config.InvalidConfigException;
import java.util.HashMap;
import java.util.Map;

/** What a listener needs of a consumer's configuration. Without state. */
final class ListenerConfigs {

    private ListenerConfigs() {}

    /**
     * The settings, with those that the listener itself decides.
     *
     * @throws InvalidConfigException if they cannot be a listener's; the message says what to
     *     change
     */
    static Map<String, Object> consumer(Map<String, ?> given) {
        ClientConfig config = ClientConfig.of(ClientKind.CONSUMER, given);
        if (config.find(ConsumerKeys.GROUP_ID).filter(group -> !group.isEmpty()).isEmpty()) {
            throw new InvalidConfigException(
                    ConsumerKeys.GROUP_ID.name(),
                    ConsumerKeys.GROUP_ID.name()
                            + " is not set; a listener reads as a member of a group, so name one");
        }
        if (config.isSet(ConsumerKeys.ENABLE_AUTO_COMMIT)
                && config.get(ConsumerKeys.ENABLE_AUTO_COMMIT)) {
            throw new InvalidConfigException(
                    ConsumerKeys.ENABLE_AUTO_COMMIT.name(),
                    ConsumerKeys.ENABLE_AUTO_COMMIT.name()
                            + "=true would commit what handlers have not done; leave it out, the"
                            + " listener commits by itself");
        }
        Map<String, Object> settings = new HashMap<>(given);
        settings.put(ConsumerKeys.ENABLE_AUTO_COMMIT.name(), false);
        return settings;
    }

    /** The group. */
    static String group(Map<String, ?> settings) {
        return String.valueOf(settings.get(ConsumerKeys.GROUP_ID.name()));
    }
}
