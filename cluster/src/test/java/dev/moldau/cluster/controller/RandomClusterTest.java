package dev.moldau.cluster.controller;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.ControllerCommand.AlterConfigs;
import dev.moldau.cluster.controller.ControllerCommand.AlterPartitions;
import dev.moldau.cluster.controller.ControllerCommand.BalanceLeaders;
import dev.moldau.cluster.controller.ControllerCommand.BrokersPresent;
import dev.moldau.cluster.controller.ControllerCommand.ConfigChange;
import dev.moldau.cluster.controller.ControllerCommand.ConfigOperation;
import dev.moldau.cluster.controller.ControllerCommand.CreatePartitions;
import dev.moldau.cluster.controller.ControllerCommand.CreateTopics;
import dev.moldau.cluster.controller.ControllerCommand.DeleteTopics;
import dev.moldau.cluster.controller.ControllerCommand.ElectLeaders;
import dev.moldau.cluster.controller.ControllerCommand.MorePartitions;
import dev.moldau.cluster.controller.ControllerCommand.MovePartitions;
import dev.moldau.cluster.controller.ControllerCommand.NewTopic;
import dev.moldau.cluster.controller.ControllerCommand.StopBroker;
import dev.moldau.cluster.controller.ControllerCommand.TopicRef;
import dev.moldau.cluster.controller.ControllerCommand.UnregisterBroker;
import dev.moldau.cluster.controller.ReplicationModel.Copy;
import dev.moldau.cluster.controller.ReplicationModel.Knowledge;
import dev.moldau.cluster.controller.ReplicationModel.PartitionKey;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;

/**
 * Any sequence of what can happen to a cluster: whatever brokers, leaders, people and the store's
 * sessions do, the rules of elections hold, and whoever is in sync, eligible or leads has all
 * acknowledged records.
 */
class RandomClusterTest {

    private static final int STEPS = 4_000;
    private static final int TOPICS = 6;

    private final long seed = Long.getLong("moldau.test.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final int brokers = 3 + random.nextInt(3);
    private final EffectiveConfigs configs = new EffectiveConfigs(BrokerConfig.defaults());
    private final ControllerMachine machine = new ControllerMachine(configs, random);
    private final MemoryStore store = new MemoryStore();
    private final ReplicationModel model = new ReplicationModel();

    /** The processes that run, and those of them whose presence the store shows. */
    private final Map<Integer, Uuid> running = new TreeMap<>();

    private final Map<Integer, Uuid> visible = new TreeMap<>();

    /** All data folders that brokers have had. */
    private final Map<Integer, List<Uuid>> foldersOf = new HashMap<>();

    private ControllerState state = new ControllerState(ClusterImage.empty("cluster"), 0, false);
    private int step;
    private boolean told;
    private boolean uncleanAsked;

    /** Whom leaders brought in sync in this step: they may lead at once. */
    private final Map<PartitionKey, List<Integer>> proposedNow = new HashMap<>();

    private int cleanElections;
    private int eligibleElections;
    private int uncleanElections;
    private int movesDone;
    private int foldersAwaited;

    @RepeatedTest(5)
    void whateverHappensTheRulesHold() {
        for (int id = 1; id <= brokers; id++) {
            start(id);
        }
        tell();
        for (step = 0; step < STEPS; step++) {
            ControllerState before = state;
            told = false;
            uncleanAsked = false;
            proposedNow.clear();
            act();
            check(before.image(), state.image());
            if (step % 20 == 0) {
                assertThatTheStoreHoldsTheState();
            }
        }
        assertThat(
                        List.of(
                                model.acknowledged,
                                cleanElections,
                                eligibleElections,
                                uncleanElections,
                                foldersAwaited,
                                movesDone))
                .as("seed %d: too little happened", seed)
                .allMatch(count -> count > 0);
    }

    private void act() {
        int id = 1 + random.nextInt(brokers);
        switch (random.nextInt(40)) {
            case 0 -> kill(id);
            case 1, 2 -> start(id);
            case 3 -> visible.remove(id);
            case 4 -> showAgain(id);
            case 5, 6, 7, 8 -> tell();
            case 9 -> run(new StopBroker(id, StopBroker.ANY_EPOCH));
            case 10 -> createTopic();
            case 11 -> changeTopics(id);
            case 12 -> alterMinimum();
            case 13, 14 -> elect();
            case 15 -> run(new BalanceLeaders());
            case 16, 17, 18 -> move();
            case 19 -> unregisterSometimes(id);
            case 20, 21, 22, 23, 24 -> learn(id);
            case 25, 26, 27, 28, 29 -> acknowledge(id);
            case 30, 31, 32 -> shrink(id);
            default -> grow(id);
        }
    }

    private <R> R run(ControllerCommand<R> command) {
        Decision<R> decision = machine.decide(state, command);
        store.commit(decision.writes());
        if (decision.writes().isEmpty()) {
            assertThat(decision.next().image()).isSameAs(state.image());
        }
        state = decision.next();
        return decision.reply();
    }

    private void kill(int id) {
        running.remove(id);
        visible.remove(id);
        model.forget(id);
    }

    /** With the data folder that it had, another one, or one that it had earlier. */
    private void start(int id) {
        kill(id);
        List<Uuid> folders = foldersOf.computeIfAbsent(id, any -> new ArrayList<>());
        int dice = random.nextInt(20);
        if (folders.isEmpty() || dice == 0) {
            folders.add(Uuid.random(random));
            model.folders.put(id, folders.getLast());
        } else if (dice == 1) {
            model.folders.put(id, folders.get(random.nextInt(folders.size())));
        }
        Uuid incarnation = Uuid.random(random);
        running.put(id, incarnation);
        visible.put(id, incarnation);
    }

    private void showAgain(int id) {
        Uuid incarnation = running.get(id);
        if (incarnation != null) {
            visible.put(id, incarnation);
        }
    }

    private void tell() {
        told = true;
        List<BrokerPresence> present = new ArrayList<>();
        visible.forEach(
                (id, incarnation) ->
                        present.add(
                                new BrokerPresence(
                                        id,
                                        incarnation,
                                        requireNonNull(model.folders.get(id)),
                                        List.of(),
                                        "r" + id % 2,
                                        closedInEpoch(id))));
        assertThat(run(new BrokersPresent(present)).finished()).isTrue();
    }

    /** Processes end as often in good order as not; the model's logs last in any case. */
    private long closedInEpoch(int id) {
        BrokerRegistration known = state.image().brokers().get(id);
        return known == null || !hasRegisteredFolder(id) || random.nextBoolean()
                ? BrokerPresence.NOT_CLOSED
                : known.epoch();
    }

    private boolean hasRegisteredFolder(int id) {
        return folder(state.image(), id).equals(model.folders.get(id));
    }

    private static Uuid folder(ClusterImage image, int id) {
        BrokerRegistration known = image.brokers().get(id);
        return known == null ? Uuid.ZERO : known.directory();
    }

    private void createTopic() {
        Map<String, String> settings = new HashMap<>();
        settings.put("min.insync.replicas", Integer.toString(1 + random.nextInt(3)));
        if (random.nextInt(3) == 0) {
            settings.put("unclean.leader.election.enable", "true");
        }
        NewTopic topic =
                NewTopic.of(
                        "t" + random.nextInt(TOPICS),
                        1 + random.nextInt(3),
                        1 + random.nextInt(brokers),
                        settings);
        run(new CreateTopics(List.of(topic), false));
    }

    private void changeTopics(int dice) {
        String name = "t" + random.nextInt(TOPICS);
        if (dice == 1) {
            run(new DeleteTopics(List.of(TopicRef.named(name))));
        } else {
            MorePartitions more = new MorePartitions(name, 1 + random.nextInt(5), List.of());
            run(new CreatePartitions(List.of(more), false));
        }
    }

    /** All brokers see the new setting at once: that is what the image is for. */
    private void alterMinimum() {
        anyPartition()
                .ifPresent(
                        any -> {
                            ConfigOperation set =
                                    new ConfigOperation(
                                            "min.insync.replicas",
                                            ConfigOperation.Type.SET,
                                            Integer.toString(1 + random.nextInt(3)));
                            ConfigResource topic = ConfigResource.topic(any.topic().name());
                            run(
                                    new AlterConfigs(
                                            List.of(new ConfigChange(topic, List.of(set), false)),
                                            false));
                            List.copyOf(running.keySet()).forEach(this::learn);
                        });
    }

    private void elect() {
        uncleanAsked = random.nextInt(4) == 0;
        List<PartitionRef> some = anyPartition().map(p -> List.of(p.ref())).orElse(List.of());
        run(new ElectLeaders(uncleanAsked, random.nextInt(3) == 0 ? null : some));
    }

    private void move() {
        anyPartition()
                .ifPresent(
                        any -> {
                            List<Integer> ids = new ArrayList<>();
                            for (int id = 1; id <= brokers; id++) {
                                ids.add(id);
                            }
                            Collections.shuffle(ids, random);
                            List<Integer> target = ids.subList(0, 1 + random.nextInt(brokers));
                            Move move = new Move(any.ref(), random.nextInt(5) == 0 ? null : target);
                            run(new MovePartitions(List.of(move), random.nextInt(4) > 0));
                        });
    }

    private void unregisterSometimes(int id) {
        if (random.nextInt(4) == 0 && !running.containsKey(id)) {
            run(new UnregisterBroker(id));
        }
    }

    /**
     * A broker that runs gets the newest image, whether the store shows its presence or not. One
     * with another data folder does nothing before the image shows that.
     */
    private void learn(int id) {
        if (!running.containsKey(id) || !hasRegisteredFolder(id)) {
            return;
        }
        for (TopicImage topic : state.image().topics()) {
            ReplicationRules rules = ReplicationRules.of(BrokerConfig.defaults(), topic);
            for (int index = 0; index < topic.partitions().size(); index++) {
                model.learn(
                        id,
                        new PartitionKey(topic.id(), index),
                        topic.partitions().get(index),
                        rules);
            }
        }
    }

    private void acknowledge(int id) {
        for (PartitionKey key : model.complete.keySet()) {
            if (running.containsKey(id) && model.believesToLead(id, key)) {
                model.acknowledge(id, key, running.keySet());
            }
        }
    }

    private void shrink(int leader) {
        for (PartitionKey key : List.copyOf(model.complete.keySet())) {
            if (running.containsKey(leader)
                    && model.believesToLead(leader, key)
                    && random.nextInt(3) == 0) {
                List<Integer> isr = new ArrayList<>(model.knowledge(leader, key).image.isr());
                isr.removeIf(id -> id != leader && random.nextBoolean());
                propose(leader, key, isr);
            }
        }
    }

    private void grow(int leader) {
        for (PartitionKey key : List.copyOf(model.complete.keySet())) {
            if (!running.containsKey(leader) || !model.believesToLead(leader, key)) {
                continue;
            }
            List<Integer> isr = new ArrayList<>(model.knowledge(leader, key).image.isr());
            for (int follower : model.knowledge(leader, key).image.replicas()) {
                if (running.containsKey(follower)
                        && !isr.contains(follower)
                        && model.follows(follower, leader, key)) {
                    model.catchUp(follower, leader, key);
                    isr.add(follower);
                }
            }
            propose(leader, key, isr);
        }
    }

    /** What a leader proposes counts for it from then on, also if it never gets the answer. */
    private void propose(int leader, PartitionKey key, List<Integer> isr) {
        Knowledge its = model.knowledge(leader, key);
        its.proposed.addAll(isr);
        proposedNow.put(key, isr);
        IsrProposal proposal =
                new IsrProposal(
                        key.topic(),
                        key.index(),
                        its.image.leaderEpoch(),
                        its.image.partitionEpoch(),
                        isr);
        run(new AlterPartitions(leader, List.of(proposal)));
        if (random.nextBoolean()) {
            learn(leader);
        }
    }

    private record Any(TopicImage topic, int index) {
        PartitionRef ref() {
            return new PartitionRef(topic.name(), index);
        }
    }

    private Optional<Any> anyPartition() {
        List<TopicImage> topics = new ArrayList<>(state.image().topics());
        if (topics.isEmpty()) {
            return Optional.empty();
        }
        TopicImage topic = topics.get(random.nextInt(topics.size()));
        return Optional.of(new Any(topic, random.nextInt(topic.partitions().size())));
    }

    private void check(ClusterImage before, ClusterImage after) {
        Set<PartitionKey> there = new HashSet<>();
        for (TopicImage topic : after.topics()) {
            for (int index = 0; index < topic.partitions().size(); index++) {
                PartitionKey key = new PartitionKey(topic.id(), index);
                there.add(key);
                PartitionImage now = topic.partitions().get(index);
                Optional<PartitionImage> was = partition(before, key);
                if (was.isEmpty()) {
                    model.created(key, copies(now.replicas(), after));
                } else {
                    checkStep(key, topic, was.get(), now, before, after);
                }
                checkPartition(topic, index, now);
                checkNothingIsLost(key, now, after);
            }
        }
        model.complete.keySet().retainAll(there);
        if (told) {
            checkSettled(after);
        }
    }

    private static Set<Copy> copies(List<Integer> ids, ClusterImage image) {
        Set<Copy> copies = new HashSet<>();
        ids.forEach(id -> copies.add(new Copy(id, folder(image, id))));
        return copies;
    }

    private static Optional<PartitionImage> partition(ClusterImage image, PartitionKey key) {
        return image.topic(key.topic()).flatMap(t -> t.partition(key.index()));
    }

    private String at(Object what) {
        return "seed " + seed + " step " + step + ": " + what;
    }

    private void checkStep(
            PartitionKey key,
            TopicImage topic,
            PartitionImage was,
            PartitionImage now,
            ClusterImage before,
            ClusterImage after) {
        String at = at(topic.name() + "-" + key.index() + " from " + was + " to " + now);
        assertThat(now.partitionEpoch() > was.partitionEpoch()).as(at).isEqualTo(!now.equals(was));
        boolean startedAnew = told && now.leaderEpoch() == was.leaderEpoch() + 2;
        if (!startedAnew) {
            boolean same =
                    now.leader() == was.leader() && now.replicas().containsAll(was.replicas());
            assertThat(now.leaderEpoch() - was.leaderEpoch()).as(at).isEqualTo(same ? 0 : 1);
        }
        if (was.moving() && !now.moving()) {
            movesDone++;
        }
        if (!was.awaitsFolder() && now.awaitsFolder()) {
            foldersAwaited++;
        }
        Uuid folderThen = was.awaitsFolder() ? was.awaitedFolder() : folder(before, now.leader());
        Uuid folderNow = folder(after, now.leader());
        boolean sameFolder = folderThen.equals(folderNow);
        if (!now.hasLeader() || (now.leader() == was.leader() && sameFolder)) {
            return;
        }
        if ((was.isr().contains(now.leader()) && sameFolder)
                || proposedNow.getOrDefault(key, List.of()).contains(now.leader())) {
            cleanElections++;
        } else if (was.elr().contains(now.leader()) && sameFolder) {
            eligibleElections++;
        } else {
            assertThat(uncleanAsked || topic.configs().containsValue("true")).as(at).isTrue();
            uncleanElections++;
            model.electedUncleanly(key, new Copy(now.leader(), folderNow), now.leaderEpoch());
        }
    }

    private void checkPartition(TopicImage topic, int index, PartitionImage now) {
        String at = at(topic.name() + "-" + index + " is " + now);
        assertThat(now.replicas()).as(at).isNotEmpty().doesNotHaveDuplicates();
        assertThat(now.isr()).as(at).isNotEmpty().doesNotHaveDuplicates();
        assertThat(now.replicas())
                .as(at)
                .containsAll(now.isr())
                .containsAll(now.elr())
                .containsAll(now.addingReplicas())
                .containsAll(now.removingReplicas());
        assertThat(!now.hasLeader() || now.isr().contains(now.leader())).as(at).isTrue();
        assertThat(Collections.disjoint(now.isr(), now.elr())).as(at).isTrue();
        assertThat(Collections.disjoint(now.addingReplicas(), now.removingReplicas()))
                .as(at)
                .isTrue();
        assertThat(!now.awaitsFolder() || (now.isr().size() == 1 && now.elr().isEmpty()))
                .as(at)
                .isTrue();
        assertThat(now.awaitsFolder() && now.hasLeader()).as(at).isFalse();
        ReplicationRules rules = ReplicationRules.of(BrokerConfig.defaults(), topic);
        assertThat(now.elr().isEmpty() || now.isr().size() < rules.needed(now.replicas().size()))
                .as(at)
                .isTrue();
    }

    private void checkNothingIsLost(PartitionKey key, PartitionImage now, ClusterImage image) {
        Set<Copy> inSync =
                now.awaitsFolder()
                        ? Set.of(new Copy(now.isr().getFirst(), now.awaitedFolder()))
                        : copies(now.isr(), image);
        assertThat(model.complete.get(key))
                .as(at("who has everything of " + key + ", which is " + now))
                .containsAll(inSync)
                .containsAll(copies(now.elr(), image));
    }

    private void checkSettled(ClusterImage image) {
        BrokerRoll roll = BrokerRoll.of(image);
        for (int id = 1; id <= brokers; id++) {
            BrokerRegistration broker = image.brokers().get(id);
            boolean alive = broker != null && broker.alive();
            assertThat(alive).as(at("broker " + id)).isEqualTo(visible.containsKey(id));
        }
        for (TopicImage topic : image.topics()) {
            for (PartitionImage now : topic.partitions()) {
                String at = at(topic.name() + " has " + now);
                if (now.hasLeader()) {
                    assertThat(roll.alive(now.leader())).as(at).isTrue();
                    assertThat(now.isr())
                            .as(at)
                            .allMatch(id -> roll.electable(id) || id == now.leader());
                } else {
                    assertThat(now.isr())
                            .as(at)
                            .noneMatch(
                                    id ->
                                            roll.electable(id)
                                                    && (!now.awaitsFolder()
                                                            || roll.has(id, now.awaitedFolder())));
                    assertThat(now.elr()).as(at).noneMatch(roll::electable);
                }
            }
        }
    }

    private void assertThatTheStoreHoldsTheState() {
        ControllerState loaded = new StateLoader(store, 1).load(ClusterImage.empty("cluster"));
        ClusterImage now = state.image();
        String at = at("read from the store");
        assertThat(loaded.image().brokers()).as(at).isEqualTo(now.brokers());
        assertThat(new HashSet<>(loaded.image().topics()))
                .as(at)
                .isEqualTo(new HashSet<>(now.topics()));
        assertThat(new HashSet<>(loaded.image().deletedTopics()))
                .as(at)
                .isEqualTo(new HashSet<>(now.deletedTopics()));
        state =
                new ControllerState(
                        loaded.image(), loaded.nextProducerId(), loaded.producerIdsStored());
    }
}
