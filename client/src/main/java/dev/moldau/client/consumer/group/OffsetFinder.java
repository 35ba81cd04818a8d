package dev.moldau.client.consumer.group;

import dev.moldau.client.Node;
import dev.moldau.client.consumer.fetch.CommittedOffsets;
import dev.moldau.client.consumer.fetch.Place;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.net.Question;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.OffsetFetchRequest;
import dev.moldau.protocol.message.OffsetFetchResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks the coordinator for committed offsets, until it gives them, and only such that no open
 * transaction can change any more. Confined to the loop.
 */
final class OffsetFinder implements CommittedOffsets {

    /** Since this version offsets of open transactions can be held back. */
    private static final short WITH_STABLE = 7;

    /** Since this version several groups can be asked for, in another place of the request. */
    private static final short SEVERAL = 8;

    /** The last with topics by name. */
    private static final int HIGHEST = 9;

    private static final long NO_LIMIT = Long.MAX_VALUE;

    private final GroupContext context;
    private final Coordinator coordinator;
    private final Membership membership;

    OffsetFinder(GroupContext context, Coordinator coordinator, Membership membership) {
        this.context = context;
        this.coordinator = coordinator;
        this.membership = membership;
    }

    @Override
    public void find(
            Set<TopicPartition> partitions,
            BiConsumer<@Nullable Map<TopicPartition, Place>, @Nullable ClientException> told) {
        find(
                partitions,
                NO_LIMIT,
                (marks, cause) -> {
                    if (marks == null) {
                        told.accept(null, cause);
                    } else {
                        Map<TopicPartition, Place> places = new HashMap<>();
                        marks.forEach((partition, mark) -> places.put(partition, mark.place()));
                        told.accept(places, null);
                    }
                });
    }

    /** As {@link #find(Set, BiConsumer)}, within a time. */
    void find(
            Set<TopicPartition> partitions,
            long limitMs,
            BiConsumer<@Nullable Map<TopicPartition, Mark>, @Nullable ClientException> told) {
        Search search = new Search(partitions, told);
        if (limitMs != NO_LIMIT) {
            context.loop().schedule(limitMs, () -> search.timeIsOver(limitMs));
        }
        search.ask();
    }

    private final class Search implements Coordinator.Waiter {
        private final Set<TopicPartition> partitions;
        private final BiConsumer<@Nullable Map<TopicPartition, Mark>, @Nullable ClientException>
                told;
        private int failures;
        private boolean over;
        private String lastProblem = "the coordinator is not known";

        Search(
                Set<TopicPartition> partitions,
                BiConsumer<@Nullable Map<TopicPartition, Mark>, @Nullable ClientException> told) {
            this.partitions = Set.copyOf(partitions);
            this.told = told;
        }

        void ask() {
            if (!over) {
                coordinator.find(this);
            }
        }

        @Override
        public void refused(ClientException cause) {
            end(null, cause);
        }

        @Override
        public void found(Node node) {
            context.network()
                    .send(
                            node,
                            new Question<OffsetFetchResponse>(
                                    ApiKey.OFFSET_FETCH,
                                    1,
                                    HIGHEST,
                                    context.settings().requestTimeoutMs(),
                                    this::request,
                                    (response, version) -> answered(node, response, version),
                                    cause -> unanswered(node, cause)));
        }

        private OffsetFetchRequest request(short version) {
            Map<String, List<Integer>> indexes = new LinkedHashMap<>();
            partitions.forEach(
                    partition ->
                            indexes.computeIfAbsent(partition.topic(), name -> new ArrayList<>())
                                    .add(partition.partition()));
            List<OffsetFetchRequest.Topic> topics =
                    indexes.entrySet().stream()
                            .map(
                                    topic ->
                                            new OffsetFetchRequest.Topic(
                                                    topic.getKey(), Uuid.ZERO, topic.getValue()))
                            .toList();
            String groupId = context.settings().groupId();
            if (version < SEVERAL) {
                return new OffsetFetchRequest(groupId, topics, List.of(), version >= WITH_STABLE);
            }
            Identity as = membership.identity();
            boolean byMember = as.isMember() && membership.tellsMemberInFetch();
            return new OffsetFetchRequest(
                    "",
                    List.of(),
                    List.of(
                            new OffsetFetchRequest.Group(
                                    groupId,
                                    byMember ? as.memberId() : null,
                                    byMember ? as.generation() : -1,
                                    topics)),
                    true);
        }

        private void unanswered(Node node, ClientException cause) {
            if (cause instanceof RefusedException) {
                end(null, cause);
                return;
            }
            coordinator.lost(node, String.valueOf(cause.getMessage()));
            again(String.valueOf(cause.getMessage()));
        }

        private void answered(Node node, OffsetFetchResponse response, short version) {
            short code = response.errorCode();
            List<OffsetFetchResponse.Topic> topics = response.topics();
            if (version >= SEVERAL) {
                if (response.groups().isEmpty()) {
                    again(node + " answered without the group");
                    return;
                }
                code = response.groups().get(0).errorCode();
                topics = response.groups().get(0).topics();
            }
            Map<TopicPartition, Mark> marks = new HashMap<>();
            ErrorCode error = ErrorCode.of(code);
            for (OffsetFetchResponse.Topic topic : topics) {
                for (OffsetFetchResponse.Partition partition : topic.partitions()) {
                    if (partition.errorCode() != 0 && error == ErrorCode.NONE) {
                        error = ErrorCode.of(partition.errorCode());
                    }
                    if (partition.committedOffset() >= 0) {
                        String metadata = partition.metadata();
                        marks.put(
                                new TopicPartition(topic.name(), partition.partitionIndex()),
                                new Mark(
                                        new Place(
                                                partition.committedOffset(),
                                                partition.committedLeaderEpoch()),
                                        metadata == null ? "" : metadata));
                    }
                }
            }
            take(node, error, marks);
        }

        private void take(Node node, ErrorCode error, Map<TopicPartition, Mark> marks) {
            switch (error) {
                case NONE -> end(marks, null);
                case NOT_COORDINATOR, COORDINATOR_NOT_AVAILABLE -> {
                    coordinator.lost(node, error.toString());
                    again(node + " answered " + error);
                }
                case STALE_MEMBER_EPOCH, UNKNOWN_MEMBER_ID -> again(node + " answered " + error);
                default -> {
                    if (error.retriable()) {
                        again(node + " answered " + error);
                    } else {
                        end(
                                null,
                                new RefusedException(
                                        "the committed offsets of group "
                                                + context.settings().groupId()
                                                + " cannot be had: "
                                                + node
                                                + " answered "
                                                + error
                                                + ": "
                                                + error.meaning(),
                                        error,
                                        null));
                    }
                }
            }
        }

        private void again(String problem) {
            lastProblem = problem;
            failures++;
            context.loop().schedule(Math.max(1, context.backoff().afterMs(failures)), this::ask);
        }

        void timeIsOver(long limitMs) {
            end(
                    null,
                    new TimedOutException(
                            "the committed offsets of "
                                    + partitions
                                    + " did not come within "
                                    + limitMs
                                    + " ms: "
                                    + lastProblem));
        }

        private void end(
                @Nullable Map<TopicPartition, Mark> marks, @Nullable ClientException cause) {
            if (!over) {
                over = true;
                told.accept(marks, cause);
            }
        }
    }
}
