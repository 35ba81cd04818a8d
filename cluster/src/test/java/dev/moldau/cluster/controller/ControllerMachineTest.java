package dev.moldau.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.ControllerCommand.AllocateProducerIds;
import dev.moldau.cluster.controller.ControllerCommand.AlterConfigs;
import dev.moldau.cluster.controller.ControllerCommand.ConfigChange;
import dev.moldau.cluster.controller.ControllerCommand.ConfigOperation;
import dev.moldau.cluster.controller.ControllerCommand.CreatePartitions;
import dev.moldau.cluster.controller.ControllerCommand.CreateTopics;
import dev.moldau.cluster.controller.ControllerCommand.DeleteTopics;
import dev.moldau.cluster.controller.ControllerCommand.MorePartitions;
import dev.moldau.cluster.controller.ControllerCommand.NewTopic;
import dev.moldau.cluster.controller.ControllerCommand.RegisterBroker;
import dev.moldau.cluster.controller.ControllerCommand.TopicCreation;
import dev.moldau.cluster.controller.ControllerCommand.TopicDeletion;
import dev.moldau.cluster.controller.ControllerCommand.TopicRef;
import dev.moldau.cluster.controller.ControllerCommand.UnregisterBroker;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.protocol.ErrorCode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ControllerMachineTest {

    private final Random random = new Random(42);
    private ControllerMachine machine = machine(Map.of());
    private ControllerState state = new ControllerState(ClusterImage.empty("cluster"), 0, false);

    private ControllerMachine machine(Map<String, String> file) {
        return new ControllerMachine(new EffectiveConfigs(BrokerConfig.of(file)), random);
    }

    private <R> R run(ControllerCommand<R> command) {
        Decision<R> decision = machine.decide(state, command);
        if (decision.writes().isEmpty()) {
            assertThat(decision.next().image()).isSameAs(state.image());
        }
        state = decision.next();
        return decision.reply();
    }

    private void brokers(int count) {
        for (int id = 1; id <= count; id++) {
            run(new RegisterBroker(id, List.of(), "rack" + id % 2));
        }
    }

    private TopicCreation create(NewTopic topic) {
        return run(new CreateTopics(List.of(topic), false)).getFirst();
    }

    private TopicCreation create(String name, int partitions, int replicas) {
        return create(NewTopic.of(name, partitions, replicas, Map.of()));
    }

    private TopicCreation create(String name, Map<Integer, List<Integer>> assignment) {
        return create(new NewTopic(name, -1, -1, assignment, new HashMap<>()));
    }

    private TopicImage topic(String name) {
        return state.image().topic(name).orElseThrow();
    }

    private static void failed(ApiError error, ErrorCode code, String words) {
        assertThat(error.code()).as(error.message()).isEqualTo(code);
        assertThat(error.message()).contains(words);
    }

    @Test
    void aTopicGetsTheBrokersDefaultsWhereItsCreatorNamesNoNumbers() {
        machine = machine(Map.of("num.partitions", "4", "default.replication.factor", "2"));
        brokers(3);
        TopicCreation created = create("t", -1, -1);
        assertThat(created.error()).isEqualTo(ApiError.NONE);
        assertThat(created.partitions()).isEqualTo(4);
        assertThat(created.replicationFactor()).isEqualTo(2);
        assertThat(topic("t").id()).isEqualTo(created.id());
        assertThat(created.id().isReserved()).isFalse();
    }

    @Test
    void anyPlacingSpreadsLeadersEvenlyAndNeverPutsTwoReplicasOnOneBroker() {
        brokers(5);
        create("t", 50, 3);
        Map<Integer, Integer> leaders = new HashMap<>();
        Set<List<Integer>> placings = new HashSet<>();
        for (PartitionImage partition : topic("t").partitions()) {
            assertThat(new HashSet<>(partition.replicas())).hasSize(3);
            assertThat(partition.leader()).isEqualTo(partition.replicas().getFirst());
            assertThat(partition.isr()).isEqualTo(partition.replicas());
            leaders.merge(partition.leader(), 1, Integer::sum);
            placings.add(partition.replicas());
        }
        assertThat(leaders.values()).hasSize(5).allMatch(count -> count == 10);
        assertThat(placings).hasSizeGreaterThan(5);
    }

    @Test
    void withAsManyReplicasAsBrokersEveryBrokerHasEachPartition() {
        brokers(2);
        create("t", 7, 2);
        assertThat(topic("t").partitions())
                .allSatisfy(p -> assertThat(p.replicas()).containsExactlyInAnyOrder(1, 2));
    }

    @Test
    void impossibleCountsAreRefusedWithWhatWouldDo() {
        brokers(2);
        failed(create("t", 0, 1).error(), ErrorCode.INVALID_PARTITIONS, "at least 1");
        failed(create("t", -2, 1).error(), ErrorCode.INVALID_PARTITIONS, "at least 1");
        failed(create("t", 1, 0).error(), ErrorCode.INVALID_REPLICATION_FACTOR, "at least 1");
        failed(create("t", 1, 3).error(), ErrorCode.INVALID_REPLICATION_FACTOR, "at most 2");
        failed(create("t", Integer.MAX_VALUE, 1).error(), ErrorCode.POLICY_VIOLATION, "split");
        assertThat(state.image().topics()).isEmpty();
    }

    @Test
    void withoutABrokerNoTopicIsMade() {
        failed(create("t", 1, 1).error(), ErrorCode.INVALID_REPLICATION_FACTOR, "only 0");
    }

    @Test
    void oneCommandMakesAtMostTenThousandPartitions() {
        brokers(1);
        List<TopicCreation> results =
                run(
                        new CreateTopics(
                                List.of(
                                        NewTopic.of("a", 9_999, 1, Map.of()),
                                        NewTopic.of("b", 2, 1, Map.of()),
                                        NewTopic.of("c", 1, 1, Map.of())),
                                false));
        assertThat(results)
                .extracting(r -> r.error().code())
                .containsExactly(ErrorCode.NONE, ErrorCode.POLICY_VIOLATION, ErrorCode.NONE);
        assertThat(state.image().partitionCount()).isEqualTo(10_000);
    }

    @Test
    void namesAreCheckedAgainstRulesExistingTopicsAndTheRestOfTheCommand() {
        brokers(1);
        create("a.b", 1, 1);
        failed(create("a.b", 1, 1).error(), ErrorCode.TOPIC_ALREADY_EXISTS, "a.b");
        failed(create("a_b", 1, 1).error(), ErrorCode.INVALID_TOPIC_EXCEPTION, "metrics");
        failed(create("a b", 1, 1).error(), ErrorCode.INVALID_TOPIC_EXCEPTION, "letters");
        List<TopicCreation> results =
                run(
                        new CreateTopics(
                                List.of(
                                        NewTopic.of("x.y", 1, 1, Map.of()),
                                        NewTopic.of("x_y", 1, 1, Map.of()),
                                        NewTopic.of("twice", 1, 1, Map.of()),
                                        NewTopic.of("twice", 1, 1, Map.of())),
                                false));
        assertThat(results)
                .extracting(r -> r.error().code())
                .containsExactly(
                        ErrorCode.NONE,
                        ErrorCode.INVALID_TOPIC_EXCEPTION,
                        ErrorCode.INVALID_REQUEST,
                        ErrorCode.INVALID_REQUEST);
    }

    @Test
    void anAssignmentIsFollowedExactlyOrRefused() {
        brokers(3);
        assertThat(create("t", Map.of(0, List.of(2, 1), 1, List.of(3, 2))).error())
                .isEqualTo(ApiError.NONE);
        assertThat(topic("t").partitions().get(1).replicas()).containsExactly(3, 2);
        ErrorCode invalid = ErrorCode.INVALID_REPLICA_ASSIGNMENT;
        failed(create("a", Map.of(1, List.of(1))).error(), invalid, "from 0");
        failed(create("a", Map.of(0, List.of())).error(), invalid, "at least one");
        failed(create("a", Map.of(0, List.of(1, 1))).error(), invalid, "twice");
        failed(create("a", Map.of(0, List.of(9))).error(), invalid, "[1, 2, 3]");
        failed(
                create("a", Map.of(0, List.of(1), 1, List.of(1, 2))).error(),
                invalid,
                "equally many");
        failed(
                create(new NewTopic("a", 1, -1, Map.of(0, List.of(1)), new HashMap<>())).error(),
                ErrorCode.INVALID_REQUEST,
                "-1");
    }

    @Test
    void aTopicsSettingsAreCheckedWhenItIsMade() {
        brokers(1);
        failed(
                create(NewTopic.of("t", 1, 1, Map.of("retention.m", "1"))).error(),
                ErrorCode.INVALID_CONFIG,
                "did you mean retention.ms?");
        failed(
                create(NewTopic.of("t", 1, 1, Map.of("retention.ms", "x"))).error(),
                ErrorCode.INVALID_CONFIG,
                "retention.ms");
        Map<String, @Nullable String> withNull = new HashMap<>();
        withNull.put("retention.ms", null);
        failed(
                create(new NewTopic("t", 1, 1, Map.of(), withNull)).error(),
                ErrorCode.INVALID_CONFIG,
                "no value");
        assertThat(create(NewTopic.of("t", 1, 1, Map.of("retention.ms", "9"))).error())
                .isEqualTo(ApiError.NONE);
        assertThat(topic("t").configs()).containsExactly(Map.entry("retention.ms", "9"));
    }

    @Test
    void aMereValidationMakesNothing() {
        brokers(1);
        TopicCreation would =
                run(new CreateTopics(List.of(NewTopic.of("t", 3, 1, Map.of())), true)).getFirst();
        assertThat(would.error()).isEqualTo(ApiError.NONE);
        assertThat(would.partitions()).isEqualTo(3);
        assertThat(would.id()).isEqualTo(Uuid.ZERO);
        assertThat(state.image().topics()).isEmpty();
    }

    @Test
    void topicsAreDeletedByNameAndById() {
        brokers(1);
        create("a", 1, 1);
        Uuid id = create("b", 1, 1).id();
        List<TopicDeletion> results =
                run(
                        new DeleteTopics(
                                List.of(
                                        TopicRef.named("a"),
                                        TopicRef.identified(id),
                                        TopicRef.named("a"),
                                        TopicRef.named("none"),
                                        TopicRef.identified(new Uuid(9, 9)),
                                        new TopicRef("b", id))));
        assertThat(results)
                .extracting(r -> r.error().code())
                .containsExactly(
                        ErrorCode.NONE,
                        ErrorCode.NONE,
                        ErrorCode.INVALID_REQUEST,
                        ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                        ErrorCode.UNKNOWN_TOPIC_ID,
                        ErrorCode.INVALID_REQUEST);
        assertThat(results.get(1).name()).contains("b");
        assertThat(state.image().topics()).isEmpty();
    }

    /** FIELD-REPORTS 54: topics have ids from their first day on. */
    @Test
    void aTopicMadeAgainHasAnotherId() {
        brokers(1);
        Uuid first = create("t", 1, 1).id();
        run(new DeleteTopics(List.of(TopicRef.named("t"))));
        assertThat(create("t", 1, 1).id()).isNotEqualTo(first);
    }

    @Test
    void deletionCanBeForbidden() {
        machine = machine(Map.of("delete.topic.enable", "false"));
        brokers(1);
        create("t", 1, 1);
        failed(
                run(new DeleteTopics(List.of(TopicRef.named("t")))).getFirst().error(),
                ErrorCode.TOPIC_DELETION_DISABLED,
                "delete.topic.enable");
        assertThat(state.image().topic("t")).isPresent();
    }

    private ApiError grow(String topic, int count, List<List<Integer>> assignment) {
        return run(new CreatePartitions(
                        List.of(new MorePartitions(topic, count, assignment)), false))
                .getFirst();
    }

    @Test
    void aTopicGrowsAndItsOldPartitionsStayAsTheyAre() {
        brokers(2);
        create("t", 2, 1);
        List<PartitionImage> before = topic("t").partitions();
        assertThat(grow("t", 4, List.of())).isEqualTo(ApiError.NONE);
        assertThat(topic("t").partitions()).hasSize(4).startsWith(before.get(0), before.get(1));
        assertThat(grow("t", 6, List.of(List.of(2), List.of(1)))).isEqualTo(ApiError.NONE);
        assertThat(topic("t").partitions().get(4).replicas()).containsExactly(2);
    }

    @Test
    void growthThatIsNoneIsRefused() {
        brokers(1);
        create("t", 2, 1);
        create("__consumer_offsets", 2, 1);
        failed(grow("t", 2, List.of()), ErrorCode.INVALID_PARTITIONS, "has 2 partition(s)");
        failed(grow("t", 1, List.of()), ErrorCode.INVALID_PARTITIONS, "more than that");
        failed(grow("u", 3, List.of()), ErrorCode.UNKNOWN_TOPIC_OR_PARTITION, "'u'");
        failed(grow("t", 50_000, List.of()), ErrorCode.POLICY_VIOLATION, "split");
        failed(grow("t", 4, List.of(List.of(1))), ErrorCode.INVALID_REPLICA_ASSIGNMENT, "2 to add");
        failed(grow("t", 3, List.of(List.of(9))), ErrorCode.INVALID_REPLICA_ASSIGNMENT, "broker 9");
        failed(grow("__consumer_offsets", 3, List.of()), ErrorCode.INVALID_REQUEST, "cannot");
    }

    private ApiError alter(
            ConfigResource resource,
            String key,
            ConfigOperation.Type type,
            @Nullable String value) {
        return run(new AlterConfigs(
                        List.of(
                                new ConfigChange(
                                        resource,
                                        List.of(new ConfigOperation(key, type, value)),
                                        false)),
                        false))
                .getFirst();
    }

    @Test
    void settingsOfATopicAreSetDeletedAppendedAndSubtracted() {
        brokers(1);
        create("t", 1, 1);
        ConfigResource t = ConfigResource.topic("t");
        alter(t, "retention.ms", ConfigOperation.Type.SET, "5");
        alter(t, "cleanup.policy", ConfigOperation.Type.APPEND, "compact,delete");
        assertThat(topic("t").configs())
                .containsEntry("retention.ms", "5")
                .containsEntry("cleanup.policy", "delete,compact");
        alter(t, "cleanup.policy", ConfigOperation.Type.SUBTRACT, "delete");
        assertThat(topic("t").configs()).containsEntry("cleanup.policy", "compact");
        alter(t, "retention.ms", ConfigOperation.Type.DELETE, null);
        assertThat(topic("t").configs()).doesNotContainKey("retention.ms");
        assertThat(alter(t, "retention.ms", ConfigOperation.Type.DELETE, null))
                .isEqualTo(ApiError.NONE);
        failed(
                alter(t, "retention.ms", ConfigOperation.Type.APPEND, "5"),
                ErrorCode.INVALID_CONFIG,
                "no list");
        failed(
                alter(t, "cleanup.policy", ConfigOperation.Type.APPEND, "burn"),
                ErrorCode.INVALID_CONFIG,
                "compact, delete");
        failed(
                alter(t, "retention.ms", ConfigOperation.Type.SET, null),
                ErrorCode.INVALID_REQUEST,
                "no value");
        failed(
                alter(t, "retenton.ms", ConfigOperation.Type.SET, "5"),
                ErrorCode.INVALID_CONFIG,
                "did you mean retention.ms?");
        failed(
                alter(ConfigResource.topic("u"), "retention.ms", ConfigOperation.Type.SET, "5"),
                ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
                "'u'");
    }

    @Test
    void oneWrongSettingLeavesTheWholeResourceAsItWasAndOthersChange() {
        brokers(1);
        create("t", 1, 1);
        create("u", 1, 1);
        List<ApiError> errors =
                run(
                        new AlterConfigs(
                                List.of(
                                        change("t", "retention.ms=5", "retention.bytes=x"),
                                        change("u", "retention.ms=5"),
                                        change("u", "retention.ms=6")),
                                false));
        assertThat(errors)
                .extracting(ApiError::code)
                .containsExactly(
                        ErrorCode.INVALID_CONFIG, ErrorCode.NONE, ErrorCode.INVALID_REQUEST);
        assertThat(topic("t").configs()).isEmpty();
        assertThat(topic("u").configs()).containsEntry("retention.ms", "5");
    }

    private static ConfigChange change(String topic, String... settings) {
        return new ConfigChange(
                ConfigResource.topic(topic),
                java.util.Arrays.stream(settings)
                        .map(s -> s.split("=", 2))
                        .map(s -> new ConfigOperation(s[0], ConfigOperation.Type.SET, s[1]))
                        .toList(),
                false);
    }

    @Test
    void aReplacementTakesAwayWhatItDoesNotName() {
        brokers(1);
        create(NewTopic.of("t", 1, 1, Map.of("retention.ms", "1", "segment.ms", "2")));
        ConfigChange all =
                new ConfigChange(
                        ConfigResource.topic("t"),
                        List.of(
                                new ConfigOperation(
                                        "retention.bytes", ConfigOperation.Type.SET, "3")),
                        true);
        run(new AlterConfigs(List.of(all), true));
        assertThat(topic("t").configs()).hasSize(2);
        run(new AlterConfigs(List.of(all), false));
        assertThat(topic("t").configs()).containsExactly(Map.entry("retention.bytes", "3"));
    }

    @Test
    void onlyWhatCanChangeAtRunTimeIsChangedOnBrokers() {
        brokers(1);
        ConfigResource all = ConfigResource.ALL_BROKERS;
        assertThat(alter(all, "message.max.bytes", ConfigOperation.Type.SET, "7"))
                .isEqualTo(ApiError.NONE);
        assertThat(state.image().configs(all)).containsEntry("message.max.bytes", "7");
        failed(
                alter(all, "num.partitions", ConfigOperation.Type.SET, "7"),
                ErrorCode.INVALID_REQUEST,
                "restart");
        failed(
                alter(ConfigResource.broker(9), "message.max.bytes", ConfigOperation.Type.SET, "7"),
                ErrorCode.BROKER_ID_NOT_REGISTERED,
                "9");
        failed(
                alter(
                        new ConfigResource(ConfigResource.Type.BROKER, "01"),
                        "message.max.bytes",
                        ConfigOperation.Type.SET,
                        "7"),
                ErrorCode.BROKER_ID_NOT_REGISTERED,
                "01");
        alter(all, "message.max.bytes", ConfigOperation.Type.DELETE, null);
        assertThat(state.image().configs(all)).isEmpty();
        assertThat(state.image().configuredResources(ConfigResource.Type.BROKER)).isEmpty();
    }

    @Test
    void groupsCanHaveSettingsBeforeTheyExist() {
        ConfigResource group = ConfigResource.group("a/b c");
        assertThat(alter(group, "consumer.session.timeout.ms", ConfigOperation.Type.SET, "50000"))
                .isEqualTo(ApiError.NONE);
        assertThat(state.image().configs(group)).hasSize(1);
        failed(
                alter(
                        ConfigResource.group(""),
                        "consumer.session.timeout.ms",
                        ConfigOperation.Type.SET,
                        "1"),
                ErrorCode.INVALID_REQUEST,
                "name of a group");
    }

    @Test
    void producerIdsComeInBlocksThatNeverOverlap() {
        assertThat(run(new AllocateProducerIds()).first()).isEqualTo(0);
        assertThat(run(new AllocateProducerIds()).first()).isEqualTo(1_000);
        assertThat(run(new AllocateProducerIds()).first()).isEqualTo(2_000);
    }

    @Test
    void aBrokerThatRegistersAgainHasAHigherEpoch() {
        assertThat(run(new RegisterBroker(1, List.of(), null)).epoch()).isZero();
        assertThat(run(new RegisterBroker(1, List.of(), null)).epoch()).isEqualTo(1);
        assertThat(state.image().aliveBrokers()).hasSize(1);
    }

    @Test
    void aBrokerWithReplicasCannotBeTakenOut() {
        brokers(2);
        create("t", Map.of(0, List.of(1)));
        failed(run(new UnregisterBroker(1)), ErrorCode.INVALID_REQUEST, "still has replicas");
        failed(run(new UnregisterBroker(3)), ErrorCode.BROKER_ID_NOT_REGISTERED, "3");
        assertThat(run(new UnregisterBroker(2))).isEqualTo(ApiError.NONE);
        assertThat(state.image().brokers()).containsOnlyKeys(1);
    }
}
