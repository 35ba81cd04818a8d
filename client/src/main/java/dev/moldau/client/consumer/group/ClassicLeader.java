package dev.moldau.client.consumer.group;

import dev.moldau.client.consumer.assign.PartitionAssignor;
import dev.moldau.client.consumer.assign.PartitionAssignor.Member;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.message.JoinGroupResponse;
import dev.moldau.protocol.message.SyncGroupRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The work of the member that shares out: learns how many partitions the topics of all members
 * have, has the assignor compute, and notices later when that no longer holds. Confined to the
 * loop.
 */
final class ClassicLeader {

    /** For so long it waits for topics that are not known; they may well not exist. */
    private static final long PATIENCE_MS = 5_000;

    private final GroupContext context;

    /** What the last assignment was computed from; null while another member leads. */
    private @Nullable Map<String, Integer> counts;

    private Set<String> topics = Set.of();

    ClassicLeader(GroupContext context) {
        this.context = context;
    }

    /** Another member leads, or nobody. */
    void resign() {
        counts = null;
        topics = Set.of();
    }

    /** Keeps the topics of all members in the view. */
    void keepTopics() {
        topics.forEach(context.metadata()::use);
    }

    /**
     * Shares out; told on the loop, in a later turn.
     *
     * @throws dev.moldau.protocol.wire.MalformedMessageException if a member's subscription is none
     */
    void share(
            JoinGroupResponse joined,
            PartitionAssignor assignor,
            Consumer<List<SyncGroupRequest.Assignment>> told) {
        Map<String, Member> members = new LinkedHashMap<>();
        Set<String> all = new TreeSet<>();
        for (JoinGroupResponse.Member one : joined.members()) {
            Member member = ConsumerProtocol.member(one.metadata(), one.groupInstanceId());
            members.put(one.memberId(), member);
            all.addAll(member.topics());
        }
        topics = all;
        CompletableFuture<?>[] known =
                all.stream().flatMap(this::unknown).toArray(CompletableFuture<?>[]::new);
        CompletableFuture<?> unused =
                CompletableFuture.allOf(known)
                        .whenComplete(
                                (nothing, cause) ->
                                        context.loop()
                                                .execute(
                                                        () ->
                                                                told.accept(
                                                                        compute(
                                                                                assignor,
                                                                                members))));
    }

    private Stream<CompletableFuture<?>> unknown(String topic) {
        context.metadata().use(topic);
        return context.metadata().view().topic(topic) != null
                ? Stream.empty()
                : Stream.of(context.metadata().ready(topic, 0, PATIENCE_MS));
    }

    private List<SyncGroupRequest.Assignment> compute(
            PartitionAssignor assignor, Map<String, Member> members) {
        Map<String, Integer> now = countNow();
        counts = now;
        Map<String, List<TopicPartition>> shares = assignor.assign(now, members);
        List<SyncGroupRequest.Assignment> assignments = new ArrayList<>();
        shares.forEach(
                (id, share) ->
                        assignments.add(
                                new SyncGroupRequest.Assignment(
                                        id, ConsumerProtocol.assignment(share))));
        return assignments;
    }

    private Map<String, Integer> countNow() {
        Map<String, Integer> now = new HashMap<>();
        for (String name : topics) {
            ClusterView.Topic topic = context.metadata().view().topic(name);
            if (topic != null) {
                now.put(name, topic.partitions().size());
            }
        }
        return now;
    }

    /** What has changed since the last assignment, in words; null for nothing. */
    @Nullable String change() {
        Map<String, Integer> then = counts;
        if (then == null) {
            return null;
        }
        for (String name : topics) {
            ClusterView.Topic topic = context.metadata().view().topic(name);
            int now = topic == null ? 0 : topic.partitions().size();
            int before = then.getOrDefault(name, 0);
            // A topic that cannot be described at the moment is not one that is gone.
            if (now > before || (now == 0 && before > 0 && isGone(name))) {
                return "topic " + name + " has " + now + " partitions, not " + before;
            }
        }
        return null;
    }

    private boolean isGone(String name) {
        ClusterView.Topic topic = context.metadata().view().topics().get(name);
        return topic != null && topic.partitions().isEmpty();
    }
}
