package dev.moldau.client.admin;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.common.Clock;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Plans where a group goes on, and carries plans out. Both look first whether the group has
 * members, since members would commit over it.
 *
 * <p>Between that look and the commit a member may join; the coordinator then refuses the commit
 * itself, with words that say little, which are put into ours.
 */
final class OffsetResets {

    private final Admin admin;
    private final Clock clock;

    OffsetResets(Admin admin, Clock clock) {
        this.admin = admin;
        this.clock = clock;
    }

    /** The plan, with offsets that are in the logs as they are now. */
    CompletableFuture<OffsetPlan> plan(
            String group,
            OffsetReset reset,
            Collection<TopicPartition> partitions,
            Options options) {
        List<TopicPartition> asked = List.copyOf(partitions);
        return requireNoMembers(group, options)
                .thenCompose(ignored -> admin.listGroupOffsets(group, options))
                .thenCompose(
                        committed ->
                                plan(
                                        group,
                                        reset,
                                        asked.isEmpty() ? known(group, committed) : asked,
                                        committed,
                                        options));
    }

    /** Commits what is planned. */
    CompletableFuture<Map<TopicPartition, TopicPartition>> carryOut(
            OffsetPlan plan, Options options) {
        return requireNoMembers(plan.group(), options)
                .thenCompose(
                        ignored ->
                                admin.alterGroupOffsets(plan.group(), plan.offsets(), options)
                                        .all())
                .exceptionallyCompose(
                        error -> CompletableFuture.failedFuture(explained(plan.group(), error)));
    }

    private CompletableFuture<OffsetPlan> plan(
            String group,
            OffsetReset reset,
            List<TopicPartition> partitions,
            Map<TopicPartition, CommittedOffset> committed,
            Options options) {
        var earliest = places(partitions, OffsetSpec.EARLIEST, options);
        var latest = places(partitions, OffsetSpec.LATEST, options);
        OffsetSpec spec = spec(reset);
        var wanted =
                spec == null
                        ? CompletableFuture.completedFuture(Map.<TopicPartition, ListedOffset>of())
                        : places(partitions, spec, options);
        return CompletableFuture.allOf(earliest, latest, wanted)
                .thenApply(
                        ignored -> {
                            Map<TopicPartition, PlannedOffset> planned = new LinkedHashMap<>();
                            for (TopicPartition partition : partitions) {
                                planned.put(
                                        partition,
                                        planned(
                                                group,
                                                partition,
                                                reset,
                                                committed.get(partition),
                                                Maps.get(earliest.join(), partition),
                                                Maps.get(latest.join(), partition),
                                                wanted.join().get(partition)));
                            }
                            return new OffsetPlan(group, planned);
                        });
    }

    private CompletableFuture<Map<TopicPartition, ListedOffset>> places(
            List<TopicPartition> partitions, OffsetSpec spec, Options options) {
        Map<TopicPartition, OffsetSpec> wanted = new LinkedHashMap<>();
        partitions.forEach(partition -> wanted.put(partition, spec));
        return admin.listOffsets(wanted, Isolation.READ_UNCOMMITTED, options).all();
    }

    /** What the leaders are asked for; null if they need not be. */
    private @Nullable OffsetSpec spec(OffsetReset reset) {
        if (reset instanceof OffsetReset.Place place) {
            return place.spec();
        }
        return reset instanceof OffsetReset.Back back
                ? OffsetSpec.at(Math.max(0, clock.wallMs() - back.duration().toMillis()))
                : null;
    }

    private static PlannedOffset planned(
            String group,
            TopicPartition partition,
            OffsetReset reset,
            @Nullable CommittedOffset committed,
            ListedOffset earliest,
            ListedOffset latest,
            @Nullable ListedOffset found) {
        long from = committed == null ? -1 : committed.offset();
        long to;
        if (reset instanceof OffsetReset.Value value) {
            to = value.offset();
        } else if (reset instanceof OffsetReset.Shift shift) {
            if (committed == null) {
                throw new RefusedException(
                        "group "
                                + group
                                + " has committed nothing in "
                                + partition
                                + ", so there is nothing to shift; name another place for it");
            }
            to = shifted(from, shift.records());
        } else {
            to = found == null || found.offset() < 0 ? latest.offset() : found.offset();
        }
        long within = Math.max(earliest.offset(), Math.min(latest.offset(), to));
        return new PlannedOffset(
                from,
                within,
                found != null && found.offset() == within ? found.leaderEpoch() : -1,
                earliest.offset(),
                latest.offset());
    }

    private static long shifted(long from, long records) {
        long to = from + records;
        return ((from ^ to) & (records ^ to)) < 0 ? Long.MAX_VALUE : to;
    }

    private static List<TopicPartition> known(
            String group, Map<TopicPartition, CommittedOffset> committed) {
        if (committed.isEmpty()) {
            throw new RefusedException(
                    "group "
                            + group
                            + " has committed no offsets: name the partitions in which it shall"
                            + " begin");
        }
        return committed.keySet().stream()
                .sorted(
                        Comparator.comparing(TopicPartition::topic)
                                .thenComparingInt(TopicPartition::partition))
                .toList();
    }

    /** A group that does not exist has none. */
    private CompletableFuture<Void> requireNoMembers(String group, Options options) {
        return admin.describeGroups(List.of(group), options)
                .of(group)
                .handle(
                        (found, error) -> {
                            if (error != null && code(error) != ErrorCode.GROUP_ID_NOT_FOUND) {
                                throw new CompletionException(unwrapped(error));
                            }
                            if (found != null && !found.members().isEmpty()) {
                                throw hasMembers(group, found.members());
                            }
                            return null;
                        });
    }

    private static RefusedException hasMembers(String group, List<GroupMember> members) {
        GroupMember one = members.get(0);
        return new RefusedException(
                "the offsets of group "
                        + group
                        + " cannot be reset while it has members, who would commit over it: it has "
                        + members.size()
                        + ", one of them "
                        + one.clientId()
                        + " at "
                        + one.host()
                        + "; stop them first",
                ErrorCode.NON_EMPTY_GROUP,
                null);
    }

    private static Throwable explained(String group, Throwable error) {
        ErrorCode code = code(error);
        if (code == ErrorCode.UNKNOWN_MEMBER_ID || code == ErrorCode.STALE_MEMBER_EPOCH) {
            return new RefusedException(
                    "a member has joined group "
                            + group
                            + " meanwhile: its offsets cannot be reset until its members stop;"
                            + " some may have been",
                    ErrorCode.NON_EMPTY_GROUP,
                    unwrapped(error));
        }
        return unwrapped(error);
    }

    private static @Nullable ErrorCode code(Throwable error) {
        return unwrapped(error) instanceof ClientException known
                ? known.error().orElse(null)
                : null;
    }

    private static Throwable unwrapped(Throwable error) {
        return error instanceof CompletionException && error.getCause() != null
                ? error.getCause()
                : error;
    }
}
