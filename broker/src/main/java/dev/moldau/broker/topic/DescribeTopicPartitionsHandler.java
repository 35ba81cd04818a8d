package dev.moldau.broker.topic;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.api.VersionedHandler;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.cluster.image.TopicNames;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.ClusterKeys;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DescribeTopicPartitionsRequest;
import dev.moldau.protocol.message.DescribeTopicPartitionsResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Describes topics page by page (KIP-966): in the order of their names, so many partitions an
 * answer, with the place where the next page begins.
 */
final class DescribeTopicPartitionsHandler
        extends VersionedHandler<DescribeTopicPartitionsRequest, DescribeTopicPartitionsResponse> {

    private final TopicServices services;

    DescribeTopicPartitionsHandler(TopicServices services) {
        super(ApiKey.DESCRIBE_TOPIC_PARTITIONS, 0, 0);
        this.services = services;
    }

    @Override
    public CompletionStage<DescribeTopicPartitionsResponse> handle(
            RequestContext context, DescribeTopicPartitionsRequest request) {
        ClusterImage image = services.image();
        int most =
                services.configs().broker(image).get(ClusterKeys.MAX_REQUEST_PARTITION_SIZE_LIMIT);
        int limit = Math.max(1, Math.min(most, request.responsePartitionLimit()));
        return CompletableFuture.completedFuture(
                new Page(context, image, limit).fill(names(image, request), request.cursor()));
    }

    private static SortedSet<String> names(
            ClusterImage image, DescribeTopicPartitionsRequest request) {
        SortedSet<String> names = new TreeSet<>();
        if (request.topics().isEmpty()) {
            image.topics().forEach(topic -> names.add(topic.name()));
        } else {
            request.topics().forEach(topic -> names.add(topic.name()));
        }
        return names;
    }

    /** One answer in the making. */
    private static final class Page {
        private final RequestContext context;
        private final ClusterImage image;
        private final List<DescribeTopicPartitionsResponse.Topic> topics = new ArrayList<>();
        private int room;
        private DescribeTopicPartitionsResponse.@Nullable Cursor next;

        private Page(RequestContext context, ClusterImage image, int limit) {
            this.context = context;
            this.image = image;
            this.room = limit;
        }

        DescribeTopicPartitionsResponse fill(
                SortedSet<String> names, DescribeTopicPartitionsRequest.@Nullable Cursor cursor) {
            SortedSet<String> rest = cursor == null ? names : names.tailSet(cursor.topicName());
            for (String name : rest) {
                int first =
                        cursor != null && cursor.topicName().equals(name)
                                ? Math.max(0, cursor.partitionIndex())
                                : 0;
                if (!add(name, first)) {
                    break;
                }
            }
            return new DescribeTopicPartitionsResponse(NO_THROTTLE, topics, next);
        }

        /** Adds what fits of a topic; false if the page is full. */
        private boolean add(String name, int first) {
            Optional<TopicImage> found = image.topic(name);
            if (found.isEmpty()) {
                topics.add(unknown(name));
                return true;
            }
            TopicImage topic = found.get();
            int end = (int) Math.min(topic.partitions().size(), (long) first + room);
            if (room > 0) {
                topics.add(describe(topic, first, end));
                room -= Math.max(0, end - first);
            }
            if (end < topic.partitions().size()) {
                next = new DescribeTopicPartitionsResponse.Cursor(name, end);
                return false;
            }
            return true;
        }

        private DescribeTopicPartitionsResponse.Topic unknown(String name) {
            ErrorCode error =
                    TopicNames.isValid(name)
                            ? ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
                            : ErrorCode.INVALID_TOPIC_EXCEPTION;
            return new DescribeTopicPartitionsResponse.Topic(
                    code(context, error),
                    name,
                    Uuid.ZERO,
                    TopicNames.isInternal(name),
                    List.of(),
                    Operations.NOT_ASKED);
        }

        private DescribeTopicPartitionsResponse.Topic describe(
                TopicImage topic, int first, int end) {
            List<DescribeTopicPartitionsResponse.Partition> partitions = new ArrayList<>();
            for (int index = first; index < end; index++) {
                partitions.add(describe(index, topic.partitions().get(index)));
            }
            return new DescribeTopicPartitionsResponse.Topic(
                    ErrorCode.NONE.code(),
                    topic.name(),
                    topic.id(),
                    topic.internal(),
                    partitions,
                    Operations.TOPIC);
        }

        private DescribeTopicPartitionsResponse.Partition describe(
                int index, PartitionImage partition) {
            List<Integer> offline = Offline.replicas(image, partition);
            boolean led =
                    partition.leader() != PartitionImage.NO_LEADER
                            && !offline.contains(partition.leader());
            return new DescribeTopicPartitionsResponse.Partition(
                    code(context, led ? ErrorCode.NONE : ErrorCode.LEADER_NOT_AVAILABLE),
                    index,
                    led ? partition.leader() : PartitionImage.NO_LEADER,
                    partition.leaderEpoch(),
                    partition.replicas(),
                    partition.isr(),
                    partition.elr(),
                    List.of(),
                    offline);
        }
    }
}
