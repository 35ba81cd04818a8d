package dev.moldau.broker.group;

import static dev.moldau.broker.group.ConsumersUnderTest.GROUP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.group.assign.AssignmentTask;
import dev.moldau.broker.group.assign.Assignor;
import dev.moldau.broker.group.assign.PartitionSet;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ConsumerProtocolSubscription;
import dev.moldau.protocol.message.ConsumerProtocolSubscriptionCodec;
import dev.moldau.protocol.wire.WireWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A consumer as it sees itself: what it believes it owns, and what it does next. One that has not
 * been heard for the time of a session gives everything up by itself, as consumers do.
 */
abstract class SimulatedConsumer {

    private static final Set<String> TOPICS = Set.of("t", "u");

    final String name;
    final @Nullable String instanceId;
    final GroupsUnderTest groups;
    final SplittableRandom random;
    PartitionSet owned = PartitionSet.EMPTY;
    long heardMs;

    SimulatedConsumer(
            String name,
            @Nullable String instanceId,
            GroupsUnderTest groups,
            SplittableRandom random) {
        this.name = name;
        this.instanceId = instanceId;
        this.groups = groups;
        this.random = random;
    }

    @Nullable String instanceId() {
        return instanceId;
    }

    /** Does what is next. */
    abstract void act(boolean answerLost);

    /** Takes in answers that have come. */
    abstract void collect();

    abstract void leave();

    abstract int sessionMs();

    abstract void forget();

    /** Stops without a word. */
    void crash() {
        owned = PartitionSet.EMPTY;
    }

    void checkPromises() {}

    PartitionSet owned() {
        if (!owned.isEmpty() && groups.time.monotonicMs() - heardMs >= sessionMs()) {
            forget();
        }
        return owned;
    }

    @Override
    public String toString() {
        return name + " " + instanceId + " owns " + owned;
    }

    /** One that the broker balances. */
    static final class OfConsumerProtocol extends SimulatedConsumer {
        private int epoch;
        private boolean whole = true;
        private boolean acknowledges;
        private @Nullable ConsumerHeartbeatCommand sent;
        private @Nullable CompletionStage<ConsumerHeartbeatResult> answer;

        /** Whether nothing else has happened since the heartbeat was sent. */
        private boolean fresh;

        private long sentMs;
        private boolean lost;

        /** What it was told last; nothing if it may have missed an answer since. */
        private PartitionSet told = PartitionSet.EMPTY;

        OfConsumerProtocol(
                String name,
                @Nullable String instanceId,
                GroupsUnderTest groups,
                SplittableRandom random) {
            super(name, instanceId, groups, random);
        }

        @Override
        int sessionMs() {
            return ConsumersUnderTest.SESSION_MS;
        }

        @Override
        void forget() {
            owned = PartitionSet.EMPTY;
            told = PartitionSet.EMPTY;
            epoch = 0;
            whole = true;
        }

        @Override
        void act(boolean answerLost) {
            owned();
            if (answer != null) {
                return;
            }
            ConsumerHeartbeatCommand next = sent;
            if (!lost || next == null || next.memberEpoch() != epoch || random.nextBoolean()) {
                whole |= lost;
                next = command();
            }
            sent = next;
            sentMs = groups.time.monotonicMs();
            lost = answerLost;
            fresh = true;
            answer = groups.coordinator.heartbeat(next);
        }

        private ConsumerHeartbeatCommand command() {
            boolean all = whole || epoch == 0;
            return ConsumersUnderTest.command(
                    name,
                    epoch,
                    instanceId,
                    all ? TOPICS : null,
                    null,
                    all || acknowledges ? owned : null);
        }

        @Override
        void collect() {
            CompletionStage<ConsumerHeartbeatResult> pending = answer;
            if (pending == null || !pending.toCompletableFuture().isDone()) {
                fresh = false;
                return;
            }
            answer = null;
            if (lost) {
                told = PartitionSet.EMPTY;
            } else {
                take(groups.now(pending));
            }
        }

        private void take(ConsumerHeartbeatResult result) {
            if (result.error() != ErrorCode.NONE) {
                told = PartitionSet.EMPTY;
                if (!result.error().retriable()
                        && result.error() != ErrorCode.UNRELEASED_INSTANCE_ID) {
                    assertThat(result.error())
                            .isIn(
                                    ErrorCode.UNKNOWN_MEMBER_ID,
                                    ErrorCode.FENCED_MEMBER_EPOCH,
                                    ErrorCode.FENCED_INSTANCE_ID);
                    forget();
                }
                return;
            }
            heardMs = sentMs;
            assertThat(result.memberEpoch()).as("epochs of %s", this).isGreaterThanOrEqualTo(epoch);
            epoch = result.memberEpoch();
            whole = false;
            acknowledges = false;
            PartitionSet assignment = result.assignment();
            if (assignment != null) {
                checkKept(assignment);
                acknowledges = !assignment.equals(owned);
                owned = assignment;
                told = assignment;
            }
        }

        /** What is taken away for the first time is not meant for the member any more. */
        private void checkKept(PartitionSet assignment) {
            PartitionSet taken = told.and(owned).minus(assignment);
            if (taken.isEmpty() || !fresh) {
                return;
            }
            ConsumerGroupDescription group =
                    groups.now(groups.coordinator.describeConsumers(GROUP));
            for (ConsumerGroupDescription.Member member : group.members()) {
                if (member.memberId().equals(name)) {
                    assertThat(member.target().and(taken))
                            .as("taken from %s though it stays its own", this)
                            .isEqualTo(PartitionSet.EMPTY);
                }
            }
        }

        @Override
        void leave() {
            owned = PartitionSet.EMPTY;
            var _ =
                    groups.coordinator.heartbeat(
                            ConsumersUnderTest.command(
                                    name,
                                    instanceId == null ? -1 : -2,
                                    instanceId,
                                    null,
                                    null,
                                    null));
        }
    }

    /** One that a leader balances, or the broker in its place. */
    static final class OfClassicProtocol extends SimulatedConsumer {
        private final boolean eager;
        private String memberId = "";
        private int generation = -1;
        private boolean rejoins = true;
        private @Nullable JoinResult joined;
        private @Nullable CompletionStage<JoinResult> join;
        private @Nullable CompletionStage<SyncResult> sync;
        private @Nullable CompletionStage<ErrorCode> heartbeat;
        private long sentMs;

        OfClassicProtocol(
                String name,
                @Nullable String instanceId,
                GroupsUnderTest groups,
                SplittableRandom random,
                boolean eager) {
            super(name, instanceId, groups, random);
            this.eager = eager;
        }

        @Override
        int sessionMs() {
            return GroupsUnderTest.SESSION_MS;
        }

        @Override
        void forget() {
            owned = PartitionSet.EMPTY;
            memberId = "";
            generation = -1;
            joined = null;
            rejoins = true;
        }

        @Override
        void act(boolean answerLost) {
            owned();
            if (join != null || sync != null || heartbeat != null) {
                return;
            }
            sentMs = groups.time.monotonicMs();
            JoinResult formed = joined;
            if (formed != null) {
                sync =
                        groups.coordinator.sync(
                                new SyncCommand(
                                        GROUP,
                                        memberId,
                                        instanceId,
                                        generation,
                                        null,
                                        null,
                                        assignments(formed)));
            } else if (rejoins) {
                if (eager) {
                    owned = PartitionSet.EMPTY;
                }
                join =
                        groups.coordinator.join(
                                GroupsUnderTest.joinOf(
                                        memberId,
                                        instanceId,
                                        new Protocol(
                                                eager ? "range" : "cooperative-sticky",
                                                metadata())));
            } else {
                heartbeat =
                        groups.coordinator.heartbeat(
                                new HeartbeatCommand(GROUP, memberId, instanceId, generation));
            }
        }

        private ByteBuffer metadata() {
            List<ConsumerProtocolSubscription.TopicPartitions> partitions = new ArrayList<>();
            for (Uuid topicId : owned.topics()) {
                partitions.add(
                        new ConsumerProtocolSubscription.TopicPartitions(
                                groups.topics.name(topicId).orElseThrow(),
                                Arrays.stream(owned.partitions(topicId)).boxed().toList()));
            }
            WireWriter out = new WireWriter();
            out.writeInt16((short) 3);
            ConsumerProtocolSubscriptionCodec.INSTANCE.write(
                    new ConsumerProtocolSubscription(
                            List.copyOf(TOPICS), null, partitions, generation, null),
                    out,
                    (short) 3);
            return out.toBuffer();
        }

        /** What a leader gives everybody: nothing that another still owns. */
        private Map<String, ByteBuffer> assignments(JoinResult formed) {
            EmbeddedProtocol embedded = new EmbeddedProtocol(groups.topics);
            Map<String, PartitionSet> claims = new HashMap<>();
            List<AssignmentTask.Member> members = new ArrayList<>();
            Map<Uuid, Integer> counts = new HashMap<>();
            for (String topic : TOPICS) {
                counts.put(
                        groups.topics.id(topic).orElseThrow(), groups.topics.partitionCount(topic));
            }
            for (JoinResult.Member member : formed.members()) {
                PartitionSet claim =
                        EmbeddedProtocol.subscription(member.metadata())
                                .map(embedded::owned)
                                .orElse(PartitionSet.EMPTY);
                claims.put(member.memberId(), claim);
                members.add(
                        new AssignmentTask.Member(member.memberId(), null, counts.keySet(), claim));
            }
            Map<String, ByteBuffer> given = new HashMap<>();
            Assignor.named("uniform")
                    .orElseThrow()
                    .assign(new AssignmentTask(members, counts))
                    .forEach(
                            (id, target) -> {
                                PartitionSet share = target;
                                for (var claim : claims.entrySet()) {
                                    if (!claim.getKey().equals(id)) {
                                        share = share.minus(claim.getValue());
                                    }
                                }
                                given.put(id, embedded.assignment(share, (short) 3));
                            });
            return given;
        }

        @Override
        void collect() {
            CompletionStage<JoinResult> joining = join;
            if (joining != null && joining.toCompletableFuture().isDone()) {
                join = null;
                take(groups.now(joining));
            }
            CompletionStage<SyncResult> syncing = sync;
            if (syncing != null && syncing.toCompletableFuture().isDone()) {
                sync = null;
                joined = null;
                take(groups.now(syncing));
            }
            CompletionStage<ErrorCode> beating = heartbeat;
            if (beating != null && beating.toCompletableFuture().isDone()) {
                heartbeat = null;
                takeError(groups.now(beating));
            }
        }

        private void take(JoinResult result) {
            if (result.error() != ErrorCode.NONE) {
                takeError(result.error());
                return;
            }
            heardMs = groups.time.monotonicMs();
            memberId = result.memberId();
            generation = result.generation();
            joined = result;
        }

        private void take(SyncResult result) {
            if (result.error() != ErrorCode.NONE) {
                rejoins = true;
                takeError(result.error());
                return;
            }
            heardMs = sentMs;
            PartitionSet assigned =
                    new EmbeddedProtocol(groups.topics).assigned(result.assignment()).orElseThrow();
            // A cooperative member joins again when it has given something up.
            rejoins = !owned.minus(assigned).isEmpty();
            owned = assigned;
        }

        private void takeError(ErrorCode error) {
            switch (error) {
                case NONE -> heardMs = sentMs;
                case REBALANCE_IN_PROGRESS -> {
                    heardMs = sentMs;
                    rejoins = true;
                }
                case UNKNOWN_MEMBER_ID, ILLEGAL_GENERATION, FENCED_INSTANCE_ID -> forget();
                default -> assertThat(error.retriable()).as("%s", error).isTrue();
            }
        }

        @Override
        void leave() {
            owned = PartitionSet.EMPTY;
            if (!memberId.isEmpty()) {
                var _ =
                        groups.coordinator.leave(
                                new LeaveCommand(
                                        GROUP,
                                        List.of(
                                                new LeaveCommand.Leaving(
                                                        memberId, instanceId, null))));
            }
        }
    }
}
