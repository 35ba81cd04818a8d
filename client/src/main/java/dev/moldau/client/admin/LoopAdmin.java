package dev.moldau.client.admin;

import dev.moldau.client.Backoff;
import dev.moldau.client.Node;
import dev.moldau.client.metadata.Metadata;
import dev.moldau.client.metrics.ClientMetrics;
import dev.moldau.client.metrics.Metric;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import dev.moldau.common.Clock;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/** The admin client on a loop: makes a run of each call and hands it over. */
final class LoopAdmin implements Admin {

    /** The key of operations that are about the cluster as a whole. */
    private static final String CLUSTER = "the cluster";

    private final AdminContext context;
    private final Runs runs;
    private final OffsetResets resets;
    private final ClientMetrics metrics;
    private final Runnable release;

    /**
     * An admin client that begins to find the cluster.
     *
     * @param metadata not started yet; closed with this client
     * @param metrics where the client declares its figures
     * @param release ends the network and the loop; called once, on the loop
     */
    LoopAdmin(
            ClientLoop loop,
            Network network,
            Metadata metadata,
            AdminSettings settings,
            RandomGenerator random,
            ClientMetrics metrics,
            Runnable release) {
        Connector connector = new Connector(network);
        this.context =
                new AdminContext(
                        loop,
                        network,
                        metadata,
                        settings,
                        new Locator(network, metadata, connector, settings.requestTimeoutMs()),
                        new Backoff(
                                settings.retryBackoffMs(), settings.retryBackoffMaxMs(), random),
                        new AdminCounters());
        this.runs = new Runs(loop);
        this.resets = new OffsetResets(this, loop.clock());
        this.metrics = metrics;
        this.release = release;
        AdminFigures.declare(metrics, context.counters(), runs);
        metadata.declareFigures(metrics);
        loop.execute(() -> network.listen(connector));
        metadata.start();
    }

    private <K, V, R extends ApiMessage> Outcomes<K, V> run(
            Operation<K, V, R> operation, Collection<K> keys, Options options) {
        OperationRun<K, V, R> run =
                new OperationRun<>(context, operation, keys, timeoutMs(options), runs::ended);
        context.counters().called();
        runs.start(run);
        return run.outcomes();
    }

    private long timeoutMs(Options options) {
        return options.timeoutMs() < 0
                ? context.settings().defaultApiTimeoutMs()
                : options.timeoutMs();
    }

    private <V, R extends ApiMessage> CompletableFuture<V> whole(
            Operation<String, V, R> operation, Options options) {
        return run(operation, List.of(CLUSTER), options).of(CLUSTER);
    }

    @Override
    public Outcomes<String, CreatedTopic> createTopics(
            Collection<NewTopic> topics, boolean validateOnly, Options options) {
        Map<String, NewTopic> byName = new LinkedHashMap<>();
        for (NewTopic topic : topics) {
            byName.put(topic.name(), topic);
        }
        return run(
                new CreateTopics(byName, validateOnly),
                topics.stream().map(NewTopic::name).toList(),
                options);
    }

    @Override
    public Outcomes<String, String> deleteTopics(Collection<String> names, Options options) {
        return run(new DeleteTopics(), names, options);
    }

    @Override
    public Outcomes<Uuid, Uuid> deleteTopicsById(Collection<Uuid> ids, Options options) {
        return run(new DeleteTopicsById(), ids, options);
    }

    @Override
    public CompletableFuture<Map<String, TopicListing>> listTopics(Options options) {
        return whole(new ListTopics(), options);
    }

    @Override
    public Outcomes<String, TopicDescription> describeTopics(
            Collection<String> names, Options options) {
        return run(new DescribeTopics(), names, options);
    }

    @Override
    public Outcomes<String, Integer> createPartitions(
            Map<String, NewPartitions> growth, boolean validateOnly, Options options) {
        return run(
                new CreatePartitions(Map.copyOf(growth), validateOnly), growth.keySet(), options);
    }

    @Override
    public Outcomes<TopicPartition, Long> deleteRecords(
            Map<TopicPartition, Long> beforeOffsets, Options options) {
        return run(new DeleteRecords(Map.copyOf(beforeOffsets)), beforeOffsets.keySet(), options);
    }

    @Override
    public Outcomes<ConfigResource, Map<String, ConfigSetting>> describeConfigs(
            Collection<ConfigResource> resources, Options options) {
        return run(new DescribeConfigs(), resources, options);
    }

    @Override
    public Outcomes<ConfigResource, ConfigResource> incrementalAlterConfigs(
            Map<ConfigResource, List<ConfigChange>> changes,
            boolean validateOnly,
            Options options) {
        return run(
                new IncrementalAlterConfigs(Map.copyOf(changes), validateOnly),
                changes.keySet(),
                options);
    }

    @Override
    public Outcomes<TopicPartition, ListedOffset> listOffsets(
            Map<TopicPartition, OffsetSpec> wanted, Isolation isolation, Options options) {
        return run(new ListOffsets(Map.copyOf(wanted), isolation), wanted.keySet(), options);
    }

    @Override
    public CompletableFuture<ClusterDescription> describeCluster(Options options) {
        return whole(new DescribeCluster(), options);
    }

    @Override
    public Outcomes<Integer, List<LogDir>> describeLogDirs(
            Collection<Integer> brokers, Options options) {
        return run(new DescribeLogDirs(), brokers, options);
    }

    @Override
    public CompletableFuture<List<GroupListing>> listGroups(GroupFilter filter, Options options) {
        return describeCluster(options)
                .thenCompose(
                        cluster ->
                                run(
                                                new ListGroups(filter),
                                                cluster.brokers().stream().map(Node::id).toList(),
                                                options)
                                        .all())
                .thenApply(
                        byBroker -> {
                            List<GroupListing> groups = new ArrayList<>();
                            byBroker.values().forEach(groups::addAll);
                            return groups;
                        });
    }

    @Override
    public Outcomes<String, GroupDescription> describeGroups(
            Collection<String> groups, Options options) {
        Clock clock = context.loop().clock();
        long deadlineMs = clock.monotonicMs() + timeoutMs(options);
        return BothKinds.of(
                run(new DescribeConsumerGroups(), groups, options),
                classic ->
                        run(
                                new DescribeGroups(),
                                classic,
                                new Options(Math.max(0, deadlineMs - clock.monotonicMs()))));
    }

    @Override
    public Outcomes<String, String> deleteGroups(Collection<String> groups, Options options) {
        return run(new DeleteGroups(), groups, options);
    }

    @Override
    public Outcomes<MemberToRemove, MemberToRemove> removeMembers(
            String group, Collection<MemberToRemove> members, Options options) {
        return run(new RemoveMembers(group), members, options);
    }

    @Override
    public CompletableFuture<Map<TopicPartition, CommittedOffset>> listGroupOffsets(
            String group, Options options) {
        return run(new ListGroupOffsets(), List.of(group), options).of(group);
    }

    @Override
    public Outcomes<TopicPartition, TopicPartition> alterGroupOffsets(
            String group, Map<TopicPartition, CommittedOffset> offsets, Options options) {
        return run(new AlterGroupOffsets(group, Map.copyOf(offsets)), offsets.keySet(), options);
    }

    @Override
    public Outcomes<TopicPartition, TopicPartition> deleteGroupOffsets(
            String group, Collection<TopicPartition> partitions, Options options) {
        return run(new DeleteGroupOffsets(group), partitions, options);
    }

    @Override
    public CompletableFuture<OffsetPlan> planOffsetReset(
            String group,
            OffsetReset reset,
            Collection<TopicPartition> partitions,
            Options options) {
        return resets.plan(group, reset, partitions, options);
    }

    @Override
    public CompletableFuture<Map<TopicPartition, TopicPartition>> carryOut(
            OffsetPlan plan, Options options) {
        return resets.carryOut(plan, options);
    }

    @Override
    public CompletableFuture<Features> describeFeatures(Options options) {
        return whole(new DescribeFeatures(), options);
    }

    @Override
    public Outcomes<Integer, Map<ApiKey, Features.Levels>> describeApiVersions(
            Collection<Integer> brokers, Options options) {
        return run(new DescribeApiVersions(), brokers, options);
    }

    @Override
    public Map<String, Metric> metrics() {
        return metrics.snapshot();
    }

    @Override
    public void close() {
        close(Duration.ZERO);
    }

    @Override
    public void close(Duration timeout) {
        runs.close(timeout, this::end);
    }

    /** A bug has ended the loop; nothing under way will be answered. On the loop. */
    void loopFailed(Throwable fault) {
        runs.loopFailed(fault);
        end();
    }

    private void end() {
        context.metadata().close();
        release.run();
    }
}
