package dev.moldau.client.fake;

import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ConsumerGroupHeartbeatRequest;
import dev.moldau.protocol.message.ConsumerGroupHeartbeatResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A group that its coordinator balances, written from the protocol's rules alone. Part of its
 * cluster, which hears complaints of members that claim, or commit, what they were not given.
 */
final class FakeBalancedGroup {

    private static final long SESSION_MS = 3_000;
    private static final int HEARTBEAT_MS = 300;

    private static final class Member {
        String id;
        final @Nullable String instanceId;
        List<String> names = List.of();
        String expression = "";
        int rebalanceMs;
        int epoch;
        int previousEpoch = -1;
        boolean away;
        long heardMs;
        long revokingSinceMs = -1;
        Set<TopicPartition> assigned = new TreeSet<>();
        Set<TopicPartition> revoking = new TreeSet<>();
        Set<TopicPartition> target = new TreeSet<>();

        Member(String id, @Nullable String instanceId) {
            this.id = id;
            this.instanceId = instanceId;
        }
    }

    private final FakeCluster cluster;
    private final VirtualTime time;
    private final Map<String, Member> members = new LinkedHashMap<>();
    private Set<TopicPartition> known = Set.of();
    private final Map<String, Uuid> ids = new HashMap<>();
    private int epoch;

    FakeBalancedGroup(FakeCluster cluster, VirtualTime time) {
        this.cluster = cluster;
        this.time = time;
    }

    int epoch() {
        return epoch;
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    /** Which partitions each member has by the coordinator's book, what it gives up included. */
    Map<String, Set<TopicPartition>> book() {
        Map<String, Set<TopicPartition>> book = new TreeMap<>();
        members.values().forEach(member -> book.put(member.id, held(member)));
        return book;
    }

    private static Set<TopicPartition> held(Member member) {
        Set<TopicPartition> held = new TreeSet<>(member.assigned);
        held.addAll(member.revoking);
        return held;
    }

    private long nowMs() {
        return time.clock().monotonicMs();
    }

    static ConsumerGroupHeartbeatResponse refusal(ErrorCode error) {
        return new ConsumerGroupHeartbeatResponse(0, error.code(), null, null, 0, 0, null);
    }

    ConsumerGroupHeartbeatResponse heartbeat(ConsumerGroupHeartbeatRequest request) {
        if (request.memberEpoch() < 0) {
            return leave(request);
        }
        return request.memberEpoch() == 0 ? join(request) : beat(request);
    }

    private ConsumerGroupHeartbeatResponse leave(ConsumerGroupHeartbeatRequest request) {
        Member member = members.get(request.memberId());
        if (member == null) {
            return refusal(ErrorCode.UNKNOWN_MEMBER_ID);
        }
        if (request.memberEpoch() == -2) {
            member.away = true;
            member.revoking.clear();
        } else {
            remove(member);
        }
        return new ConsumerGroupHeartbeatResponse(
                0, (short) 0, null, member.id, request.memberEpoch(), 0, null);
    }

    private void remove(Member member) {
        members.remove(member.id);
        balance();
    }

    private ConsumerGroupHeartbeatResponse join(ConsumerGroupHeartbeatRequest request) {
        List<ConsumerGroupHeartbeatRequest.TopicPartitions> owned = request.topicPartitions();
        boolean wants =
                request.subscribedTopicNames() != null || request.subscribedTopicRegex() != null;
        if (owned == null || !owned.isEmpty() || request.rebalanceTimeoutMs() < 0 || !wants) {
            cluster.complain("a join that does not say everything, or owns something: " + request);
            return refusal(ErrorCode.INVALID_REQUEST);
        }
        Member former = named(request.instanceId());
        if (former != null && !former.id.equals(request.memberId())) {
            if (!former.away) {
                return refusal(ErrorCode.UNRELEASED_INSTANCE_ID);
            }
            members.remove(former.id);
            former.id = request.memberId();
            members.put(former.id, former);
        }
        Member member = members.get(request.memberId());
        boolean fresh = member == null;
        if (member == null) {
            member = new Member(request.memberId(), request.instanceId());
            members.put(member.id, member);
            watch(member);
        }
        member.away = false;
        return go(member, request, fresh);
    }

    private @Nullable Member named(@Nullable String instanceId) {
        return instanceId == null
                ? null
                : members.values().stream()
                        .filter(member -> instanceId.equals(member.instanceId))
                        .findFirst()
                        .orElse(null);
    }

    private ConsumerGroupHeartbeatResponse beat(ConsumerGroupHeartbeatRequest request) {
        Member member = members.get(request.memberId());
        if (member == null) {
            return refusal(ErrorCode.UNKNOWN_MEMBER_ID);
        }
        if (request.memberEpoch() != member.epoch) {
            Set<TopicPartition> owned = owned(request);
            boolean late =
                    request.memberEpoch() == member.previousEpoch
                            && owned != null
                            && member.assigned.containsAll(owned);
            if (!late) {
                return refusal(ErrorCode.FENCED_MEMBER_EPOCH);
            }
        }
        return go(member, request, false);
    }

    private ConsumerGroupHeartbeatResponse go(
            Member member, ConsumerGroupHeartbeatRequest request, boolean fresh) {
        member.heardMs = nowMs();
        forgetWhatWasMadeAnew();
        boolean changed = takeWishes(member, request) || fresh;
        if (changed || !known.equals(everything())) {
            balance();
        }
        Set<TopicPartition> owned = owned(request);
        if (owned != null && !held(member).containsAll(owned)) {
            cluster.complain(
                    member.id + " claims " + owned + ", but was given " + held(member) + " only");
        }
        Set<TopicPartition> before = new TreeSet<>(member.assigned);
        reconcile(member, owned);
        boolean whole = request.rebalanceTimeoutMs() >= 0 && owned != null;
        boolean tells = request.memberEpoch() == 0 || whole || !before.equals(member.assigned);
        return new ConsumerGroupHeartbeatResponse(
                0,
                (short) 0,
                null,
                member.id,
                member.epoch,
                HEARTBEAT_MS,
                tells ? assignment(member.assigned) : null);
    }

    private void forgetWhatWasMadeAnew() {
        for (FakeTopic topic : cluster.topics()) {
            Uuid before = ids.put(topic.name(), topic.id());
            if (before != null && !before.equals(topic.id())) {
                for (Member member : members.values()) {
                    member.assigned.removeIf(one -> one.topic().equals(topic.name()));
                    member.revoking.removeIf(one -> one.topic().equals(topic.name()));
                }
            }
        }
    }

    private boolean takeWishes(Member member, ConsumerGroupHeartbeatRequest request) {
        List<String> names =
                Objects.requireNonNullElse(request.subscribedTopicNames(), member.names);
        String expression =
                Objects.requireNonNullElse(request.subscribedTopicRegex(), member.expression);
        boolean changed = !names.equals(member.names) || !expression.equals(member.expression);
        member.names = names;
        member.expression = expression;
        if (request.rebalanceTimeoutMs() >= 0) {
            member.rebalanceMs = request.rebalanceTimeoutMs();
        }
        return changed;
    }

    private @Nullable Set<TopicPartition> owned(ConsumerGroupHeartbeatRequest request) {
        List<ConsumerGroupHeartbeatRequest.TopicPartitions> topics = request.topicPartitions();
        if (topics == null) {
            return null;
        }
        Set<TopicPartition> owned = new HashSet<>();
        for (ConsumerGroupHeartbeatRequest.TopicPartitions topic : topics) {
            FakeTopic there = cluster.topicOrNull(topic.topicId());
            if (there != null) {
                topic.partitions()
                        .forEach(index -> owned.add(new TopicPartition(there.name(), index)));
            }
        }
        return owned;
    }

    private ConsumerGroupHeartbeatResponse.Assignment assignment(Set<TopicPartition> partitions) {
        Map<Uuid, List<Integer>> topics = new LinkedHashMap<>();
        for (TopicPartition partition : partitions) {
            topics.computeIfAbsent(cluster.topic(partition.topic()).id(), id -> new ArrayList<>())
                    .add(partition.partition());
        }
        return new ConsumerGroupHeartbeatResponse.Assignment(
                topics.entrySet().stream()
                        .map(
                                topic ->
                                        new ConsumerGroupHeartbeatResponse.TopicPartitions(
                                                topic.getKey(), topic.getValue()))
                        .toList());
    }

    // ---- who gets what

    private Set<TopicPartition> everything() {
        Set<TopicPartition> all = new TreeSet<>();
        cluster.topics()
                .forEach(topic -> topic.partitions().forEach(partition -> all.add(partition.id())));
        return all;
    }

    private static boolean wants(Member member, String topic) {
        return member.names.contains(topic)
                || (!member.expression.isEmpty() && Pattern.matches(member.expression, topic));
    }

    /** A new epoch: partitions stay where they are unless their member has more than its share. */
    private void balance() {
        epoch++;
        known = everything();
        Map<Member, Set<TopicPartition>> shares = new LinkedHashMap<>();
        members.values().forEach(member -> shares.put(member, new TreeSet<>()));
        List<TopicPartition> free = new ArrayList<>();
        for (TopicPartition partition : known) {
            List<Member> takers =
                    members.values().stream()
                            .filter(member -> wants(member, partition.topic()))
                            .toList();
            if (takers.isEmpty()) {
                continue;
            }
            long wanted = known.stream().filter(one -> wants(takers.get(0), one.topic())).count();
            long most = (wanted + takers.size() - 1) / takers.size();
            Member keeper =
                    takers.stream()
                            .filter(member -> member.target.contains(partition))
                            .filter(member -> size(shares, member) < most)
                            .findFirst()
                            .orElse(null);
            if (keeper == null) {
                free.add(partition);
            } else {
                give(shares, keeper, partition);
            }
        }
        for (TopicPartition partition : free) {
            members.values().stream()
                    .filter(member -> wants(member, partition.topic()))
                    .min((a, b) -> Integer.compare(size(shares, a), size(shares, b)))
                    .ifPresent(member -> give(shares, member, partition));
        }
        shares.forEach((member, share) -> member.target = share);
    }

    private static int size(Map<Member, Set<TopicPartition>> shares, Member member) {
        return shares.getOrDefault(member, Set.of()).size();
    }

    private static void give(
            Map<Member, Set<TopicPartition>> shares, Member member, TopicPartition partition) {
        shares.computeIfAbsent(member, key -> new TreeSet<>()).add(partition);
    }

    private void reconcile(Member member, @Nullable Set<TopicPartition> owned) {
        if (!member.revoking.isEmpty()) {
            if (owned == null || !Collections.disjoint(owned, member.revoking)) {
                return;
            }
            member.revoking.clear();
            member.revokingSinceMs = -1;
        }
        Set<TopicPartition> kept = new TreeSet<>(member.assigned);
        kept.retainAll(member.target);
        Set<TopicPartition> tooMany = new TreeSet<>(member.assigned);
        tooMany.removeAll(kept);
        member.assigned = kept;
        if (!tooMany.isEmpty() && (owned == null || !Collections.disjoint(owned, tooMany))) {
            member.revoking = tooMany;
            watchRevocation(member);
            return;
        }
        for (TopicPartition partition : member.target) {
            if (members.values().stream()
                    .allMatch(one -> one == member || !held(one).contains(partition))) {
                kept.add(partition);
            }
        }
        if (member.epoch != epoch) {
            member.previousEpoch = member.epoch;
            member.epoch = epoch;
        }
    }

    // ---- silence

    private void watch(Member member) {
        time.after(
                SESSION_MS,
                () -> {
                    if (members.get(member.id) != member) {
                        return;
                    }
                    if (nowMs() - member.heardMs >= SESSION_MS) {
                        remove(member);
                    } else {
                        watch(member);
                    }
                });
    }

    private void watchRevocation(Member member) {
        long sinceMs = nowMs();
        member.revokingSinceMs = sinceMs;
        time.after(
                member.rebalanceMs,
                () -> {
                    if (members.get(member.id) == member && member.revokingSinceMs == sinceMs) {
                        remove(member);
                    }
                });
    }

    // ---- offsets

    ErrorCode mayCommit(String memberId, int memberEpoch, Set<TopicPartition> partitions) {
        if (memberEpoch < 0) {
            return members.isEmpty() ? ErrorCode.NONE : ErrorCode.UNKNOWN_MEMBER_ID;
        }
        ErrorCode error = mayFetch(memberId, memberEpoch);
        Member member = members.get(memberId);
        if (error == ErrorCode.NONE && member != null && !held(member).containsAll(partitions)) {
            cluster.complain(
                    memberId + " commits " + partitions + ", but was given " + held(member));
        }
        return error;
    }

    ErrorCode mayFetch(String memberId, int memberEpoch) {
        Member member = members.get(memberId);
        if (member == null) {
            return ErrorCode.UNKNOWN_MEMBER_ID;
        }
        return member.epoch == memberEpoch ? ErrorCode.NONE : ErrorCode.STALE_MEMBER_EPOCH;
    }

    /** Forgets a member without its knowing, as when its session is over. */
    void expire(String memberId) {
        Member member = members.get(memberId);
        if (member != null) {
            remove(member);
        }
    }

    /** The ids of the members. */
    Set<String> memberIds() {
        return new HashMap<>(members).keySet();
    }
}
