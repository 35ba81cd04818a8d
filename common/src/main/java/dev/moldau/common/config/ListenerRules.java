package dev.moldau.common.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the settings of listeners say together, and which combinations cannot be: the keys are
 * declared in {@link NetworkKeys}, one by one.
 */
final class ListenerRules {

    private static final String LISTENERS = NetworkKeys.LISTENERS.name();
    private static final String ADVERTISED = NetworkKeys.ADVERTISED_LISTENERS.name();
    private static final String INTER_BROKER = NetworkKeys.INTER_BROKER_LISTENER_NAME.name();
    private static final String INTER_BROKER_PROTOCOL =
            NetworkKeys.SECURITY_INTER_BROKER_PROTOCOL.name();

    private ListenerRules() {}

    /**
     * Where to listen.
     *
     * @throws InvalidConfigException if there is none, one cannot be read, or two are in each
     *     other's way
     */
    static List<ListenerAddress> listeners(BrokerConfig config) {
        List<ListenerAddress> listeners =
                parse(NetworkKeys.LISTENERS, config.get(NetworkKeys.LISTENERS), config);
        if (listeners.isEmpty()) {
            throw new InvalidConfigException(
                    LISTENERS,
                    LISTENERS
                            + " is empty: nobody could connect; name a listener, such as"
                            + " PLAINTEXT://:9092, or remove the setting to use that one.");
        }
        for (int i = 0; i < listeners.size(); i++) {
            for (ListenerAddress other : listeners.subList(0, i)) {
                refuseCollision(other, listeners.get(i));
            }
        }
        return listeners;
    }

    private static void refuseCollision(ListenerAddress first, ListenerAddress second) {
        if (first.collidesWith(second)) {
            throw new InvalidConfigException(
                    LISTENERS,
                    LISTENERS
                            + " names "
                            + first
                            + " and "
                            + second
                            + ", which both want port "
                            + second.port()
                            + " of the same address; give each a port of its own, or a host of its"
                            + " own.");
        }
    }

    /**
     * What clients are told.
     *
     * @param listeners where the broker listens
     * @throws InvalidConfigException if one cannot be read, is for no listener, or is an address
     *     that nobody can connect to
     */
    static List<ListenerAddress> advertised(BrokerConfig config, List<ListenerAddress> listeners) {
        List<ListenerAddress> advertised =
                parse(
                        NetworkKeys.ADVERTISED_LISTENERS,
                        config.find(NetworkKeys.ADVERTISED_LISTENERS).orElse(List.of()),
                        config);
        for (ListenerAddress address : advertised) {
            if (named(address.name(), listeners).isEmpty()) {
                throw new InvalidConfigException(
                        ADVERTISED,
                        ADVERTISED
                                + " names "
                                + address
                                + ", but listeners has no listener "
                                + address.name()
                                + ", only "
                                + names(listeners)
                                + "; add it there, or remove it here.");
            }
            if (address.isEveryAddress() && !address.host().isEmpty()) {
                throw new InvalidConfigException(
                        ADVERTISED,
                        ADVERTISED
                                + " names "
                                + address
                                + ", which clients cannot connect to; name a host that they can"
                                + " reach, or leave the host out to tell each client the address"
                                + " it came by.");
            }
        }
        return advertised;
    }

    /**
     * Which listener brokers use among themselves.
     *
     * @param listeners where the broker listens
     * @throws InvalidConfigException if there is no such listener, or both keys that choose it are
     *     set
     */
    static ListenerAddress interBroker(BrokerConfig config, List<ListenerAddress> listeners) {
        Optional<String> chosen = config.find(NetworkKeys.INTER_BROKER_LISTENER_NAME);
        boolean protocolChosen = config.isSet(NetworkKeys.SECURITY_INTER_BROKER_PROTOCOL);
        if (chosen.isPresent()) {
            if (protocolChosen) {
                throw new InvalidConfigException(
                        INTER_BROKER,
                        INTER_BROKER
                                + " and "
                                + INTER_BROKER_PROTOCOL
                                + " are both set, and both choose the listener that brokers use"
                                + " among themselves; remove "
                                + INTER_BROKER_PROTOCOL
                                + ".");
            }
            return named(chosen.get().toUpperCase(Locale.ROOT), listeners)
                    .orElseThrow(() -> noSuchListener(chosen.get(), listeners));
        }
        String protocol = config.get(NetworkKeys.SECURITY_INTER_BROKER_PROTOCOL);
        List<ListenerAddress> speaking =
                listeners.stream().filter(l -> l.securityProtocol().equals(protocol)).toList();
        if (speaking.isEmpty() && protocolChosen) {
            throw new InvalidConfigException(
                    INTER_BROKER_PROTOCOL,
                    INTER_BROKER_PROTOCOL
                            + " is "
                            + protocol
                            + ", but none of the listeners "
                            + names(listeners)
                            + " speaks it; remove the setting, and choose one of them with "
                            + INTER_BROKER
                            + ".");
        }
        List<ListenerAddress> candidates = speaking.isEmpty() ? listeners : speaking;
        return named(protocol, candidates).orElseGet(() -> candidates.get(0));
    }

    private static InvalidConfigException noSuchListener(
            String name, List<ListenerAddress> listeners) {
        return new InvalidConfigException(
                INTER_BROKER,
                INTER_BROKER
                        + " is "
                        + name
                        + ", but listeners has no listener of that name; choose one of "
                        + names(listeners)
                        + ", or add it there.");
    }

    private static List<ListenerAddress> parse(
            ConfigKey<?> key, List<String> texts, BrokerConfig config) {
        ListenerProtocols protocols =
                new ListenerProtocols(config.get(NetworkKeys.LISTENER_SECURITY_PROTOCOL_MAP));
        List<ListenerAddress> addresses = new ArrayList<>();
        for (String text : texts) {
            ListenerAddress address = ListenerAddress.parse(key, text, protocols);
            if (named(address.name(), addresses).isPresent()) {
                throw new InvalidConfigException(
                        key.name(),
                        "Invalid listener '"
                                + text
                                + "' in "
                                + key.name()
                                + ": the name "
                                + address.name()
                                + " occurs twice; give each listener a name of its own, and the"
                                + " name a protocol in listener.security.protocol.map");
            }
            addresses.add(address);
        }
        return addresses;
    }

    private static Optional<ListenerAddress> named(String name, List<ListenerAddress> listeners) {
        return listeners.stream().filter(l -> l.name().equals(name)).findFirst();
    }

    private static String names(List<ListenerAddress> listeners) {
        return String.join(", ", listeners.stream().map(ListenerAddress::name).toList());
    }
}
