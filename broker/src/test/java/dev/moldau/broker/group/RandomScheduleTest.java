package dev.moldau.broker.group;

import static dev.moldau.broker.group.GroupsUnderTest.bytes;
import static dev.moldau.broker.group.GroupsUnderTest.protocol;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.protocol.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Clients that join, sync, beat, commit, crash, come back and leave in random order, over a log
 * that stalls, refuses and loses answers, with shards that are restarted. What must hold:
 *
 * <ul>
 *   <li>the members of one generation were all told the same protocol and leader, and got what that
 *       leader assigned to them;
 *   <li>an offset that was acknowledged is not lost, and none is found that nobody committed;
 *   <li>what is in memory is what the log says;
 *   <li>whoever asks is answered;
 *   <li>when the trouble ends, the group becomes stable.
 * </ul>
 */
class RandomScheduleTest {

    private static final int STEPS = 400;
    private static final long SEED = Long.getLong("groups.seed", 20_261_129L);
    private static final int RUNS = Integer.getInteger("groups.runs", 60);

    static List<Long> seeds() {
        SplittableRandom random = new SplittableRandom(SEED);
        return random.longs(RUNS).boxed().toList();
    }

    /** A client as it sees itself. */
    private static final class Client {
        private final @Nullable String instanceId;
        private final List<Protocol> protocols = new ArrayList<>();
        private String memberId = "";
        private int generation = -1;
        private @Nullable JoinResult joined;
        private @Nullable CompletionStage<JoinResult> join;
        private @Nullable CompletionStage<SyncResult> sync;
        private int syncedGeneration;

        Client(@Nullable String instanceId) {
            this.instanceId = instanceId;
        }

        void forget() {
            memberId = "";
            generation = -1;
            joined = null;
            join = null;
            sync = null;
        }
    }

    private final class Run {
        private final SplittableRandom random;
        private final GroupsUnderTest groups;
        private final List<Client> clients = new ArrayList<>();
        private final List<CompletionStage<?>> asked = new ArrayList<>();

        /** The protocol that each generation's members were told. */
        private final Map<String, String> told = new HashMap<>();

        /** By partition: the last offset acknowledged. Offsets only grow. */
        private final Map<Integer, Long> acknowledged = new HashMap<>();

        private final Map<Integer, Long> sent = new HashMap<>();
        private int epoch = 1;
        private boolean holding;
        private final List<String> disagreements = new ArrayList<>();

        Run(long seed) {
            random = new SplittableRandom(seed);
            groups =
                    new GroupsUnderTest(
                            GroupsUnderTest.config(
                                    random.nextBoolean() ? 0 : GroupConfig.ADAPTIVE_DELAY),
                            new FakeShardLog(),
                            seed);
            for (int i = 0; i < 5; i++) {
                Client client = new Client(i < 2 ? "static-" + i : null);
                // A restarted coordinator knows of each member only the protocol that was chosen,
                // so
                // a client that does not know it would be refused, as by Kafka.
                client.protocols.add(protocol("range"));
                client.protocols.add(random.nextInt(2), protocol("sticky"));
                clients.add(client);
            }
        }

        void step() {
            Client client = clients.get(random.nextInt(clients.size()));
            int dice = random.nextInt(100);
            if (dice < 30) {
                joinOrSync(client);
            } else if (dice < 45) {
                heartbeat(client);
            } else if (dice < 62) {
                commit(client);
            } else if (dice < 68) {
                client.forget();
            } else if (dice < 72) {
                leave(client);
            } else if (dice < 78) {
                trouble();
            } else if (dice < 80) {
                restart();
            } else {
                groups.pass(random.nextInt(1, 3_000));
            }
            groups.lane.runAll();
            collect();
        }

        private void joinOrSync(Client client) {
            JoinResult joined = client.joined;
            if (joined != null && client.sync == null) {
                Map<String, ByteBuffer> assignments = new HashMap<>();
                for (JoinResult.Member member : joined.members()) {
                    assignments.put(
                            member.memberId(), bytes(member.memberId() + "@" + client.generation));
                }
                client.syncedGeneration = client.generation;
                client.sync =
                        ask(
                                groups.coordinator.sync(
                                        new SyncCommand(
                                                GroupsUnderTest.GROUP,
                                                client.memberId,
                                                client.instanceId,
                                                client.generation,
                                                null,
                                                null,
                                                assignments)));
            } else if (client.join == null) {
                client.join =
                        ask(
                                groups.coordinator.join(
                                        GroupsUnderTest.joinOf(
                                                client.memberId,
                                                client.instanceId,
                                                client.protocols.toArray(Protocol[]::new))));
                client.join.whenComplete((result, _) -> checkAgreement(result));
            }
        }

        private void checkAgreement(JoinResult result) {
            if (result.error() != ErrorCode.NONE) {
                return;
            }
            // A generation that was not stored may be numbered again by the next incarnation.
            String generation = epoch + "." + groups.log.lostAnswers() + ":" + result.generation();
            String protocol = String.valueOf(result.protocolName());
            String before = told.putIfAbsent(generation, protocol);
            if (before != null && !before.equals(protocol)) {
                disagreements.add(generation + ": " + before + ", " + protocol);
            }
        }

        private void heartbeat(Client client) {
            ask(
                    groups.coordinator.heartbeat(
                            new HeartbeatCommand(
                                    GroupsUnderTest.GROUP,
                                    client.memberId,
                                    client.instanceId,
                                    client.generation)));
        }

        private void commit(Client client) {
            int partition = random.nextInt(4);
            long offset = sent.merge(partition, 1L, Long::sum);
            CommitCommand command =
                    new CommitCommand(
                            GroupsUnderTest.GROUP,
                            client.memberId,
                            client.instanceId,
                            client.generation,
                            -1,
                            List.of(groups.entry("t", partition, offset)));
            ask(groups.coordinator.commit(command))
                    .whenComplete(
                            (errors, _) -> {
                                if (errors.getFirst() == ErrorCode.NONE) {
                                    acknowledged.merge(partition, offset, Math::max);
                                }
                            });
        }

        private void leave(Client client) {
            ask(
                    groups.coordinator.leave(
                            new LeaveCommand(
                                    GroupsUnderTest.GROUP,
                                    List.of(
                                            new LeaveCommand.Leaving(
                                                    client.memberId, client.instanceId, null)))));
            client.forget();
        }

        private void trouble() {
            if (holding) {
                holding = false;
                if (random.nextBoolean()) {
                    groups.log.release();
                } else {
                    groups.log.fail(ErrorCode.KAFKA_STORAGE_ERROR);
                }
                return;
            }
            switch (random.nextInt(4)) {
                case 0 -> groups.log.failNext(ErrorCode.KAFKA_STORAGE_ERROR);
                case 1 -> groups.log.loseNext();
                default -> {
                    holding = true;
                    groups.log.hold();
                }
            }
        }

        private void restart() {
            calm();
            groups.coordinator.onResigned(0, epoch);
            epoch++;
            groups.coordinator.onElected(0, epoch, groups.log);
        }

        private void calm() {
            holding = false;
            groups.log.release();
            groups.lane.runAll();
        }

        private <R> CompletionStage<R> ask(CompletionStage<R> stage) {
            asked.add(stage);
            return stage;
        }

        private void collect() {
            for (Client client : clients) {
                if (client.join != null && client.join.toCompletableFuture().isDone()) {
                    JoinResult result = groups.now(client.join);
                    client.join = null;
                    take(client, result);
                }
                if (client.sync != null && client.sync.toCompletableFuture().isDone()) {
                    SyncResult result = groups.now(client.sync);
                    client.sync = null;
                    client.joined = null;
                    take(client, result);
                }
            }
        }

        private void take(Client client, JoinResult result) {
            if (result.error() == ErrorCode.NONE) {
                client.memberId = result.memberId();
                client.generation = result.generation();
                client.joined = result;
            } else if (result.error() == ErrorCode.UNKNOWN_MEMBER_ID
                    || result.error() == ErrorCode.FENCED_INSTANCE_ID) {
                client.forget();
            } else {
                assertThat(result.error().retriable() || isRebalance(result.error()))
                        .as("%s", result)
                        .isTrue();
            }
        }

        private static boolean isRebalance(ErrorCode error) {
            return error == ErrorCode.REBALANCE_IN_PROGRESS;
        }

        private void take(Client client, SyncResult result) {
            if (result.error() == ErrorCode.NONE) {
                if (result.assignment().hasRemaining()) {
                    assertThat(UTF_8.decode(result.assignment().duplicate()).toString())
                            .startsWith(prefixOf(client))
                            .endsWith("@" + client.syncedGeneration);
                }
            } else if (result.error() == ErrorCode.UNKNOWN_MEMBER_ID
                    || result.error() == ErrorCode.FENCED_INSTANCE_ID) {
                client.forget();
            }
        }

        private String prefixOf(Client client) {
            // A static member that came back has what its former self was given.
            return client.instanceId == null ? client.memberId + "@" : client.instanceId + "-";
        }

        void end() {
            calm();
            groups.pass(2 * GroupShard.RELOAD_MS);
            collect();
            for (int round = 0; round < 600 && !isSettled(); round++) {
                for (Client client : clients) {
                    live(client);
                }
                groups.pass(200);
                collect();
            }
            assertThat(isSettled()).as("stable: %s", groups.describe()).isTrue();
            groups.pass(10);
            checkOffsets();
            assertThat(disagreements).isEmpty();
            assertThat(told).as("generations formed").hasSizeGreaterThan(3);
            assertThat(asked).allMatch(stage -> stage.toCompletableFuture().isDone());
            checkLog();
        }

        /** What a client that works does next. */
        private void live(Client client) {
            if (client.join != null || client.sync != null) {
                return;
            }
            if (client.joined != null) {
                joinOrSync(client);
                return;
            }
            ErrorCode error =
                    client.memberId.isEmpty()
                            ? ErrorCode.UNKNOWN_MEMBER_ID
                            : groups.now(
                                    groups.coordinator.heartbeat(
                                            new HeartbeatCommand(
                                                    GroupsUnderTest.GROUP,
                                                    client.memberId,
                                                    client.instanceId,
                                                    client.generation)));
            if (error == ErrorCode.UNKNOWN_MEMBER_ID || error == ErrorCode.FENCED_INSTANCE_ID) {
                client.forget();
            }
            if (error != ErrorCode.NONE) {
                joinOrSync(client);
            }
        }

        private boolean isSettled() {
            GroupDescription group = groups.describe();
            return group.state().equals("Stable")
                    && group.members().size() == clients.size()
                    && clients.stream().allMatch(client -> client.join == null);
        }

        private void checkOffsets() {
            for (int partition = 0; partition < 4; partition++) {
                long found = groups.committed("t", partition);
                assertThat(found)
                        .as("offset of partition %d", partition)
                        .isGreaterThanOrEqualTo(acknowledged.getOrDefault(partition, -1L))
                        .isLessThanOrEqualTo(sent.getOrDefault(partition, -1L));
            }
        }

        private void checkLog() {
            DurableGroups replayed = groups.replayed();
            StoredGeneration stored = groups.storedGeneration();
            GroupDescription living = groups.describe();
            assertThat(stored.members())
                    .extracting(StoredGeneration.Member::memberId)
                    .containsExactlyInAnyOrderElementsOf(
                            living.members().stream()
                                    .map(GroupDescription.Member::memberId)
                                    .toList());
            assertThat(groups.now(groups.memory())).isEqualTo(replayed);
            for (StoredGeneration.Member member : stored.members()) {
                assertThat(living.members())
                        .anySatisfy(
                                alive -> {
                                    assertThat(alive.memberId()).isEqualTo(member.memberId());
                                    assertThat(alive.assignment()).isEqualTo(member.assignment());
                                });
            }
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whateverHappensMembersAgreeAndNoOffsetIsLost(long seed) {
        Run run = new Run(seed);
        for (int i = 0; i < STEPS; i++) {
            run.step();
        }
        run.end();
    }
}
