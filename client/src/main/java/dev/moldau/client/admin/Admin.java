package dev.moldau.client.admin;

import dev.moldau.client.metrics.Metric;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ClientKind;
import dev.moldau.protocol.ApiKey;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;

/**
 * Looks after topics, settings, offsets and groups. Safe for use by any thread; nothing here waits
 * but {@link #close}.
 *
 * <p>Each operation is retried where that may help (a broker is away, a leader or the controller
 * has moved, a coordinator is loading) until {@code default.api.timeout.ms} or the call's own time
 * is over. Its futures fail with
 *
 * <ul>
 *   <li>{@link dev.moldau.client.errors.RefusedException} if a broker refused it for good, with the
 *       broker's error and words, or is too old for it (the message names API and versions);
 *   <li>{@link dev.moldau.client.errors.TimedOutException} if the time is over, with the last that
 *       is known; a change may have been made nevertheless;
 *   <li>{@link dev.moldau.client.errors.FatalException} if the client is closed.
 * </ul>
 *
 * <p>Futures complete on the client's loop: what is chained to them must be short and must not
 * wait.
 *
 * <p>A call that names the same thing twice is refused at once with an {@link
 * IllegalArgumentException}; nothing else is thrown by the calls themselves.
 */
public interface Admin extends AutoCloseable {

    /**
     * Starts a client; it connects at once, and calls wait for that.
     *
     * @param config settings by their names, as texts or values; {@code bootstrap.servers} must be
     *     among them. docs/CLIENT-CONFIGURATION.md lists all
     * @throws dev.moldau.common.config.InvalidConfigException if a value is wrong or no bootstrap
     *     address is usable; the message names each
     */
    static Admin create(Map<String, ?> config) {
        return AdminFactory.create(ClientConfig.of(ClientKind.ADMIN, config));
    }

    /** As {@link #create(Map)}, for settings that were read from a file. */
    static Admin create(Properties config) {
        return AdminFactory.create(ClientConfig.of(ClientKind.ADMIN, config));
    }

    /** Creates topics. */
    default Outcomes<String, CreatedTopic> createTopics(Collection<NewTopic> topics) {
        return createTopics(topics, false, Options.DEFAULT);
    }

    /**
     * Creates topics; each is created or refused by itself.
     *
     * @param validateOnly whether only to say what would happen
     * @return by name; refused with {@code TOPIC_ALREADY_EXISTS} and the like
     */
    Outcomes<String, CreatedTopic> createTopics(
            Collection<NewTopic> topics, boolean validateOnly, Options options);

    /** Deletes topics by name. */
    default Outcomes<String, String> deleteTopics(Collection<String> names) {
        return deleteTopics(names, Options.DEFAULT);
    }

    /** Deletes topics by name; refused with {@code UNKNOWN_TOPIC_OR_PARTITION} and the like. */
    Outcomes<String, String> deleteTopics(Collection<String> names, Options options);

    /**
     * Deletes topics by id, so that a topic made anew under the same name is not hit. Needs brokers
     * that know topic ids.
     */
    Outcomes<Uuid, Uuid> deleteTopicsById(Collection<Uuid> ids, Options options);

    /** All topics by name. */
    default CompletableFuture<Map<String, TopicListing>> listTopics() {
        return listTopics(Options.DEFAULT);
    }

    /** All topics by name, internal ones included. */
    CompletableFuture<Map<String, TopicListing>> listTopics(Options options);

    /** Topics with their partitions. */
    default Outcomes<String, TopicDescription> describeTopics(Collection<String> names) {
        return describeTopics(names, Options.DEFAULT);
    }

    /** Topics with their partitions; refused with {@code UNKNOWN_TOPIC_OR_PARTITION} at once. */
    Outcomes<String, TopicDescription> describeTopics(Collection<String> names, Options options);

    /**
     * Raises the number of partitions of topics.
     *
     * @param validateOnly whether only to say what would happen
     * @return by topic the new number
     */
    Outcomes<String, Integer> createPartitions(
            Map<String, NewPartitions> growth, boolean validateOnly, Options options);

    /**
     * Deletes the records before offsets; -1 stands for all that are there.
     *
     * @return by partition where its log begins now
     */
    Outcomes<TopicPartition, Long> deleteRecords(
            Map<TopicPartition, Long> beforeOffsets, Options options);

    /** The settings of resources, by name of the setting. */
    default Outcomes<ConfigResource, Map<String, ConfigSetting>> describeConfigs(
            Collection<ConfigResource> resources) {
        return describeConfigs(resources, Options.DEFAULT);
    }

    /** The settings of resources, by name of the setting. */
    Outcomes<ConfigResource, Map<String, ConfigSetting>> describeConfigs(
            Collection<ConfigResource> resources, Options options);

    /**
     * Changes single settings and leaves the others alone.
     *
     * @param validateOnly whether only to say what would happen
     */
    Outcomes<ConfigResource, ConfigResource> incrementalAlterConfigs(
            Map<ConfigResource, List<ConfigChange>> changes, boolean validateOnly, Options options);

    /** Offsets by place or time. */
    default Outcomes<TopicPartition, ListedOffset> listOffsets(
            Map<TopicPartition, OffsetSpec> wanted) {
        return listOffsets(wanted, Isolation.READ_UNCOMMITTED, Options.DEFAULT);
    }

    /** Offsets by place or time, asked of the leaders. */
    Outcomes<TopicPartition, ListedOffset> listOffsets(
            Map<TopicPartition, OffsetSpec> wanted, Isolation isolation, Options options);

    /** The brokers and the controller. */
    default CompletableFuture<ClusterDescription> describeCluster() {
        return describeCluster(Options.DEFAULT);
    }

    /** The brokers and the controller. */
    CompletableFuture<ClusterDescription> describeCluster(Options options);

    /** What lies in the log directories of these brokers, by broker. */
    Outcomes<Integer, List<LogDir>> describeLogDirs(Collection<Integer> brokers, Options options);

    /** All groups. */
    default CompletableFuture<List<GroupListing>> listGroups() {
        return listGroups(GroupFilter.ALL, Options.DEFAULT);
    }

    /** All groups of all brokers; fails if one of the brokers does not answer. */
    default CompletableFuture<List<GroupListing>> listGroups(Options options) {
        return listGroups(GroupFilter.ALL, options);
    }

    /**
     * Groups of all brokers by state and type; fails if one of the brokers does not answer or is
     * too old to tell one from another.
     */
    CompletableFuture<List<GroupListing>> listGroups(GroupFilter filter, Options options);

    /** Groups of either kind with their members. */
    default Outcomes<String, GroupDescription> describeGroups(Collection<String> groups) {
        return describeGroups(groups, Options.DEFAULT);
    }

    /**
     * Groups with their members, classic ones and those that the broker balances; refused with
     * {@code GROUP_ID_NOT_FOUND}.
     */
    Outcomes<String, GroupDescription> describeGroups(Collection<String> groups, Options options);

    /** Deletes groups with their offsets; refused with {@code NON_EMPTY_GROUP} and the like. */
    Outcomes<String, String> deleteGroups(Collection<String> groups, Options options);

    /** Takes members out of a classic group, which makes the others share their partitions. */
    Outcomes<MemberToRemove, MemberToRemove> removeMembers(
            String group, Collection<MemberToRemove> members, Options options);

    /** How far a group has come, by partition; empty if the group is unknown. */
    CompletableFuture<Map<TopicPartition, CommittedOffset>> listGroupOffsets(
            String group, Options options);

    /**
     * Sets how far a group has come; refused while the group has members. {@link #planOffsetReset}
     * is the way to do so with a look before.
     */
    Outcomes<TopicPartition, TopicPartition> alterGroupOffsets(
            String group, Map<TopicPartition, CommittedOffset> offsets, Options options);

    /**
     * Forgets how far a group has come in partitions; refused with {@code
     * GROUP_SUBSCRIBED_TO_TOPIC} while it reads the topic.
     */
    Outcomes<TopicPartition, TopicPartition> deleteGroupOffsets(
            String group, Collection<TopicPartition> partitions, Options options);

    /**
     * Works out where a group shall go on, and changes nothing: {@link #carryOut} does. Fails with
     * a {@link dev.moldau.client.errors.RefusedException} while the group has members (error {@code
     * NON_EMPTY_GROUP}), if a partition is unknown, or if there is nothing to shift. Its four steps
     * take at most the time given each.
     *
     * @param partitions where; empty for all in which the group has committed an offset
     */
    CompletableFuture<OffsetPlan> planOffsetReset(
            String group,
            OffsetReset reset,
            Collection<TopicPartition> partitions,
            Options options);

    /**
     * Carries a plan out; the partitions that it set, which are all of them. Fails with a {@link
     * dev.moldau.client.errors.RefusedException} while the group has members, with the error {@code
     * NON_EMPTY_GROUP}.
     */
    CompletableFuture<Map<TopicPartition, TopicPartition>> carryOut(
            OffsetPlan plan, Options options);

    /** The features that the cluster has settled on. */
    CompletableFuture<Features> describeFeatures(Options options);

    /** Which APIs these brokers serve in which versions, by broker; APIs unknown here left out. */
    Outcomes<Integer, Map<ApiKey, Features.Levels>> describeApiVersions(
            Collection<Integer> brokers, Options options);

    /** All figures now, by name; docs/CLIENT.md says which to watch. Never waits. */
    Map<String, Metric> metrics();

    /** As {@link #close(Duration)} without waiting for what is under way. */
    @Override
    void close();

    /**
     * Waits at most so long for what is under way, then closes; what is not done by then fails with
     * a {@link dev.moldau.client.errors.FatalException}. From the loop, such as in something
     * chained to a future, it does not wait at all, and an interrupted thread waits no longer. Only
     * the first call counts.
     */
    void close(Duration timeout);
}
