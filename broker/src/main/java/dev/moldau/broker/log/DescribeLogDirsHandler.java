package dev.moldau.broker.log;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.partition.LocalTopic;
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionRegistry;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DescribeLogDirsRequest;
import dev.moldau.protocol.message.DescribeLogDirsResponse;
import dev.moldau.storage.LogDirectory;
import dev.moldau.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells which logs lie in the data folder, how large they are, and how much room is left. */
public final class DescribeLogDirsHandler
        implements ApiHandler<DescribeLogDirsRequest, DescribeLogDirsResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(DescribeLogDirsHandler.class);
    private static final long UNKNOWN_BYTES = -1;

    private final PartitionRegistry registry;
    private final LogDirectory directory;
    private final Executor diskThreads;

    /**
     * @param registry the partitions
     * @param directory the data folder
     * @param diskThreads ask the file system
     */
    public DescribeLogDirsHandler(
            PartitionRegistry registry, LogDirectory directory, Executor diskThreads) {
        this.registry = registry;
        this.directory = directory;
        this.diskThreads = diskThreads;
    }

    @Override
    public ApiKey apiKey() {
        return ApiKey.DESCRIBE_LOG_DIRS;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 5;
    }

    @Override
    public CompletionStage<DescribeLogDirsResponse> handle(
            RequestContext context, DescribeLogDirsRequest request) {
        return CompletableFuture.supplyAsync(
                () ->
                        new DescribeLogDirsResponse(
                                0, ErrorCode.NONE.code(), List.of(describe(request.topics()))),
                diskThreads);
    }

    private DescribeLogDirsResponse.LogDir describe(
            @Nullable List<DescribeLogDirsRequest.Topic> asked) {
        List<DescribeLogDirsResponse.Topic> topics = new ArrayList<>();
        if (asked == null) {
            registry.topics().forEach(topic -> topics.add(describeAll(topic)));
        } else {
            asked.forEach(topic -> addAsked(topic, topics));
        }
        return new DescribeLogDirsResponse.LogDir(
                ErrorCode.NONE.code(),
                directory.folder().toAbsolutePath().toString(),
                topics,
                known(directory::totalBytes),
                known(directory::usableBytes),
                false);
    }

    private static long known(LongSupplier bytes) {
        try {
            return bytes.getAsLong();
        } catch (StorageException e) {
            LOG.warn("the space of the data folder is told as unknown: {}", e.getMessage());
            return UNKNOWN_BYTES;
        }
    }

    private static DescribeLogDirsResponse.Topic describeAll(LocalTopic topic) {
        List<DescribeLogDirsResponse.Partition> partitions = new ArrayList<>();
        topic.forEach(partition -> partitions.add(describe(partition)));
        return new DescribeLogDirsResponse.Topic(topic.name(), partitions);
    }

    private void addAsked(
            DescribeLogDirsRequest.Topic asked, List<DescribeLogDirsResponse.Topic> topics) {
        LocalTopic topic = registry.topic(asked.topic());
        List<DescribeLogDirsResponse.Partition> partitions = new ArrayList<>();
        if (topic != null) {
            for (int index : asked.partitions()) {
                Partition partition = topic.partition(index);
                if (partition != null) {
                    partitions.add(describe(partition));
                }
            }
        }
        if (!partitions.isEmpty()) {
            topics.add(new DescribeLogDirsResponse.Topic(asked.topic(), partitions));
        }
    }

    private static DescribeLogDirsResponse.Partition describe(Partition partition) {
        return new DescribeLogDirsResponse.Partition(
                partition.name().partition(), partition.view().sizeBytes(), 0, false);
    }
}
