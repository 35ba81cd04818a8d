package dev.moldau.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.ControllerCommand.AlterPartitions;
import dev.moldau.cluster.controller.ControllerCommand.BrokersPresent;
import dev.moldau.cluster.controller.ControllerCommand.CreateTopics;
import dev.moldau.cluster.controller.ControllerCommand.NewTopic;
import dev.moldau.cluster.controller.ControllerCommand.RegisterBroker;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A machine and its state, without a store. */
final class MachineUnderTest {

    static final Uuid FOLDER = new Uuid(8, 1);

    final EffectiveConfigs configs;
    final ControllerMachine machine;
    ControllerState state = new ControllerState(ClusterImage.empty("cluster"), 0, false);

    /** Brokers whose processes do not end in good order. */
    final Set<Integer> crashed = new HashSet<>();

    /** Brokers with another data folder than {@link #FOLDER}. */
    final Map<Integer, Uuid> folders = new HashMap<>();

    private long processes;

    MachineUnderTest(Map<String, String> file) {
        configs = new EffectiveConfigs(BrokerConfig.of(file));
        machine = new ControllerMachine(configs, new Random(7));
    }

    /** Carries out a command as the loop would. */
    <R> R run(ControllerCommand<R> command) {
        Decision<R> decision = machine.decide(state, command);
        if (decision.writes().isEmpty()) {
            assertThat(decision.next().image()).isSameAs(state.image());
        }
        state = decision.next();
        return decision.reply();
    }

    void registered(int... ids) {
        for (int id : ids) {
            run(new RegisterBroker(id, List.of(), null));
        }
    }

    /** Processes of brokers that are there. */
    final Map<Integer, Uuid> incarnations = new TreeMap<>();

    /** Starts brokers, anew if they run. */
    void start(int... ids) {
        for (int id : ids) {
            incarnations.put(id, new Uuid(7, ++processes));
        }
        tell();
    }

    Uuid incarnation(int id) {
        return Objects.requireNonNull(incarnations.get(id));
    }

    void kill(int... ids) {
        for (int id : ids) {
            incarnations.remove(id);
        }
        tell();
    }

    /** Tells the controller who is there, until it has drawn all consequences. */
    Progress tell() {
        Progress progress = present(incarnations);
        while (!progress.finished()) {
            progress = present(incarnations);
        }
        return progress;
    }

    /** Tells the controller once that these processes are there. */
    Progress present(Map<Integer, Uuid> processesThere) {
        return run(
                new BrokersPresent(
                        processesThere.entrySet().stream()
                                .map(
                                        e ->
                                                new BrokerPresence(
                                                        e.getKey(),
                                                        e.getValue(),
                                                        folder(e.getKey()),
                                                        List.of(),
                                                        "rack" + e.getKey() % 2,
                                                        closedInEpoch(e.getKey())))
                                .toList()));
    }

    private long closedInEpoch(int id) {
        BrokerRegistration known = state.image().brokers().get(id);
        return known == null || crashed.contains(id) || !known.directory().equals(folder(id))
                ? BrokerPresence.NOT_CLOSED
                : known.epoch();
    }

    private Uuid folder(int id) {
        return folders.getOrDefault(id, FOLDER);
    }

    /** Makes a topic with one partition for each placing. */
    @SafeVarargs
    final void topic(String name, Map<String, String> configs, List<Integer>... placing) {
        Map<Integer, List<Integer>> assignment = new HashMap<>();
        for (int i = 0; i < placing.length; i++) {
            assignment.put(i, placing[i]);
        }
        NewTopic topic =
                new NewTopic(
                        name, -1, -1, assignment, new HashMap<String, @Nullable String>(configs));
        assertThat(run(new CreateTopics(List.of(topic), false)).getFirst().error())
                .isEqualTo(ApiError.NONE);
    }

    TopicImage topic(String name) {
        return state.image().topic(name).orElseThrow();
    }

    PartitionImage partition(String topic, int index) {
        return topic(topic).partitions().get(index);
    }

    /** What a leader would propose who knows the partition as it is. */
    IsrProposal proposal(String topic, int index, Integer... isr) {
        PartitionImage now = partition(topic, index);
        return new IsrProposal(
                topic(topic).id(), index, now.leaderEpoch(), now.partitionEpoch(), List.of(isr));
    }

    /** The leader proposes who is in sync. */
    IsrOutcome isr(String topic, int index, Integer... isr) {
        int leader = partition(topic, index).leader();
        return run(new AlterPartitions(leader, List.of(proposal(topic, index, isr)))).getFirst();
    }
}
