package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/**
 * Lists log directories and the replicas in them.
 *
 * @param errorCode an error that concerns the whole request
 */
@Response(api = ApiKey.DESCRIBE_LOG_DIRS, versions = "0-5", flexible = "2+")
public record DescribeLogDirsResponse(
        int throttleTimeMs, @Versions("3+") short errorCode, List<LogDir> results)
        implements ApiMessage {

    /**
     * One directory.
     *
     * @param totalBytes the size of its file system, -1 for unknown
     * @param usableBytes what is free there, -1 for unknown
     * @param isCordoned whether it gets no new replicas
     */
    public record LogDir(
            short errorCode,
            String logDir,
            List<Topic> topics,
            @Versions("4+") @Default("-1") long totalBytes,
            @Versions("4+") @Default("-1") long usableBytes,
            @Versions("5+") boolean isCordoned) {}

    /** The replicas of one topic in the directory. */
    public record Topic(String name, List<Partition> partitions) {}

    /**
     * One replica.
     *
     * @param offsetLag how far it is behind the high watermark, or a future replica behind the
     *     current one
     * @param isFutureKey whether it will replace the replica in another directory
     */
    public record Partition(
            int partitionIndex, long partitionSize, long offsetLag, boolean isFutureKey) {}
}
