package dev.moldau.broker.group.api;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.group.CommittedOffset;
import dev.moldau.broker.group.GroupCoordinator;
import dev.moldau.broker.group.OffsetFetchCommand;
import dev.moldau.broker.group.OffsetFetchResult;
import dev.moldau.broker.group.Topics;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.OffsetFetchRequest;
import dev.moldau.protocol.message.OffsetFetchResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * OffsetFetch: one group up to version 7, several since. Version 0 once read ZooKeeper and answers
 * from the group's store here; as then, a partition without offset is an unknown one to it.
 */
final class OffsetFetchHandler extends GroupApi<OffsetFetchRequest, OffsetFetchResponse> {

    private static final int NO_OFFSET_IS_NO_ERROR_FROM = 1;
    private static final int GROUP_ERROR_FROM = 2;
    private static final int SEVERAL_GROUPS_FROM = 8;
    private static final int TOPIC_IDS_FROM = 10;
    private static final int NOTHING = -1;

    /** The epoch of one that is no member. */
    private static final int NOBODY = -1;

    private final GroupCoordinator coordinator;
    private final Topics topics;

    OffsetFetchHandler(GroupCoordinator coordinator, Topics topics) {
        super(ApiKey.OFFSET_FETCH, 10);
        this.coordinator = coordinator;
        this.topics = topics;
    }

    @Override
    public CompletionStage<OffsetFetchResponse> handle(
            RequestContext context, OffsetFetchRequest request) {
        if (context.apiVersion() < SEVERAL_GROUPS_FROM) {
            OffsetFetchRequest.Group only =
                    new OffsetFetchRequest.Group(request.groupId(), null, NOBODY, request.topics());
            return fetch(context, only, request.requireStable())
                    .thenApply(group -> single(context, request.topics(), group));
        }
        List<CompletableFuture<OffsetFetchResponse.Group>> groups = new ArrayList<>();
        for (OffsetFetchRequest.Group group : request.groups()) {
            groups.add(fetch(context, group, request.requireStable()).toCompletableFuture());
        }
        return CompletableFuture.allOf(groups.toArray(CompletableFuture[]::new))
                .thenApply(
                        _ ->
                                new OffsetFetchResponse(
                                        0,
                                        List.of(),
                                        ErrorCode.NONE.code(),
                                        groups.stream().map(CompletableFuture::join).toList()));
    }

    private CompletionStage<OffsetFetchResponse.Group> fetch(
            RequestContext context, OffsetFetchRequest.Group group, boolean requireStable) {
        String groupId = group.groupId();
        List<OffsetFetchRequest.Topic> wanted = group.topics();
        List<Named> named = wanted == null ? null : named(context, wanted);
        OffsetFetchCommand command =
                new OffsetFetchCommand(
                        groupId,
                        named == null ? null : partitions(named),
                        requireStable,
                        group.memberId(),
                        group.memberEpoch());
        return coordinator
                .fetchOffsets(command)
                .thenApply(
                        result -> {
                            if (result.error() != ErrorCode.NONE) {
                                return new OffsetFetchResponse.Group(
                                        groupId, List.of(), code(context, result.error()));
                            }
                            List<OffsetFetchResponse.Topic> answered =
                                    named == null
                                            ? all(context, result)
                                            : asked(context, named, result);
                            return new OffsetFetchResponse.Group(
                                    groupId, answered, ErrorCode.NONE.code());
                        });
    }

    /** A topic that was asked for, with its name if it is known. */
    private record Named(Optional<String> name, OffsetFetchRequest.Topic topic) {}

    private List<Named> named(RequestContext context, List<OffsetFetchRequest.Topic> wanted) {
        List<Named> named = new ArrayList<>(wanted.size());
        for (OffsetFetchRequest.Topic topic : wanted) {
            named.add(
                    new Named(
                            context.apiVersion() >= TOPIC_IDS_FROM
                                    ? topics.name(topic.topicId())
                                    : Optional.of(topic.name()),
                            topic));
        }
        return named;
    }

    private static List<TopicPartition> partitions(List<Named> wanted) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (Named named : wanted) {
            if (named.name().isPresent()) {
                for (int index : named.topic().partitionIndexes()) {
                    if (index >= 0) {
                        partitions.add(new TopicPartition(named.name().get(), index));
                    }
                }
            }
        }
        return partitions;
    }

    private List<OffsetFetchResponse.Topic> asked(
            RequestContext context, List<Named> wanted, OffsetFetchResult result) {
        var found = result.offsets().iterator();
        List<OffsetFetchResponse.Topic> answered = new ArrayList<>(wanted.size());
        for (Named named : wanted) {
            List<OffsetFetchResponse.Partition> partitions = new ArrayList<>();
            for (int index : named.topic().partitionIndexes()) {
                if (named.name().isEmpty()) {
                    partitions.add(nothing(context, index, ErrorCode.UNKNOWN_TOPIC_ID));
                } else if (index < 0) {
                    partitions.add(nothing(context, index, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION));
                } else {
                    partitions.add(partition(context, found.next()));
                }
            }
            answered.add(
                    new OffsetFetchResponse.Topic(
                            named.topic().name(), named.topic().topicId(), partitions));
        }
        return answered;
    }

    private List<OffsetFetchResponse.Topic> all(RequestContext context, OffsetFetchResult result) {
        Map<String, List<OffsetFetchResponse.Partition>> byTopic = new LinkedHashMap<>();
        for (OffsetFetchResult.Entry entry : result.offsets()) {
            byTopic.computeIfAbsent(entry.partition().topic(), _ -> new ArrayList<>())
                    .add(partition(context, entry));
        }
        List<OffsetFetchResponse.Topic> answered = new ArrayList<>(byTopic.size());
        byTopic.forEach(
                (name, partitions) -> {
                    Optional<Uuid> id = topics.id(name);
                    if (context.apiVersion() < TOPIC_IDS_FROM || id.isPresent()) {
                        answered.add(
                                new OffsetFetchResponse.Topic(
                                        name, id.orElse(Uuid.ZERO), partitions));
                    }
                });
        return answered;
    }

    private static OffsetFetchResponse.Partition partition(
            RequestContext context, OffsetFetchResult.Entry entry) {
        CommittedOffset committed = entry.committed();
        int index = entry.partition().partition();
        if (committed != null) {
            return new OffsetFetchResponse.Partition(
                    index,
                    committed.offset(),
                    committed.leaderEpoch(),
                    committed.metadata(),
                    ErrorCode.NONE.code());
        }
        boolean unknown =
                entry.error() == ErrorCode.NONE
                        && context.apiVersion() < NO_OFFSET_IS_NO_ERROR_FROM;
        return nothing(
                context, index, unknown ? ErrorCode.UNKNOWN_TOPIC_OR_PARTITION : entry.error());
    }

    private static OffsetFetchResponse.Partition nothing(
            RequestContext context, int index, ErrorCode error) {
        return new OffsetFetchResponse.Partition(index, NOTHING, NOTHING, "", code(context, error));
    }

    /** The one group of the old versions, whose first two carry the group's error per partition. */
    private static OffsetFetchResponse single(
            RequestContext context,
            @Nullable List<OffsetFetchRequest.Topic> wanted,
            OffsetFetchResponse.Group group) {
        List<OffsetFetchResponse.Topic> answered = group.topics();
        if (group.errorCode() != ErrorCode.NONE.code()
                && context.apiVersion() < GROUP_ERROR_FROM
                && wanted != null) {
            answered = new ArrayList<>(wanted.size());
            for (OffsetFetchRequest.Topic topic : wanted) {
                answered.add(
                        new OffsetFetchResponse.Topic(
                                topic.name(),
                                Uuid.ZERO,
                                topic.partitionIndexes().stream()
                                        .map(
                                                index ->
                                                        new OffsetFetchResponse.Partition(
                                                                index,
                                                                NOTHING,
                                                                NOTHING,
                                                                "",
                                                                group.errorCode()))
                                        .toList()));
            }
        }
        return new OffsetFetchResponse(0, answered, group.errorCode(), List.of());
    }
}
