package dev.moldau.client.consumer.group;

import dev.moldau.client.Node;
import dev.moldau.client.consumer.assign.PartitionAssignor;
import dev.moldau.client.errors.ClientException;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.HeartbeatResponse;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member of a classic group: joins, hears of its assignment, shows that it is alive, and joins
 * again when the coordinator wants it. Confined to the loop.
 *
 * <p>Each attempt to become or stay a member is a round; what an earlier round has left behind
 * (answers, steps of the application) does nothing. A round: give up what has to be ({@code
 * REVOKING}), have an assignment ({@code JOINING}, what {@link ClassicRound} does), have the
 * application take it ({@code TAKING}), and {@code STEADY} until there is a reason for the next.
 */
final class ClassicMembership implements Membership, ClassicRound.Member {

    private enum Stage {
        OUT,
        REVOKING,
        JOINING,
        TAKING,
        STEADY
    }

    private static final Logger LOG = LoggerFactory.getLogger(ClassicMembership.class);

    private final GroupContext context;
    private final GroupSettings settings;
    private final ClassicCalls calls;
    private final Coordinator coordinator;
    private final Application application;
    private final Progress progress;
    private final ClassicLeader leader;
    private final Refusals refusals;
    private final PollWatch watch;

    private Stage stage = Stage.OUT;
    private int round;
    private ClassicRound attempt;
    private Set<String> topics = Set.of();
    private boolean subscribed;

    /** Whether the application is about to be told that there is no membership to be had. */
    private boolean givenUp;

    private String memberId = "";
    private int generation = Identity.NO_GENERATION;
    private String reason = "";
    private @Nullable String reasonForNext;
    private boolean beating;
    private boolean heartbeatUnderWay;

    /** What the application has or is about to take, and since which generation. */
    private final Tenures owned = new Tenures();

    private int ownedGeneration = Identity.NO_GENERATION;

    ClassicMembership(
            GroupContext context,
            Coordinator coordinator,
            Application application,
            Progress progress) {
        this.context = context;
        this.settings = context.settings();
        this.calls = new ClassicCalls(settings);
        this.coordinator = coordinator;
        this.application = application;
        this.progress = progress;
        this.leader = new ClassicLeader(context);
        this.refusals = new Refusals(settings);
        this.watch = new PollWatch(context, progress);
        this.attempt = new ClassicRound(context, calls, coordinator, leader, this);
        context.metadata().listen(view -> lookForChange());
    }

    @Override
    public Identity identity() {
        return generation == Identity.NO_GENERATION
                ? Identity.outside(settings.groupId())
                : new Identity(settings.groupId(), generation, memberId, settings.instanceId());
    }

    @Override
    public boolean isSubscribed() {
        return subscribed;
    }

    @Override
    public boolean tellsMemberInFetch() {
        return false;
    }

    @Override
    public Tenures owned() {
        return owned;
    }

    @Override
    public boolean isSettling() {
        return stage == Stage.JOINING;
    }

    @Override
    public void subscribe(Set<String> wanted) {
        boolean changed = !wanted.equals(topics);
        topics = new TreeSet<>(wanted);
        topics.forEach(context.metadata()::use);
        subscribed = true;
        if (stage == Stage.OUT) {
            if (!givenUp && !progress.isAsleep()) {
                begin("the consumer subscribed");
            }
        } else if (changed) {
            rejoin("the subscription changed");
        }
    }

    @Override
    public void polled() {
        givenUp = false;
        if (subscribed && stage == Stage.OUT) {
            begin("the application polls again");
        }
    }

    @Override
    public void rejoin(String why) {
        if (stage == Stage.STEADY) {
            begin(why);
        } else if (stage != Stage.OUT) {
            // What is under way ends first: the application may not have given up yet what the
            // next round would offer to others.
            reasonForNext = why;
        }
    }

    private void lookForChange() {
        String change = stage == Stage.STEADY ? leader.change() : null;
        if (change != null) {
            rejoin(change);
        }
    }

    /** What to do when the application is done, unless another round has begun. */
    private Runnable inThisRound(Runnable next) {
        int mine = round;
        return () -> {
            if (mine == round) {
                next.run();
            }
        };
    }

    // ---- joining

    private void begin(String why) {
        LOG.info("group {}: joining, for {}", settings.groupId(), why);
        reason = why;
        reasonForNext = null;
        round++;
        stage = Stage.REVOKING;
        beat();
        Set<TopicPartition> tooMany = new HashSet<>(owned.partitions());
        if (settings.cooperative()) {
            tooMany.removeIf(partition -> topics.contains(partition.topic()));
        }
        if (tooMany.isEmpty()) {
            join();
        } else {
            application.revoke(
                    tooMany,
                    inThisRound(
                            () -> {
                                owned.end(tooMany);
                                join();
                            }));
        }
    }

    private void join() {
        stage = Stage.JOINING;
        attempt.end();
        attempt = new ClassicRound(context, calls, coordinator, leader, this);
        attempt.join();
    }

    @Override
    public ClassicRound.Joining joining() {
        return new ClassicRound.Joining(
                memberId, topics, owned.partitions(), ownedGeneration, reason);
    }

    @Override
    public void named(String by) {
        memberId = by;
    }

    @Override
    public void accepted(String as, int in) {
        memberId = as;
        generation = in;
        progress.identity(identity());
    }

    @Override
    public void lost(String why) {
        loseAndJoin(why);
    }

    /** The application hears of it; its next poll after that tries again. */
    @Override
    public void refused(ClientException cause) {
        Set<TopicPartition> lost = forget();
        stage = Stage.OUT;
        givenUp = true;
        application.lose(lost, () -> {});
        application.failed(cause);
    }

    // ---- the assignment

    @Override
    public void assigned(PartitionAssignor assignor, Set<TopicPartition> assigned) {
        LOG.info(
                "group {}: member {} has {} partitions in generation {}",
                settings.groupId(),
                memberId,
                assigned.size(),
                generation);
        assignor.assigned(assigned, generation);
        context.counters().rebalanced(assigned.size());
        stage = Stage.TAKING;
        Set<TopicPartition> added = new HashSet<>(assigned);
        added.removeAll(owned.partitions());
        Set<TopicPartition> tooMany = new HashSet<>(owned.partitions());
        tooMany.removeAll(assigned);
        ownedGeneration = generation;
        if (tooMany.isEmpty()) {
            owned.begin(added);
            application.assign(added, inThisRound(this::taken));
            return;
        }
        application.revoke(
                tooMany,
                inThisRound(
                        () -> {
                            owned.end(tooMany);
                            owned.begin(added);
                            reasonForNext = "partitions were given up for others";
                            application.assign(added, inThisRound(this::taken));
                        }));
    }

    private void taken() {
        stage = Stage.STEADY;
        String next = reasonForNext;
        if (next != null) {
            begin(next);
        } else {
            lookForChange();
        }
    }

    /** Forgets being a member; others may have its partitions already. */
    private Set<TopicPartition> forget() {
        Set<TopicPartition> lost = Set.copyOf(owned.partitions());
        if (generation != Identity.NO_GENERATION) {
            context.counters().lost();
        }
        owned.endAll();
        ownedGeneration = Identity.NO_GENERATION;
        generation = Identity.NO_GENERATION;
        progress.identity(identity());
        leader.resign();
        attempt.end();
        round++;
        return lost;
    }

    private void loseAndJoin(String why) {
        LOG.warn("group {}: the membership is lost: {}", settings.groupId(), why);
        Set<TopicPartition> lost = forget();
        reason = why;
        stage = Stage.REVOKING;
        if (lost.isEmpty()) {
            join();
        } else {
            application.lose(lost, inThisRound(this::join));
        }
    }

    @Override
    public void fenced(Identity as, String why) {
        if (as.isMember() && as.equals(identity()) && !isSettling()) {
            memberId = "";
            loseAndJoin(why);
        }
    }

    // ---- being alive

    private void beat() {
        if (!beating) {
            beating = true;
            context.loop().schedule(settings.heartbeatMs(), this::beatNow);
        }
    }

    private void beatNow() {
        beating = false;
        if (stage == Stage.OUT) {
            return;
        }
        topics.forEach(context.metadata()::use);
        leader.keepTopics();
        if (watch.isOver()) {
            abandon();
            return;
        }
        if (!isSettling() && generation != Identity.NO_GENERATION && !heartbeatUnderWay) {
            findCoordinator();
        }
        beat();
    }

    private void findCoordinator() {
        int mine = round;
        coordinator.find(
                new Coordinator.Waiter() {
                    @Override
                    public void found(Node node) {
                        if (mine == round) {
                            sendHeartbeat(node);
                        }
                    }

                    @Override
                    public void refused(ClientException cause) {
                        if (mine == round) {
                            ClassicMembership.this.refused(cause);
                        }
                    }
                });
    }

    private void sendHeartbeat(Node node) {
        int mine = round;
        heartbeatUnderWay = true;
        Identity as = identity();
        context.network()
                .send(
                        node,
                        calls.heartbeat(
                                as,
                                (response, version) -> {
                                    heartbeatUnderWay = false;
                                    if (mine == round) {
                                        beaten(node, as, response);
                                    }
                                },
                                cause -> {
                                    heartbeatUnderWay = false;
                                    coordinator.lost(node, String.valueOf(cause.getMessage()));
                                }));
    }

    private void beaten(Node node, Identity as, HeartbeatResponse response) {
        ErrorCode error = ErrorCode.of(response.errorCode());
        switch (error) {
            case NONE -> context.counters().heartbeat();
            case REBALANCE_IN_PROGRESS -> {
                if (stage != Stage.REVOKING) {
                    rejoin("the coordinator rebalances the group");
                }
            }
            case NOT_COORDINATOR, COORDINATOR_NOT_AVAILABLE ->
                    coordinator.lost(node, error.toString());
            case UNKNOWN_MEMBER_ID, ILLEGAL_GENERATION ->
                    fenced(as, node + " answered a heartbeat with " + error);
            case FENCED_INSTANCE_ID -> refused(refusals.fencedInstance(node));
            default -> {
                if (!error.retriable()) {
                    refused(refusals.refused(node, "Heartbeat", error, null));
                }
            }
        }
    }

    /** The application does not poll: others shall have its partitions. */
    private void abandon() {
        sendLeave("max.poll.interval.ms=" + settings.maxPollMs() + " is over", () -> {});
        Set<TopicPartition> lost = forget();
        memberId = "";
        stage = Stage.OUT;
        progress.fallAsleep();
        application.lose(lost, () -> {});
    }

    // ---- leaving

    @Override
    public void leave(String why, Runnable told) {
        sendLeave(why, told);
        boolean isStatic = settings.instanceId() != null;
        forget();
        memberId = isStatic ? memberId : "";
        subscribed = false;
        givenUp = false;
        topics = Set.of();
        stage = Stage.OUT;
    }

    /** A static member only goes away for a while, as far as the group is concerned. */
    private void sendLeave(String why, Runnable told) {
        Identity as = new Identity(settings.groupId(), generation, memberId, null);
        if (memberId.isEmpty() || settings.instanceId() != null) {
            told.run();
            return;
        }
        coordinator.find(
                new Coordinator.Waiter() {
                    @Override
                    public void found(Node node) {
                        context.network()
                                .send(
                                        node,
                                        calls.leave(
                                                as,
                                                why,
                                                (response, version) -> told.run(),
                                                cause -> told.run()));
                    }

                    @Override
                    public void refused(ClientException cause) {
                        told.run();
                    }
                });
    }
}
