package dev.moldau.client.consumer.group;

import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings one membership from what it has to what it shall have, one step of the application after
 * the other: first it gives up, then it takes over. What stays is never touched. Confined to the
 * loop.
 *
 * <p>It takes over only what the coordinator cannot have given away meanwhile. The danger: a
 * heartbeat goes out that does not claim a partition; the coordinator decides anew, does not wait
 * for that partition, and gives it to another member; and this one takes it over because of an
 * older answer. So nothing is taken over while an answer is missing, and whatever is goes into the
 * next heartbeat.
 */
final class Reconciliation {

    private static final Logger LOG = LoggerFactory.getLogger(Reconciliation.class);

    /** Whose partitions they are. */
    interface Member {
        /** Whether the coordinator has answered all that it was told. */
        boolean isAnswered();

        /** What the member has is different now, and the coordinator is to know. */
        void changed();
    }

    private final GroupContext context;
    private final Application application;
    private final Tenures tenures;
    private final Member member;
    private final TopicNames names;
    private final Map<TopicPartition, Uuid> owned = new HashMap<>();
    private Map<Uuid, Set<Integer>> target = Map.of();
    private boolean hasTarget;
    private boolean busy;
    private boolean ended;

    /** Whether the application has not heard yet how the present rebalance ends. */
    private boolean untold = true;

    /**
     * @param tenures where it keeps since when the member has what it has
     */
    Reconciliation(GroupContext context, Application application, Tenures tenures, Member member) {
        this.context = context;
        this.application = application;
        this.tenures = tenures;
        this.member = member;
        this.names = new TopicNames(context, this::goOn);
    }

    /** What the application has or is about to take; live. */
    Map<TopicPartition, Uuid> owned() {
        return owned;
    }

    /** What the member shall have from now on, by the topics' ids. */
    void target(Map<Uuid, Set<Integer>> wanted) {
        if (!hasTarget || !wanted.equals(target)) {
            target = Map.copyOf(wanted);
            hasTarget = true;
            LOG.info(
                    "group {}: the member shall have {} partitions, and has {}",
                    context.settings().groupId(),
                    target.values().stream().mapToInt(Set::size).sum(),
                    owned.size());
            names.only(target.keySet());
        }
    }

    /** Nothing that the application still does counts. */
    void end() {
        ended = true;
        names.only(Set.of());
    }

    /** Does the next step, if one is due and the application is through with the last. */
    void goOn() {
        if (ended || busy || !hasTarget) {
            return;
        }
        Set<TopicPartition> tooMany = tooMany();
        if (!tooMany.isEmpty()) {
            revoke(tooMany);
        } else if (member.isAnswered()) {
            take();
        }
    }

    private Set<TopicPartition> tooMany() {
        Set<TopicPartition> tooMany = new HashSet<>();
        owned.forEach(
                (partition, id) -> {
                    if (!target.getOrDefault(id, Set.of()).contains(partition.partition())) {
                        tooMany.add(partition);
                    }
                });
        return tooMany;
    }

    private void revoke(Set<TopicPartition> tooMany) {
        busy = true;
        untold = true;
        application.revoke(
                tooMany,
                () -> {
                    if (!ended) {
                        busy = false;
                        owned.keySet().removeAll(tooMany);
                        tenures.end(tooMany);
                        goOn();
                        member.changed();
                    }
                });
    }

    private void take() {
        Map<TopicPartition, Uuid> added = new HashMap<>();
        List<Uuid> nameless = new ArrayList<>();
        target.forEach(
                (id, indexes) -> {
                    String name = names.find(id);
                    if (name == null) {
                        nameless.add(id);
                    } else {
                        indexes.forEach(index -> added.put(new TopicPartition(name, index), id));
                    }
                });
        added.keySet().removeAll(owned.keySet());
        if (added.isEmpty() && (!untold || !nameless.isEmpty())) {
            return;
        }
        busy = true;
        untold = false;
        owned.putAll(added);
        tenures.begin(added.keySet());
        keepTopics();
        context.counters().rebalanced(owned.size());
        application.assign(
                Set.copyOf(added.keySet()),
                () -> {
                    if (!ended) {
                        busy = false;
                        goOn();
                    }
                });
        if (!added.isEmpty()) {
            member.changed();
        }
    }

    /** The client's metadata shall know the topics of what the member has. */
    void keepTopics() {
        owned.keySet().forEach(partition -> context.metadata().use(partition.topic()));
    }
}
