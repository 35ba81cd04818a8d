package dev.moldau.client.consumer.group;

import dev.moldau.client.Backoff;
import dev.moldau.client.consumer.fetch.CommittedOffsets;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.CommitFailedException;
import dev.moldau.client.metadata.Metadata;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import dev.moldau.common.TopicPartition;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A consumer's part in its group. Owned by the loop, on which all methods are called.
 *
 * <p>Without a subscription it only commits and finds offsets, as an outsider.
 */
public final class Group {

    private final ChosenMembership membership;
    private final CommitQueue commits;
    private final OffsetFinder finder;
    private final AutoCommit autoCommit;
    private final TopicSearch search;

    /** A part that does nothing yet. */
    public Group(
            GroupSettings settings,
            ClientLoop loop,
            Network network,
            Metadata metadata,
            RandomGenerator random,
            Application application,
            Progress progress,
            GroupCounters counters) {
        Backoff backoff =
                new Backoff(settings.retryBackoffMs(), settings.retryBackoffMaxMs(), random);
        GroupContext context =
                new GroupContext(settings, loop, network, metadata, backoff, counters);
        Coordinator coordinator = new Coordinator(context);
        this.membership =
                new ChosenMembership(
                        settings,
                        application,
                        new ClassicMembership(context, coordinator, application, progress),
                        fallback ->
                                new BalancedMembership(
                                        context,
                                        coordinator,
                                        application,
                                        progress,
                                        random,
                                        fallback));
        this.commits = new CommitQueue(context, coordinator, membership);
        this.finder = new OffsetFinder(context, coordinator, membership);
        this.autoCommit = new AutoCommit(context, progress, membership, commits);
        this.search = new TopicSearch(context, membership::subscribe);
    }

    /** Begins to commit by itself, if that is wanted; once. */
    public void start() {
        autoCommit.start();
    }

    /** Where the group has come to. */
    public CommittedOffsets offsets() {
        return finder;
    }

    /** Subscribes to these topics from now on. */
    public void subscribe(Set<String> topics) {
        search.stop();
        membership.subscribe(topics);
    }

    /** Subscribes to the topics that match, now and later; the client looks for them. */
    public void subscribe(Pattern pattern) {
        search.begin(pattern);
    }

    /**
     * Subscribes to the topics that match, now and later; the brokers look for them.
     *
     * @throws IllegalStateException with {@code group.protocol=classic}
     */
    public void match(String expression) {
        search.stop();
        membership.match(expression);
    }

    /**
     * Leaves the group.
     *
     * @param told run when the coordinator has heard of it or there is nothing to say
     */
    public void unsubscribe(String reason, Runnable told) {
        search.stop();
        membership.leave(reason, told);
    }

    /** The application polls again after the member fell asleep. */
    public void polled() {
        membership.polled();
    }

    /** Joins anew. */
    public void rejoin(String reason) {
        membership.rejoin(reason);
    }

    /**
     * Commits after what was asked for before.
     *
     * @param deadlineMs on the monotonic clock
     * @param told completed on the loop
     */
    public void commit(
            Map<TopicPartition, Mark> marks, long deadlineMs, CompletableFuture<Void> told) {
        Identity as = membership.identity();
        if (membership.isSubscribed() && !as.isMember()) {
            told.completeExceptionally(
                    new CommitFailedException(
                            "offsets of "
                                    + marks.keySet()
                                    + " are not committed: the consumer is no member of group "
                                    + as.groupId()
                                    + " at the moment; poll, which joins it",
                            null,
                            null));
            return;
        }
        commits.commit(marks, as, deadlineMs, told);
    }

    /**
     * Whoever is told on the loop of all that the coordinator has stored, before those are who
     * asked for it. To be said once, before anything is committed.
     */
    public void onCommitted(Consumer<Map<TopicPartition, Mark>> told) {
        commits.onCommitted(told);
    }

    /** Finds committed offsets within a time; told on the loop. */
    public void find(
            Set<TopicPartition> partitions,
            long limitMs,
            BiConsumer<@Nullable Map<TopicPartition, Mark>, @Nullable ClientException> told) {
        finder.find(partitions, limitMs, told);
    }

    /** Commits by itself no more. */
    public void close() {
        autoCommit.close();
        search.stop();
    }
}
