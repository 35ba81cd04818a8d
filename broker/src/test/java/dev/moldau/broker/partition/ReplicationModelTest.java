package dev.moldau.broker.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.broker.lane.ManualTimer;
import dev.moldau.cluster.controller.IsrOutcome;
import dev.moldau.cluster.controller.IsrProposal;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.record.Batches;
import dev.moldau.protocol.record.RecordView;
import dev.moldau.storage.LogView;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A partition on three brokers, with real logs, over a network and a controller that are random:
 * answers come late or never, images reach brokers late, proposals are accepted, refused, or
 * accepted without the proposer hearing of it, leaders change.
 *
 * <p>{@code -Dmoldau.test.seed=} runs one seed.
 */
@Timeout(120)
class ReplicationModelTest {

    private static final int BROKERS = 3;
    private static final List<Integer> REPLICAS = List.of(1, 2, 3);

    static LongStream seeds() {
        Long one = Long.getLong("moldau.test.seed");
        return one == null ? LongStream.rangeClosed(1, 200) : LongStream.of(one);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatWasAcknowledgedIsOnEveryReplicaInTheEnd(long seed) {
        Run run = new Run(seed);
        for (int step = 0; step < 1_500; step++) {
            run.step();
            run.checkInvariants();
        }
        run.settle();
        run.checkEnd();
    }

    /** What a follower has fetched and not been given yet. */
    private record Answer(int leaderEpoch, ByteBuffer records, long highWatermark) {}

    /** A batch that was sent: what it holds and what its sender was told. */
    private record Sent(String value, boolean allReplicas, List<AppendResult> told) {}

    private static final class Run {
        private final long seed;
        private final Random random;
        private final ManualTimer timer = new ManualTimer();
        private final ReplicatedPartition[] brokers = new ReplicatedPartition[BROKERS];
        private final @Nullable Answer[] answers = new @Nullable Answer[BROKERS];
        private final long[] marks = new long[BROKERS];
        private final List<Sent> sent = new ArrayList<>();
        private PartitionImage current = new PartitionImage(REPLICAS, List.of(1, 2, 3), 1, 0, 0);
        private int acknowledged;

        Run(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            int minInSync = 1 + random.nextInt(2);
            for (int i = 0; i < BROKERS; i++) {
                brokers[i] = new ReplicatedPartition(i + 1, minInSync, timer);
            }
        }

        void step() {
            int choice = random.nextInt(100);
            int broker = random.nextInt(BROKERS);
            if (choice < 15) {
                produce(broker, random.nextInt(4) > 0);
            } else if (choice < 45) {
                fetch(broker);
            } else if (choice < 75) {
                take(broker);
            } else if (choice < 85) {
                brokers[broker].become(current);
            } else if (choice < 93) {
                decide(broker);
            } else if (choice < 98) {
                pass(random.nextInt(random.nextInt(20) == 0 ? 40_000 : 200));
            } else if (random.nextInt(2) == 0) {
                elect(random.nextBoolean());
            }
        }

        private void produce(int broker, boolean allReplicas) {
            Sent one = new Sent("v" + sent.size(), allReplicas, new ArrayList<>());
            sent.add(one);
            brokers[broker].produce(allReplicas, 1_000, one.told, one.value);
        }

        private void fetch(int broker) {
            ReplicatedPartition follower = brokers[broker];
            Leadership known = follower.leadership();
            if (!known.follows()) {
                return;
            }
            ReplicatedPartition leader = brokers[known.leaderId() - 1];
            int epoch = known.leaderEpoch();
            if (leader.partition.checkLeader(epoch) != ErrorCode.NONE) {
                return;
            }
            long offset = follower.view().logEndOffset();
            int lastEpoch = follower.view().leaderEpoch();
            leader.fetched(broker + 1, epoch, offset, lastEpoch);
            FollowerFetch asked = new FollowerFetch(broker + 1, 1, epoch, offset, lastEpoch, 0);
            LogView view = leader.view();
            if (asked.agreesWith(view)) {
                answers[broker] = new Answer(epoch, leader.read(offset), view.highWatermark());
            } else {
                onLane(
                        follower,
                        () -> follower.follower.truncate(epoch, view.endOffsetFor(lastEpoch)));
            }
        }

        private void take(int broker) {
            Answer answer = answers[broker];
            answers[broker] = null;
            if (answer != null && random.nextInt(5) > 0) {
                ReplicatedPartition follower = brokers[broker];
                onLane(
                        follower,
                        () ->
                                follower.follower.replicate(
                                        answer.leaderEpoch,
                                        answer.records,
                                        answer.highWatermark,
                                        0));
            }
        }

        private static void onLane(ReplicatedPartition broker, Runnable step) {
            broker.lane.execute(step);
            broker.lane.runAll();
        }

        private void pass(long ms) {
            timer.advance(ms);
            for (ReplicatedPartition broker : brokers) {
                broker.passes(0);
            }
        }

        /** The controller hears of a proposal. */
        private void decide(int broker) {
            if (brokers[broker].proposals.isEmpty()) {
                return;
            }
            IsrProposal proposal = brokers[broker].proposals.getFirst().proposal();
            IsrOutcome outcome = decide(broker + 1, proposal);
            boolean heard = random.nextInt(5) > 0;
            brokers[broker].answer(
                    heard ? outcome.error() : ErrorCode.NOT_CONTROLLER,
                    heard ? outcome.now() : null);
        }

        private IsrOutcome decide(int proposer, IsrProposal proposal) {
            if (proposal.leaderEpoch() != current.leaderEpoch() || current.leader() != proposer) {
                return new IsrOutcome(ErrorCode.FENCED_LEADER_EPOCH, current);
            }
            if (proposal.partitionEpoch() != current.partitionEpoch()) {
                return new IsrOutcome(ErrorCode.INVALID_UPDATE_VERSION, current);
            }
            boolean grows = proposal.isr().size() > current.isr().size();
            if (grows && random.nextInt(4) == 0) {
                return new IsrOutcome(ErrorCode.INELIGIBLE_REPLICA, current);
            }
            current =
                    new PartitionImage(
                            REPLICAS,
                            proposal.isr(),
                            current.leader(),
                            current.leaderEpoch(),
                            current.partitionEpoch() + 1);
            return new IsrOutcome(ErrorCode.NONE, current);
        }

        private void elect(boolean formerLeaves) {
            List<Integer> isr = new ArrayList<>(current.isr());
            if (formerLeaves && isr.size() > 1) {
                isr.remove(Integer.valueOf(current.leader()));
            }
            current =
                    new PartitionImage(
                            REPLICAS,
                            isr,
                            isr.get(random.nextInt(isr.size())),
                            current.leaderEpoch() + 1,
                            current.partitionEpoch() + 1);
            if (random.nextBoolean()) {
                brokers[current.leader() - 1].become(current);
            }
        }

        void checkInvariants() {
            for (int i = 0; i < BROKERS; i++) {
                long mark = brokers[i].highWatermark();
                assertThat(mark)
                        .as("seed %d: mark of %d", seed, i + 1)
                        .isGreaterThanOrEqualTo(marks[i]);
                marks[i] = mark;
            }
            for (ReplicatedPartition broker : brokers) {
                for (int inSync : current.isr()) {
                    assertThat(brokers[inSync - 1].view().logEndOffset())
                            .as("seed %d: in sync is %d", seed, inSync)
                            .isGreaterThanOrEqualTo(broker.highWatermark());
                }
            }
            for (Sent one : sent) {
                assertThat(one.told).as("seed %d: %s", seed, one).hasSizeLessThanOrEqualTo(1);
            }
        }

        /** All hear of all, until nothing changes any more. */
        void settle() {
            for (int round = 0; round < 40; round++) {
                for (int i = 0; i < BROKERS; i++) {
                    brokers[i].become(current);
                    fetch(i);
                    Answer answer = answers[i];
                    if (answer != null) {
                        take(i);
                    }
                    decide(i);
                }
                timer.advance(300);
                pass(0);
            }
            pass(2_000);
        }

        void checkEnd() {
            Map<Long, String> leaders = values(brokers[current.leader() - 1]);
            for (ReplicatedPartition broker : brokers) {
                assertThat(values(broker))
                        .as("seed %d: broker %d", seed, broker.brokerId)
                        .isEqualTo(leaders);
                assertThat(broker.highWatermark()).as("seed %d", seed).isEqualTo(leaders.size());
            }
            Map<String, Long> acknowledgedAt = new LinkedHashMap<>();
            for (Sent one : sent) {
                assertThat(one.told).as("seed %d: %s", seed, one).hasSize(1);
                AppendResult result = one.told.getFirst();
                if (one.allReplicas && result.error() == ErrorCode.NONE) {
                    acknowledgedAt.put(one.value, result.baseOffset());
                    acknowledged++;
                }
            }
            acknowledgedAt.forEach(
                    (value, offset) ->
                            assertThat(leaders)
                                    .as("seed %d: acknowledged", seed)
                                    .containsEntry(offset, value));
            assertThat(acknowledged).as("seed %d did something", seed).isPositive();
        }

        private static Map<Long, String> values(ReplicatedPartition broker) {
            Map<Long, String> values = new TreeMap<>();
            long offset = 0;
            while (offset < broker.view().logEndOffset()) {
                Batches batches = new Batches();
                batches.over(broker.read(offset));
                try (Codecs codecs = new Codecs()) {
                    while (batches.next()) {
                        RecordView records = new RecordView();
                        records.over(batches.batch(), codecs, 1 << 20);
                        while (records.next()) {
                            ByteBuffer value = Objects.requireNonNull(records.value());
                            values.put(
                                    records.offset(),
                                    StandardCharsets.UTF_8.decode(value.duplicate()).toString());
                        }
                        offset = batches.batch().lastOffset() + 1;
                    }
                }
            }
            return values;
        }
    }
}
