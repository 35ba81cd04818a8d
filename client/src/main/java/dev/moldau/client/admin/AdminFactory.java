package dev.moldau.client.admin;

import dev.moldau.client.metadata.Metadata;
import dev.moldau.client.metadata.MetadataSettings;
import dev.moldau.client.metadata.RecoveryStrategy;
import dev.moldau.client.metrics.ClientMetrics;
import dev.moldau.client.net.ClientConnections;
import dev.moldau.common.config.AdminKeys;
import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ClientKeys;
import java.util.Locale;
import java.util.SplittableRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes admin clients that speak over the network, as their configuration wants them. */
final class AdminFactory {

    private static final Logger LOG = LoggerFactory.getLogger(Admin.class);

    /** There is no such setting for admin clients; topics are used for moments only. */
    private static final long METADATA_MAX_IDLE_MS = 60_000;

    private AdminFactory() {}

    /** A running client. */
    static Admin create(ClientConfig config) {
        config.warnings().forEach(LOG::warn);
        AdminSettings settings =
                new AdminSettings(
                        Math.max(1, config.get(ClientKeys.REQUEST_TIMEOUT_MS)),
                        config.get(AdminKeys.DEFAULT_API_TIMEOUT_MS),
                        config.get(ClientKeys.RETRY_BACKOFF_MS),
                        config.get(ClientKeys.RETRY_BACKOFF_MAX_MS));
        MetadataSettings metadata = metadata(config, settings);
        SplittableRandom random = new SplittableRandom();
        // Last, as it is what must be given back if anything before fails.
        ClientConnections connections = ClientConnections.open(config, "admin", random.split());
        ClientMetrics metrics = new ClientMetrics();
        connections.declareFigures(metrics);
        LoopAdmin admin =
                new LoopAdmin(
                        connections.loop(),
                        connections.network(),
                        new Metadata(
                                metadata,
                                connections.bootstrap(),
                                connections.loop(),
                                connections.network(),
                                random.split()),
                        settings,
                        random,
                        metrics,
                        () -> {
                            connections.network().close();
                            connections.loop().close();
                        });
        connections.loop().onFault(admin::loopFailed);
        return admin;
    }

    private static MetadataSettings metadata(ClientConfig config, AdminSettings settings) {
        String recovery = config.get(ClientKeys.METADATA_RECOVERY_STRATEGY);
        return new MetadataSettings(
                config.get(ClientKeys.METADATA_MAX_AGE_MS),
                METADATA_MAX_IDLE_MS,
                settings.retryBackoffMs(),
                settings.retryBackoffMaxMs(),
                RecoveryStrategy.valueOf(recovery.toUpperCase(Locale.ROOT)),
                config.get(ClientKeys.METADATA_RECOVERY_REBOOTSTRAP_TRIGGER_MS),
                false,
                settings.requestTimeoutMs());
    }
}
