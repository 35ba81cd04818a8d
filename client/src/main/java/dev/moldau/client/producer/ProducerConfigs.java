package dev.moldau.client.producer;

import dev.moldau.client.metadata.MetadataSettings;
import dev.moldau.client.metadata.RecoveryStrategy;
import dev.moldau.client.producer.batch.AccumulatorSettings;
import dev.moldau.client.producer.send.SenderSettings;
import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ClientKeys;
import dev.moldau.common.config.ConfigKey;
import dev.moldau.common.config.InvalidConfigException;
import dev.moldau.common.config.ProducerKeys;
import dev.moldau.protocol.compress.Compression;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns a producer's configuration into settings, and refuses combinations that cannot be kept to.
 * Without state.
 */
final class ProducerConfigs {

    private static final Logger LOG = LoggerFactory.getLogger(Producer.class);
    private static final int MOST_IN_FLIGHT_WITH_SEQUENCES = 5;

    private ProducerConfigs() {}

    /**
     * The settings.
     *
     * @throws InvalidConfigException if values do not go together; the message says what to change
     */
    static ProducerSettings settings(ClientConfig config) {
        AccumulatorSettings batching = batching(config);
        return new ProducerSettings(
                batching,
                sending(config, batching.lingerMs()),
                metadata(config),
                config.get(ProducerKeys.MAX_BLOCK_MS),
                config.get(ProducerKeys.PARTITIONER_IGNORE_KEYS));
    }

    private static AccumulatorSettings batching(ClientConfig config) {
        Compression compression =
                Compression.named(config.get(ProducerKeys.COMPRESSION_TYPE)).orElseThrow();
        return new AccumulatorSettings(
                config.get(ProducerKeys.BATCH_SIZE),
                config.get(ProducerKeys.BUFFER_MEMORY),
                config.get(ProducerKeys.MAX_REQUEST_SIZE),
                config.get(ProducerKeys.LINGER_MS),
                compression,
                level(config, compression),
                config.get(ProducerKeys.PARTITIONER_ADAPTIVE_PARTITIONING_ENABLE),
                config.get(ProducerKeys.PARTITIONER_AVAILABILITY_TIMEOUT_MS));
    }

    private static int level(ClientConfig config, Compression compression) {
        switch (compression) {
            case GZIP:
                return config.get(ProducerKeys.COMPRESSION_GZIP_LEVEL);
            case LZ4:
                return config.get(ProducerKeys.COMPRESSION_LZ4_LEVEL);
            case ZSTD:
                return config.get(ProducerKeys.COMPRESSION_ZSTD_LEVEL);
            case NONE:
            case SNAPPY:
                break;
        }
        return compression.defaultLevel();
    }

    private static SenderSettings sending(ClientConfig config, long lingerMs) {
        return new SenderSettings(
                acks(config),
                idempotent(config),
                config.get(ProducerKeys.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION),
                positive(config, ProducerKeys.MAX_REQUEST_SIZE),
                positive(config, ClientKeys.REQUEST_TIMEOUT_MS),
                deliveryTimeoutMs(config, lingerMs),
                config.get(ClientKeys.RETRIES),
                config.get(ClientKeys.RETRY_BACKOFF_MS),
                config.get(ClientKeys.RETRY_BACKOFF_MAX_MS));
    }

    private static int positive(ClientConfig config, ConfigKey<Integer> key) {
        int value = config.get(key);
        if (value == 0) {
            throw new InvalidConfigException(
                    key.name(), key.name() + "=0 leaves no way to send anything; give more");
        }
        return value;
    }

    private static short acks(ClientConfig config) {
        String acks = config.get(ProducerKeys.ACKS);
        return acks.equals("all") ? -1 : Short.parseShort(acks);
    }

    /**
     * Idempotence is on unless it is turned off, or acks or retries are set to what it cannot go
     * with; asked for together with such a value, it is an error. More than five in flight are an
     * error unless it is turned off: whoever sets that expects speed, and would not notice that
     * order and uniqueness are gone.
     */
    private static boolean idempotent(ClientConfig config) {
        if (!config.get(ProducerKeys.ENABLE_IDEMPOTENCE)) {
            return false;
        }
        boolean asked = config.isSet(ProducerKeys.ENABLE_IDEMPOTENCE);
        int inFlight = config.get(ProducerKeys.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION);
        goesWith(
                true,
                inFlight <= MOST_IN_FLIGHT_WITH_SEQUENCES,
                config,
                ProducerKeys.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                "at most " + MOST_IN_FLIGHT_WITH_SEQUENCES);
        return goesWith(asked, acks(config) == -1, config, ProducerKeys.ACKS, "all")
                && goesWith(
                        asked,
                        config.get(ClientKeys.RETRIES) > 0,
                        config,
                        ClientKeys.RETRIES,
                        "more than 0");
    }

    private static boolean goesWith(
            boolean asked, boolean good, ClientConfig config, ConfigKey<?> key, String needed) {
        if (good) {
            return true;
        }
        String conflict =
                key.name()
                        + "="
                        + config.get(key)
                        + " does not go with enable.idempotence, which needs "
                        + needed;
        if (asked) {
            throw new InvalidConfigException(
                    key.name(),
                    conflict + "; change " + key.name() + " or set enable.idempotence=false");
        }
        LOG.info("{}; as that was not asked for, it is off: retries may repeat records", conflict);
        return false;
    }

    private static int deliveryTimeoutMs(ClientConfig config, long lingerMs) {
        int asked = config.get(ProducerKeys.DELIVERY_TIMEOUT_MS);
        long request = config.get(ClientKeys.REQUEST_TIMEOUT_MS);
        int least =
                (int) Math.min(Integer.MAX_VALUE, Math.min(lingerMs, Integer.MAX_VALUE) + request);
        if (asked >= least) {
            return asked;
        }
        if (config.isSet(ProducerKeys.DELIVERY_TIMEOUT_MS)) {
            throw new InvalidConfigException(
                    ProducerKeys.DELIVERY_TIMEOUT_MS.name(),
                    "delivery.timeout.ms="
                            + asked
                            + " leaves no time for one attempt: linger.ms="
                            + lingerMs
                            + " and request.timeout.ms="
                            + request
                            + " take "
                            + least
                            + "; raise it to that at least, or lower the other two");
        }
        LOG.warn(
                "delivery.timeout.ms is {} and not {}, to have room for linger.ms={} and"
                        + " request.timeout.ms={}",
                least,
                asked,
                lingerMs,
                request);
        return least;
    }

    private static MetadataSettings metadata(ClientConfig config) {
        String recovery = config.get(ClientKeys.METADATA_RECOVERY_STRATEGY);
        return new MetadataSettings(
                config.get(ClientKeys.METADATA_MAX_AGE_MS),
                config.get(ProducerKeys.METADATA_MAX_IDLE_MS),
                config.get(ClientKeys.RETRY_BACKOFF_MS),
                config.get(ClientKeys.RETRY_BACKOFF_MAX_MS),
                RecoveryStrategy.valueOf(recovery.toUpperCase(Locale.ROOT)),
                config.get(ClientKeys.METADATA_RECOVERY_REBOOTSTRAP_TRIGGER_MS),
                true,
                config.get(ClientKeys.REQUEST_TIMEOUT_MS));
    }
}
