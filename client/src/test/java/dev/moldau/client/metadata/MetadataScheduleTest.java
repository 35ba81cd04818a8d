package dev.moldau.client.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.Node;
import dev.moldau.client.metadata.ClusterView.Partition;
import dev.moldau.client.metadata.ClusterView.Topic;
import dev.moldau.client.scripted.Answers;
import dev.moldau.client.scripted.Reply;
import dev.moldau.client.scripted.ScriptedNetwork;
import dev.moldau.client.scripted.ScriptedNetwork.Request;
import dev.moldau.client.scripted.VirtualLoop;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * Random schedules: brokers of a cluster whose leaders move, whose topics come and go, and which
 * answer late, wrongly or with what was true some time ago, while callers use topics and wait for
 * them. Held: views never go back, a topic in use stays in the view, every wait ends in time, one
 * request is under way at a time, and once the cluster is calm the view is true.
 */
class MetadataScheduleTest {

    private static final int SCHEDULES = Integer.getInteger("moldau.test.schedules", 300);
    private static final int STEPS = 300;

    @Test
    void viewsOnlyGoForwardAndEveryWaitEndsInTime() {
        Long fixed = Long.getLong("moldau.test.seed");
        long begin = fixed != null ? fixed : new Random().nextLong();
        int answers = 0;
        for (int i = 0; i < (fixed != null ? 1 : SCHEDULES); i++) {
            Run run = new Run(begin + i);
            try {
                run.play();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + (begin + i) + "; -Dmoldau.test.seed=", e);
            }
            answers += run.answers;
        }
        assertThat(answers).as("answers, seed " + begin).isGreaterThan(20);
    }

    /** What is true of one topic. */
    private static final class Truth {
        private Uuid id;
        private int[] leaders;
        private int[] epochs;
        private boolean exists = true;

        Truth(Uuid id, int partitions) {
            this.id = id;
            this.leaders = new int[partitions];
            this.epochs = new int[partitions];
            java.util.Arrays.fill(leaders, 1);
        }
    }

    private record Wait(CompletableFuture<ClusterView> future, long endMs) {}

    private static final class Run {
        private static final int MAX_WAIT_MS = 4_000;

        private final Random random;
        private final VirtualLoop loop = new VirtualLoop();
        private final ScriptedNetwork network = new ScriptedNetwork(loop);
        private final Map<String, Truth> truths = new HashMap<>();
        private final Map<String, List<MetadataResponse.Topic>> history = new HashMap<>();
        private final Map<String, Long> usedMs = new HashMap<>();
        private final List<Wait> waits = new ArrayList<>();
        private final List<Node> brokers = new ArrayList<>();
        private final Metadata metadata;
        private ClusterView last = ClusterView.EMPTY;
        private boolean calm;
        private int underWay;
        private int answers;

        Run(long seed) {
            random = new Random(seed);
            for (int i = 1; i <= 3; i++) {
                brokers.add(new Node(i, "broker" + i, 9092, null));
            }
            network.answer(this::answer);
            metadata =
                    new Metadata(
                            new MetadataSettings(
                                    5_000,
                                    6_000,
                                    20,
                                    200,
                                    RecoveryStrategy.REBOOTSTRAP,
                                    2_000,
                                    true,
                                    500),
                            List.of(
                                    new Node(-1, "broker1", 9092, null),
                                    new Node(-2, "broker2", 9092, null)),
                            loop,
                            network,
                            new Random(seed));
            metadata.listen(this::check);
        }

        void play() {
            metadata.start();
            for (int step = 0; step < STEPS; step++) {
                act();
                loop.advance(random.nextInt(100));
                checkWaits();
            }
            calmDown();
        }

        private void act() {
            String topic = "t" + random.nextInt(4);
            switch (random.nextInt(12)) {
                case 0 -> create(topic);
                case 1 -> moveLeader(topic);
                case 2 -> hint(topic);
                case 3 -> truth(topic).exists = false;
                case 4 -> network.kill(brokers.get(random.nextInt(3)));
                case 5, 6 -> brokers.forEach(network::revive);
                case 7 -> loop.execute(() -> metadata.refresh("chance"));
                case 8 -> awaitTopic(topic, random.nextInt(3));
                default -> use(topic);
            }
        }

        private Truth truth(String topic) {
            return truths.computeIfAbsent(topic, name -> new Truth(Uuid.random(random), 2));
        }

        private void create(String topic) {
            Truth truth = truth(topic);
            if (!truth.exists) {
                truths.put(topic, new Truth(Uuid.random(random), 1 + random.nextInt(3)));
            }
        }

        private void moveLeader(String topic) {
            Truth truth = truth(topic);
            int partition = random.nextInt(truth.leaders.length);
            truth.leaders[partition] = random.nextInt(4) == 0 ? -1 : 1 + random.nextInt(3);
            truth.epochs[partition]++;
        }

        private void hint(String topic) {
            Truth truth = truth(topic);
            Topic known = metadata.view().topics().get(topic);
            if (known != null && known.id().equals(truth.id) && truth.leaders[0] > 0) {
                int leader = truth.leaders[0];
                int epoch = truth.epochs[0];
                loop.execute(
                        () -> {
                            Topic now = metadata.view().topics().get(topic);
                            if (now != null && now.id().equals(truth.id)) {
                                metadata.leaderChanged(
                                        topic, 0, leader, epoch, brokers.get(leader - 1));
                            }
                        });
            }
        }

        private void use(String topic) {
            metadata.use(topic);
            usedMs.put(topic, loop.nowMs());
        }

        private void awaitTopic(String topic, int partition) {
            usedMs.put(topic, loop.nowMs());
            waits.add(
                    new Wait(
                            metadata.ready(topic, partition, MAX_WAIT_MS),
                            loop.nowMs() + MAX_WAIT_MS));
        }

        private void checkWaits() {
            for (Wait wait : waits) {
                assertThat(wait.future().isDone() || loop.nowMs() < wait.endMs())
                        .as("ended by its deadline")
                        .isTrue();
            }
            waits.removeIf(wait -> wait.future().isDone());
        }

        private Reply answer(Request request) {
            assertThat(request.api()).isEqualTo(ApiKey.METADATA);
            underWay = brokers.stream().mapToInt(network::inFlight).sum();
            assertThat(underWay).as("one request at a time").isEqualTo(1);
            int chance = calm ? 0 : random.nextInt(12);
            if (chance == 10) {
                return new Reply.Cut(random.nextInt(30));
            }
            if (chance == 11) {
                return new Reply.Silence();
            }
            answers++;
            List<MetadataRequest.Topic> asked =
                    Objects.requireNonNull(((MetadataRequest) request.message()).topics());
            MetadataResponse.Topic[] told =
                    asked.stream()
                            .map(topic -> told(Objects.requireNonNull(topic.name())))
                            .toArray(MetadataResponse.Topic[]::new);
            return new Reply.Answer(Answers.of(ErrorCode.NONE, brokers, told), random.nextInt(60));
        }

        /** What is true, or what was true of the same topic some time ago. */
        private MetadataResponse.Topic told(String name) {
            Truth truth = truth(name);
            if (!truth.exists) {
                return Answers.error(name, ErrorCode.UNKNOWN_TOPIC_OR_PARTITION);
            }
            if (!calm && random.nextInt(10) == 0) {
                return Answers.error(name, ErrorCode.LEADER_NOT_AVAILABLE);
            }
            List<MetadataResponse.Partition> partitions = new ArrayList<>();
            for (int i = 0; i < truth.leaders.length; i++) {
                boolean untold = !calm && truth.leaders[i] < 0 && random.nextBoolean();
                partitions.add(
                        new MetadataResponse.Partition(
                                (short) 0,
                                i,
                                truth.leaders[i],
                                untold ? -1 : truth.epochs[i],
                                List.of(1),
                                List.of(1),
                                List.of()));
            }
            MetadataResponse.Topic now =
                    new MetadataResponse.Topic(
                            (short) 0, name, truth.id, false, partitions, Integer.MIN_VALUE);
            List<MetadataResponse.Topic> said =
                    history.computeIfAbsent(name, ignored -> new ArrayList<>());
            said.removeIf(topic -> !topic.topicId().equals(truth.id));
            said.add(now);
            return calm || random.nextInt(4) > 0 ? now : said.get(random.nextInt(said.size()));
        }

        private void check(ClusterView next) {
            assertThat(next.version()).isGreaterThan(last.version());
            long nowMs = loop.nowMs();
            for (Topic before : last.topics().values()) {
                Topic after = next.topics().get(before.name());
                boolean inUse = nowMs - usedMs.getOrDefault(before.name(), 0L) < 5_000;
                assertThat(after != null || !inUse).as("in use: " + before.name()).isTrue();
                if (after != null && after.id().equals(before.id())) {
                    checkForward(before, after);
                }
            }
            last = next;
        }

        private static void checkForward(Topic before, Topic after) {
            assertThat(after.partitions().size())
                    .isGreaterThanOrEqualTo(before.partitions().size());
            for (Partition partition : before.partitions()) {
                assertThat(after.partitions().get(partition.index()).leaderEpoch())
                        .as("epoch of " + before.name())
                        .isGreaterThanOrEqualTo(partition.leaderEpoch());
            }
        }

        /** With everything healed and everything in use, the view becomes what is true. */
        private void calmDown() {
            calm = true;
            brokers.forEach(network::revive);
            for (int i = 0; i < 4; i++) {
                Truth truth = truth("t" + i);
                if (!truth.exists) {
                    truths.put("t" + i, new Truth(Uuid.random(random), 2));
                }
                for (int p = 0; p < truth("t" + i).leaders.length; p++) {
                    truth("t" + i).leaders[p] = 2;
                    truth("t" + i).epochs[p]++;
                }
                use("t" + i);
            }
            loop.execute(() -> metadata.refresh("calm"));
            loop.advance(4_500);
            checkWaits();
            for (Map.Entry<String, Truth> entry : truths.entrySet()) {
                Topic known = Objects.requireNonNull(metadata.view().topic(entry.getKey()));
                assertThat(known.id()).isEqualTo(entry.getValue().id);
                assertThat(known.partitions()).extracting(Partition::leaderId).containsOnly(2);
            }
        }
    }
}
