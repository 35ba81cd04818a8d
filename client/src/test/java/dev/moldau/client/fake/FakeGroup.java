package dev.moldau.client.fake;

import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.JoinGroupRequest;
import dev.moldau.protocol.message.JoinGroupResponse;
import dev.moldau.protocol.message.SyncGroupRequest;
import dev.moldau.protocol.message.SyncGroupResponse;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A classic group as its coordinator has it. Part of its cluster. */
final class FakeGroup {

    private static final short FIRST_WITH_MEMBER_ID_REQUIRED = 4;

    private enum State {
        EMPTY,
        PREPARING,
        COMPLETING,
        STABLE
    }

    private static final class Member {
        final String id;
        JoinGroupRequest request;
        short version;
        @Nullable Consumer<ApiMessage> joining;
        @Nullable Consumer<ApiMessage> syncing;
        ByteBuffer assignment = ByteBuffer.allocate(0);
        long heardMs;

        Member(String id, JoinGroupRequest request) {
            this.id = id;
            this.request = request;
        }
    }

    final Map<TopicPartition, FakeGroups.Committed> committed = new TreeMap<>();
    private final VirtualTime time;
    private final String name;
    private final Map<String, Member> members = new LinkedHashMap<>();
    private final Map<String, Member> pending = new HashMap<>();

    /** The present members of those that have a name of their own. */
    private final Map<String, String> instances = new HashMap<>();

    private final Set<String> fenced = new HashSet<>();
    private State state = State.EMPTY;
    private int generation;
    private int nextMember;
    private String protocol = "";
    private String leader = "";

    FakeGroup(VirtualTime time, String name) {
        this.time = time;
        this.name = name;
    }

    int generation() {
        return generation;
    }

    private long nowMs() {
        return time.clock().monotonicMs();
    }

    static JoinGroupResponse refusal(JoinGroupRequest request, short version, ErrorCode error) {
        return JoinGroupResponse.error(version, request.memberId(), error);
    }

    void join(JoinGroupRequest request, short version, Consumer<ApiMessage> answer) {
        String instance = request.groupInstanceId();
        if (instance != null) {
            joinStatic(instance, request, version, answer);
            return;
        }
        String id = request.memberId();
        if (id.isEmpty()) {
            id = name + "-member-" + nextMember++;
            if (version >= FIRST_WITH_MEMBER_ID_REQUIRED) {
                Member member = new Member(id, request);
                member.heardMs = nowMs();
                member.request = request;
                pending.put(id, member);
                answer.accept(JoinGroupResponse.error(version, id, ErrorCode.MEMBER_ID_REQUIRED));
                return;
            }
        }
        Member member = members.get(id);
        if (member == null) {
            member = pending.remove(id);
        }
        if (member == null && !request.memberId().isEmpty()) {
            answer.accept(refusal(request, version, ErrorCode.UNKNOWN_MEMBER_ID));
            return;
        }
        if (member == null) {
            member = new Member(id, request);
        }
        comeIn(member, request, version, answer);
    }

    private void comeIn(
            Member member, JoinGroupRequest request, short version, Consumer<ApiMessage> answer) {
        members.put(member.id, member);
        member.request = request;
        member.version = version;
        member.joining = answer;
        member.heardMs = nowMs();
        watch(member);
        prepare();
        completeIfAllAreHere();
    }

    /** A static member needs no second join for its id, and comes back to what it had. */
    private void joinStatic(
            String instance, JoinGroupRequest request, short version, Consumer<ApiMessage> answer) {
        String known = instances.get(instance);
        Member before = known == null ? null : members.get(known);
        if (!request.memberId().isEmpty()) {
            if (before == null || !before.id.equals(request.memberId())) {
                answer.accept(refusal(request, version, check(request.memberId(), generation)));
            } else {
                comeIn(before, request, version, answer);
            }
            return;
        }
        Member member = new Member(name + "-" + instance + "-" + nextMember++, request);
        instances.put(instance, member.id);
        if (before == null || state != State.STABLE) {
            fence(before);
            comeIn(member, request, version, answer);
            return;
        }
        member.assignment = before.assignment;
        member.version = version;
        member.heardMs = nowMs();
        if (leader.equals(before.id)) {
            leader = member.id;
        }
        fence(before);
        members.put(member.id, member);
        watch(member);
        answer.accept(
                new JoinGroupResponse(
                        0,
                        (short) 0,
                        generation,
                        "consumer",
                        protocol,
                        leader,
                        leader.equals(member.id),
                        member.id,
                        List.of()));
    }

    private void fence(@Nullable Member before) {
        if (before != null) {
            members.remove(before.id);
            fenced.add(before.id);
            fail(before, ErrorCode.FENCED_INSTANCE_ID);
        }
    }

    private void prepare() {
        if (state == State.PREPARING) {
            return;
        }
        state = State.PREPARING;
        for (Member member : members.values()) {
            Consumer<ApiMessage> syncing = member.syncing;
            member.syncing = null;
            if (syncing != null) {
                syncing.accept(SyncGroupResponse.error(ErrorCode.REBALANCE_IN_PROGRESS));
            }
        }
        int preparing = generation;
        long limitMs =
                members.values().stream()
                        .mapToLong(member -> member.request.rebalanceTimeoutMs())
                        .max()
                        .orElse(0);
        time.after(
                limitMs,
                () -> {
                    if (state == State.PREPARING && generation == preparing) {
                        members.values().removeIf(member -> member.joining == null);
                        complete();
                    }
                });
    }

    private void completeIfAllAreHere() {
        if (members.values().stream().allMatch(member -> member.joining != null)) {
            complete();
        }
    }

    private void complete() {
        generation++;
        if (members.isEmpty()) {
            state = State.EMPTY;
            return;
        }
        state = State.COMPLETING;
        leader = members.keySet().iterator().next();
        protocol = chosen();
        List<JoinGroupResponse.Member> all = new ArrayList<>();
        members.values()
                .forEach(
                        member ->
                                all.add(
                                        new JoinGroupResponse.Member(
                                                member.id,
                                                member.request.groupInstanceId(),
                                                metadata(member))));
        for (Member member : List.copyOf(members.values())) {
            Consumer<ApiMessage> joining = member.joining;
            member.joining = null;
            if (joining != null) {
                joining.accept(
                        new JoinGroupResponse(
                                0,
                                (short) 0,
                                generation,
                                "consumer",
                                protocol,
                                leader,
                                false,
                                member.id,
                                member.id.equals(leader) ? all : List.of()));
            }
        }
    }

    private String chosen() {
        for (JoinGroupRequest.Protocol candidate : first().request.protocols()) {
            if (members.values().stream().allMatch(member -> offers(member, candidate.name()))) {
                return candidate.name();
            }
        }
        throw new IllegalStateException("no common protocol");
    }

    private Member first() {
        return members.values().iterator().next();
    }

    private static boolean offers(Member member, String candidate) {
        return member.request.protocols().stream().anyMatch(p -> p.name().equals(candidate));
    }

    private ByteBuffer metadata(Member member) {
        return member.request.protocols().stream()
                .filter(p -> p.name().equals(protocol))
                .findFirst()
                .orElseThrow()
                .metadata();
    }

    void sync(SyncGroupRequest request, Consumer<ApiMessage> answer) {
        ErrorCode error = check(request.memberId(), request.generationId());
        Member member = members.get(request.memberId());
        if (error == ErrorCode.NONE && state == State.PREPARING) {
            error = ErrorCode.REBALANCE_IN_PROGRESS;
        }
        if (error != ErrorCode.NONE || member == null) {
            answer.accept(SyncGroupResponse.error(error));
            return;
        }
        member.syncing = answer;
        if (state == State.COMPLETING && request.memberId().equals(leader)) {
            state = State.STABLE;
            for (SyncGroupRequest.Assignment one : request.assignments()) {
                Member to = members.get(one.memberId());
                if (to != null) {
                    ByteBuffer copy = ByteBuffer.allocate(one.assignment().remaining());
                    to.assignment = copy.put(one.assignment().slice()).flip();
                }
            }
        }
        if (state == State.STABLE) {
            members.values().forEach(this::answerSync);
        }
    }

    private void answerSync(Member member) {
        Consumer<ApiMessage> syncing = member.syncing;
        member.syncing = null;
        if (syncing != null) {
            syncing.accept(
                    new SyncGroupResponse(
                            0, (short) 0, "consumer", protocol, member.assignment.slice()));
        }
    }

    private ErrorCode check(String id, int inGeneration) {
        Member member = members.get(id);
        if (member == null) {
            return fenced.contains(id) ? ErrorCode.FENCED_INSTANCE_ID : ErrorCode.UNKNOWN_MEMBER_ID;
        }
        member.heardMs = nowMs();
        return inGeneration == generation ? ErrorCode.NONE : ErrorCode.ILLEGAL_GENERATION;
    }

    ErrorCode heartbeat(String id, int inGeneration) {
        ErrorCode error = check(id, inGeneration);
        return error == ErrorCode.NONE && state == State.PREPARING
                ? ErrorCode.REBALANCE_IN_PROGRESS
                : error;
    }

    ErrorCode mayCommit(String id, int inGeneration) {
        if (inGeneration < 0) {
            return members.isEmpty() ? ErrorCode.NONE : ErrorCode.UNKNOWN_MEMBER_ID;
        }
        ErrorCode error = check(id, inGeneration);
        return error == ErrorCode.NONE && state == State.COMPLETING
                ? ErrorCode.REBALANCE_IN_PROGRESS
                : error;
    }

    void leave(String id) {
        Member gone = members.remove(id);
        if (gone != null) {
            fail(gone, ErrorCode.UNKNOWN_MEMBER_ID);
            goOn();
        }
    }

    private static void fail(Member gone, ErrorCode why) {
        Consumer<ApiMessage> joining = gone.joining;
        gone.joining = null;
        if (joining != null) {
            joining.accept(refusal(gone.request, gone.version, why));
        }
        Consumer<ApiMessage> syncing = gone.syncing;
        gone.syncing = null;
        if (syncing != null) {
            syncing.accept(SyncGroupResponse.error(why));
        }
    }

    private void goOn() {
        if (members.isEmpty()) {
            generation++;
            state = State.EMPTY;
        } else {
            prepare();
            completeIfAllAreHere();
        }
    }

    /** A member that is silent for too long is taken for dead, unless it waits for an answer. */
    private void watch(Member member) {
        long limitMs = member.request.sessionTimeoutMs();
        time.after(
                limitMs,
                () -> {
                    if (members.get(member.id) != member) {
                        return;
                    }
                    boolean waits = member.joining != null || member.syncing != null;
                    if (!waits && nowMs() - member.heardMs >= limitMs) {
                        leave(member.id);
                    } else {
                        watch(member);
                    }
                });
    }
}
