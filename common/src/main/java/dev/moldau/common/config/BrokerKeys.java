package dev.moldau.common.config;

import java.util.List;
import java.util.stream.Stream;

/** All keys that a broker's configuration file may hold. */
public final class BrokerKeys {

    private static final ConfigCatalogue WORKING =
            new ConfigCatalogue(
                    Stream.of(
                                    ClusterKeys.all(),
                                    ZooKeeperKeys.all(),
                                    NetworkKeys.all(),
                                    LogKeys.all(),
                                    ReplicationKeys.all(),
                                    CoordinatorKeys.all(),
                                    ConsumerGroupKeys.all(),
                                    BalanceKeys.all())
                            .flatMap(List::stream)
                            .toList());

    private static final ConfigCatalogue KNOWN =
            new ConfigCatalogue(
                    Stream.concat(WORKING.keys().stream(), KeysWithoutEffect.all().stream())
                            .toList());

    private BrokerKeys() {}

    /** The keys that do something. */
    public static ConfigCatalogue working() {
        return WORKING;
    }

    /** The keys that do something, and those of Kafka that are accepted but change nothing. */
    public static ConfigCatalogue known() {
        return KNOWN;
    }
}
