package dev.moldau.broker.log;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.partition.PartitionRegistry;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.AlterReplicaLogDirsRequest;
import dev.moldau.protocol.message.AlterReplicaLogDirsResponse;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Moves replicas between data folders. There is one folder, where every replica is already; any
 * other is unknown.
 */
public final class AlterReplicaLogDirsHandler
        implements ApiHandler<AlterReplicaLogDirsRequest, AlterReplicaLogDirsResponse> {

    private final PartitionRegistry registry;
    private final Path folder;

    /**
     * @param registry the partitions
     * @param folder the data folder
     */
    public AlterReplicaLogDirsHandler(PartitionRegistry registry, Path folder) {
        this.registry = registry;
        this.folder = folder.toAbsolutePath().normalize();
    }

    @Override
    public ApiKey apiKey() {
        return ApiKey.ALTER_REPLICA_LOG_DIRS;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 2;
    }

    @Override
    public CompletionStage<AlterReplicaLogDirsResponse> handle(
            RequestContext context, AlterReplicaLogDirsRequest request) {
        List<AlterReplicaLogDirsResponse.Topic> results = new ArrayList<>();
        for (AlterReplicaLogDirsRequest.Dir dir : request.dirs()) {
            boolean known = isFolder(dir.path());
            for (AlterReplicaLogDirsRequest.Topic topic : dir.topics()) {
                List<AlterReplicaLogDirsResponse.Partition> partitions = new ArrayList<>();
                for (int index : topic.partitions()) {
                    ErrorCode error = context.counted(check(known, topic.name(), index));
                    partitions.add(new AlterReplicaLogDirsResponse.Partition(index, error.code()));
                }
                results.add(new AlterReplicaLogDirsResponse.Topic(topic.name(), partitions));
            }
        }
        return CompletableFuture.completedFuture(new AlterReplicaLogDirsResponse(0, results));
    }

    private boolean isFolder(String path) {
        try {
            return Path.of(path).toAbsolutePath().normalize().equals(folder);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private ErrorCode check(boolean knownFolder, String topic, int index) {
        if (!knownFolder) {
            return ErrorCode.LOG_DIR_NOT_FOUND;
        }
        boolean here = index >= 0 && registry.partition(new TopicPartition(topic, index)) != null;
        return here ? ErrorCode.NONE : ErrorCode.REPLICA_NOT_AVAILABLE;
    }
}
