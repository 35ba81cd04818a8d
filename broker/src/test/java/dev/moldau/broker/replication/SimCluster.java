package dev.moldau.broker.replication;

import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionSettings;
import dev.moldau.broker.partition.PendingAppend;
import dev.moldau.broker.partition.TestBatches;
import dev.moldau.cluster.controller.IsrOutcome;
import dev.moldau.cluster.controller.IsrProposal;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.record.BatchRules;
import dev.moldau.storage.LogSettings;
import dev.moldau.storage.LogView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Three brokers, one topic, and a controller that is always right: it elects from the in-sync
 * replicas only, and news of it travel at different speed. The chance of one seed decides all.
 */
final class SimCluster {

    static final int BROKERS = 3;
    static final Uuid TOPIC = new Uuid(3, 4);

    final SimLoop time = new SimLoop();
    final SplittableRandom random;
    private final List<SimBroker> brokers = new ArrayList<>();
    private final List<PartitionImage> images = new ArrayList<>();
    private final Map<Integer, Long> toldAtMs = new HashMap<>();

    /** What was acknowledged by all in-sync replicas: values by partition and offset. */
    final List<Map<Long, String>> acknowledged = new ArrayList<>();

    /** What version of Fetch all brokers speak. */
    final int version;

    private final boolean forgetful;
    private boolean stormy = true;
    private int values;
    int elections;
    int crashes;

    SimCluster(long seed, int partitions) {
        this.random = new SplittableRandom(seed);
        this.version = random.nextInt(13, 19);
        this.forgetful = random.nextBoolean();
        for (int index = 0; index < partitions; index++) {
            int leader = 1 + random.nextInt(BROKERS);
            images.add(new PartitionImage(List.of(1, 2, 3), List.of(1, 2, 3), leader, 0, 0));
            acknowledged.add(new HashMap<>());
        }
        for (int id = 1; id <= BROKERS; id++) {
            brokers.add(new SimBroker(id, this, random.split()));
        }
        brokers.forEach(SimBroker::start);
        for (int index = 0; index < partitions; index++) {
            tellAll(index);
        }
    }

    int partitions() {
        return images.size();
    }

    boolean isStormy() {
        return stormy;
    }

    boolean isForgetful() {
        return forgetful && stormy;
    }

    PartitionSettings settings() {
        LogSettings log =
                new LogSettings(
                        900,
                        LogSettings.DEFAULTS.segmentMs(),
                        0,
                        1 << 10,
                        128,
                        -1,
                        -1,
                        true,
                        0,
                        Long.MAX_VALUE,
                        Long.MAX_VALUE,
                        LogSettings.DEFAULTS.producerExpirationMs(),
                        100);
        return new PartitionSettings(log, BatchRules.DEFAULT, 1, Optional.empty(), true);
    }

    SimBroker broker(int id) {
        return brokers.get(id - 1);
    }

    List<SimBroker> brokers() {
        return brokers;
    }

    PartitionImage image(int index) {
        return images.get(index);
    }

    private void change(int index, List<Integer> isr, int leader, boolean elects) {
        PartitionImage now = images.get(index);
        elections += elects ? 1 : 0;
        images.set(
                index,
                new PartitionImage(
                        now.replicas(),
                        isr,
                        leader,
                        now.leaderEpoch() + (elects ? 1 : 0),
                        now.partitionEpoch() + 1));
        tellAll(index);
    }

    private void tellAll(int index) {
        PartitionImage image = images.get(index);
        for (SimBroker broker : brokers) {
            if (!broker.isDown()) {
                tell(broker, index, image);
            }
        }
    }

    /** In order for each broker, and some brokers much later than others. */
    private void tell(SimBroker broker, int index, PartitionImage image) {
        int slow = random.nextInt(6) == 0 ? 150 : 10;
        long atMs =
                Math.max(toldAtMs.getOrDefault(broker.id, 0L), time.nowMs() + random.nextInt(slow));
        toldAtMs.put(broker.id, atMs);
        long life = broker.epoch();
        time.schedule(
                atMs - time.nowMs(),
                () -> {
                    if (!broker.isDown() && broker.epoch() == life) {
                        broker.tell(index, image);
                    }
                });
    }

    /** The controller's part of a proposal; questions and answers may get lost. */
    void propose(
            SimBroker proposer,
            SimLoop.Life life,
            IsrProposal proposal,
            Consumer<IsrOutcome> answer) {
        life.schedule(
                random.nextInt(10),
                () -> {
                    boolean heard = !stormy || random.nextInt(10) > 0;
                    IsrOutcome outcome =
                            heard
                                    ? alter(proposer, proposal)
                                    : new IsrOutcome(ErrorCode.REQUEST_TIMED_OUT, null);
                    boolean told = !stormy || random.nextInt(10) > 0;
                    life.schedule(
                            random.nextInt(20),
                            () ->
                                    answer.accept(
                                            told
                                                    ? outcome
                                                    : new IsrOutcome(
                                                            ErrorCode.REQUEST_TIMED_OUT, null)));
                });
    }

    private IsrOutcome alter(SimBroker proposer, IsrProposal proposal) {
        PartitionImage now = images.get(proposal.partition());
        if (proposal.leaderEpoch() != now.leaderEpoch() || now.leader() != proposer.id) {
            return new IsrOutcome(ErrorCode.FENCED_LEADER_EPOCH, now);
        }
        if (proposal.partitionEpoch() != now.partitionEpoch()) {
            return new IsrOutcome(ErrorCode.INVALID_UPDATE_VERSION, now);
        }
        for (int i = 0; i < proposal.isr().size(); i++) {
            SimBroker member = broker(proposal.isr().get(i));
            boolean joins = !now.isr().contains(member.id);
            long known = proposal.brokerEpochs().isEmpty() ? -1 : proposal.brokerEpochs().get(i);
            if (joins && (member.isDown() || (known >= 0 && known != member.epoch()))) {
                return new IsrOutcome(ErrorCode.INELIGIBLE_REPLICA, now);
            }
        }
        change(proposal.partition(), proposal.isr(), now.leader(), false);
        return new IsrOutcome(ErrorCode.NONE, images.get(proposal.partition()));
    }

    /** One more batch for whoever takes itself for the leader. */
    void produce() {
        int index = random.nextInt(partitions());
        SimBroker broker = brokers.get(random.nextInt(BROKERS));
        if (broker.isDown() || !broker.partition(index).leadership().local()) {
            return;
        }
        String[] batch = new String[1 + random.nextInt(4)];
        for (int i = 0; i < batch.length; i++) {
            batch[i] = "value-" + values++ + "x".repeat(random.nextInt(60));
        }
        boolean all = random.nextInt(4) > 0;
        broker.partition(index)
                .append(
                        PendingAppend.produced(
                                TestBatches.of(batch).bytes(),
                                9,
                                all,
                                1_000,
                                result -> {
                                    if (all && result.error() == ErrorCode.NONE) {
                                        acknowledged(index, result.baseOffset(), batch);
                                    }
                                }));
    }

    private void acknowledged(int index, long baseOffset, String[] batch) {
        for (int i = 0; i < batch.length; i++) {
            String before = acknowledged.get(index).put(baseOffset + i, batch[i]);
            if (before != null) {
                throw new AssertionError(
                        "offset " + (baseOffset + i) + " of " + index + " is acknowledged twice");
            }
        }
    }

    /** A broker dies, for a while. Whoever is the last in-sync one keeps its data. */
    void crash() {
        SimBroker broker = brokers.get(random.nextInt(BROKERS));
        if (broker.isDown()) {
            return;
        }
        crashes++;
        boolean last = false;
        for (PartitionImage image : images) {
            last |= image.isr().equals(List.of(broker.id));
        }
        broker.crash(!last && random.nextBoolean());
        for (int index = 0; index < partitions(); index++) {
            leave(broker, index);
        }
        time.schedule(20 + random.nextInt(600), () -> start(broker));
    }

    private void leave(SimBroker broker, int index) {
        PartitionImage now = images.get(index);
        List<Integer> isr = new ArrayList<>(now.isr());
        if (isr.size() > 1) {
            isr.removeIf(id -> id == broker.id);
        }
        if (now.leader() == broker.id) {
            change(index, isr, elected(isr), true);
        } else if (isr.size() < now.isr().size()) {
            change(index, isr, now.leader(), false);
        }
    }

    private int elected(List<Integer> isr) {
        List<Integer> alive = isr.stream().filter(id -> !broker(id).isDown()).toList();
        return alive.isEmpty() ? PartitionImage.NO_LEADER : alive.get(random.nextInt(alive.size()));
    }

    private void start(SimBroker broker) {
        if (!broker.isDown()) {
            return;
        }
        broker.start();
        for (int index = 0; index < partitions(); index++) {
            PartitionImage now = images.get(index);
            if (!now.hasLeader() && now.isr().contains(broker.id)) {
                change(index, now.isr(), broker.id, true);
            } else {
                tell(broker, index, now);
            }
        }
    }

    /** Another in-sync replica leads from now on. */
    void elect() {
        int index = random.nextInt(partitions());
        PartitionImage now = images.get(index);
        int leader = elected(now.isr());
        if (now.hasLeader() && leader != now.leader()) {
            change(index, now.isr(), leader, true);
        }
    }

    /** Records are deleted at the leader, up to an offset that may lie within a batch. */
    void deleteRecords() {
        int index = random.nextInt(partitions());
        Partition partition = leader(index);
        if (partition == null) {
            return;
        }
        int share = random.nextInt(4);
        var _ =
                partition.ask(
                        log -> {
                            LogView view = log.view();
                            long span = view.highWatermark() - view.logStartOffset();
                            log.raiseLogStart(view.logStartOffset() + span * share / 4);
                            log.maintain();
                            return true;
                        });
    }

    void writeCheckpoints() {
        SimBroker broker = brokers.get(random.nextInt(BROKERS));
        if (!broker.isDown()) {
            broker.writeCheckpoints();
        }
    }

    @Nullable Partition leader(int index) {
        int leader = images.get(index).leader();
        return leader == PartitionImage.NO_LEADER || broker(leader).isDown()
                ? null
                : broker(leader).partition(index);
    }

    /** Ends all trouble and gives the cluster time to come to rest. */
    void calm() {
        stormy = false;
        brokers.forEach(this::start);
        time.advance(6_000);
    }
}
