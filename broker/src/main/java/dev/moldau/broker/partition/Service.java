package dev.moldau.broker.partition;

import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.storage.LogOfflineException;
import dev.moldau.storage.StorageException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a partition serves, and why it does not any more. Written by the partition's lane, read
 * by any thread. Ends once, for good.
 */
final class Service {

    private static final Logger LOG = LoggerFactory.getLogger(Service.class);

    private final TopicPartition partition;
    private volatile @Nullable Outage outage;

    /**
     * The end of a partition's service.
     *
     * @param error what clients are told
     * @param reason for people
     */
    record Outage(ErrorCode error, String reason) {

        AppendResult toAppends() {
            return AppendResult.refused(error, reason);
        }
    }

    Service(TopicPartition partition) {
        this.partition = partition;
    }

    /** Why it has ended; null if it has not. */
    @Nullable Outage outage() {
        return outage;
    }

    Optional<String> reason() {
        return Optional.ofNullable(outage).map(Outage::reason);
    }

    void end(Outage why) {
        outage = why;
    }

    /**
     * Takes note of what went wrong: a failed write may be tried again, a failed disk is a state of
     * the log, anything else is a bug; the last two end the service.
     */
    void takeBlow(Throwable failure) {
        if (failure instanceof LogOfflineException) {
            LOG.error("{} goes offline: {}", partition, failure.getMessage(), failure);
            end(new Outage(ErrorCode.KAFKA_STORAGE_ERROR, String.valueOf(failure.getMessage())));
        } else if (failure instanceof StorageException) {
            LOG.warn("{}: {}", partition, failure.getMessage());
        } else {
            LOG.error("{} goes offline because of a bug", partition, failure);
            end(
                    new Outage(
                            ErrorCode.KAFKA_STORAGE_ERROR,
                            "a bug took the partition offline: " + failure));
        }
    }
}
