package dev.moldau.client.admin;

import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import java.util.Map;

/**
 * A log directory of a broker.
 *
 * @param path as the broker calls it
 * @param error {@link ErrorCode#NONE} if the directory is in order
 * @param totalBytes the size of its file system; -1 if not known
 * @param usableBytes what is free there; -1 if not known
 * @param replicas what lies in it
 */
public record LogDir(
        String path,
        ErrorCode error,
        long totalBytes,
        long usableBytes,
        Map<TopicPartition, Replica> replicas) {

    /** Copies the map. */
    public LogDir {
        replicas = Map.copyOf(replicas);
    }

    /**
     * A replica in the directory.
     *
     * @param sizeBytes what its files take
     * @param offsetLag how far it is behind the high watermark, or a future replica behind the
     *     current one
     * @param future whether it will replace the replica in another directory
     */
    public record Replica(long sizeBytes, long offsetLag, boolean future) {}
}
