package dev.moldau.client.consumer.group;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ConsumerGroupHeartbeatRequest;
import dev.moldau.protocol.message.ConsumerGroupHeartbeatResponse;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member of a group that the broker balances (KIP-848): its heartbeats say what it wants and has,
 * the answers say what it shall have, and the application goes from one to the other. Partitions
 * that do not move never stop. Confined to the loop.
 *
 * <p>It is the same member, by its id, for the life of the consumer; each time that it is in the
 * group is a stay, and what an earlier stay has left behind does nothing.
 */
final class BalancedMembership implements Membership {

    /** Told that the brokers have no such groups, or that the group is not one. */
    interface Fallback {
        /** Whether another protocol takes over, because of what is said. */
        boolean takeOver(String reason);
    }

    private static final Logger LOG = LoggerFactory.getLogger(BalancedMembership.class);
    private static final String HEARTBEAT = "ConsumerGroupHeartbeat";

    private final GroupContext context;
    private final GroupSettings settings;
    private final Coordinator coordinator;
    private final Application application;
    private final Progress progress;
    private final Fallback fallback;
    private final Refusals refusals;
    private final PollWatch watch;
    private final NameRelease release;
    private final String memberId;
    private final Tenures tenures = new Tenures();

    private Interest interest = Interest.NONE;
    private boolean subscribed;
    private @Nullable Stay stay;

    /** Whether a stay begins as soon as the application has heard that the last one is over. */
    private boolean losing;

    /** Whether the application is about to be told that there is no membership to be had. */
    private boolean givenUp;

    BalancedMembership(
            GroupContext context,
            Coordinator coordinator,
            Application application,
            Progress progress,
            RandomGenerator random,
            Fallback fallback) {
        this.context = context;
        this.settings = context.settings();
        this.coordinator = coordinator;
        this.application = application;
        this.progress = progress;
        this.fallback = fallback;
        this.refusals = new Refusals(settings);
        this.watch = new PollWatch(context, progress);
        this.release = new NameRelease(context);
        this.memberId = Uuid.random(random).toString();
        context.metadata()
                .listen(
                        view -> {
                            Stay now = stay;
                            if (now != null) {
                                now.shares.goOn();
                            }
                        });
    }

    @Override
    public Identity identity() {
        Stay now = stay;
        return now == null || now.epoch <= 0
                ? Identity.outside(settings.groupId())
                : new Identity(settings.groupId(), now.epoch, memberId, settings.instanceId());
    }

    @Override
    public boolean isSubscribed() {
        return subscribed;
    }

    @Override
    public boolean tellsMemberInFetch() {
        return true;
    }

    @Override
    public Tenures owned() {
        return tenures;
    }

    @Override
    public boolean isSettling() {
        Stay now = stay;
        return now != null && now.epoch == 0;
    }

    @Override
    public void subscribe(Set<String> topics) {
        want(Interest.in(topics));
    }

    /** Subscribes to what brokers find by an expression from now on. */
    void match(String expression) {
        want(Interest.matching(expression));
    }

    /** What is wanted now. */
    Interest interest() {
        return interest;
    }

    private void want(Interest wanted) {
        boolean changed = !wanted.equals(interest);
        interest = wanted;
        subscribed = true;
        keepTopics();
        Stay now = stay;
        if (now == null) {
            if (!losing && !givenUp && !progress.isAsleep()) {
                join("the consumer subscribed");
            }
        } else if (changed) {
            now.heartbeats.beat();
        }
    }

    private void keepTopics() {
        interest.topics().forEach(context.metadata()::use);
    }

    @Override
    public void polled() {
        givenUp = false;
        if (subscribed && stay == null && !losing) {
            join("the application polls again");
        }
    }

    /** The broker balances when there is reason; all that a member can do is ask for its part. */
    @Override
    public void rejoin(String reason) {
        Stay now = stay;
        if (now != null) {
            now.form.doubt();
            now.heartbeats.beat();
        }
    }

    private void join(String reason) {
        LOG.info("group {}: joining as {}, for {}", settings.groupId(), memberId, reason);
        losing = false;
        Stay begun = new Stay();
        stay = begun;
        begun.heartbeats.beat();
    }

    /** The time from the first heartbeat of a membership until it ends, for whatever reason. */
    private final class Stay implements Heartbeats.Member, Reconciliation.Member {
        final HeartbeatForm form = new HeartbeatForm(settings, memberId);
        final Heartbeats heartbeats = new Heartbeats(context, coordinator, this);
        final Reconciliation shares = new Reconciliation(context, application, tenures, this);

        /** 0 until the coordinator has given one. */
        int epoch;

        @Override
        public ConsumerGroupHeartbeatRequest next() {
            return form.next(epoch, interest, shares.owned());
        }

        @Override
        public void look() {
            keepTopics();
            shares.keepTopics();
            if (watch.isOver()) {
                Set<TopicPartition> lost = end(true, () -> {});
                progress.fallAsleep();
                application.lose(lost, () -> {});
            }
        }

        @Override
        public void unanswered() {
            form.doubt();
        }

        @Override
        public void answered(Node node, ConsumerGroupHeartbeatResponse response) {
            ErrorCode error = ErrorCode.of(response.errorCode());
            if (error == ErrorCode.NONE) {
                form.heard();
                context.counters().heartbeat();
                take(response);
            } else {
                form.doubt();
                refuse(this, node, error, response.errorMessage());
            }
        }

        private void take(ConsumerGroupHeartbeatResponse response) {
            release.over();
            if (response.memberEpoch() != epoch) {
                epoch = response.memberEpoch();
                progress.identity(identity());
            }
            ConsumerGroupHeartbeatResponse.Assignment assignment = response.assignment();
            if (assignment != null) {
                Map<Uuid, Set<Integer>> wanted = new HashMap<>();
                for (var topic : assignment.topicPartitions()) {
                    wanted.put(topic.topicId(), new HashSet<>(topic.partitions()));
                }
                shares.target(wanted);
            }
            shares.goOn();
            heartbeats.goOn(response.heartbeatIntervalMs());
        }

        @Override
        public void refused(ClientException cause) {
            if (cause.error().orElse(ErrorCode.NONE) != ErrorCode.UNSUPPORTED_VERSION) {
                giveUp(cause, false);
            } else if (!handOver(this, String.valueOf(cause.getMessage()))) {
                giveUp(refusals.noConsumerProtocol(String.valueOf(cause.getMessage())), false);
            }
        }

        @Override
        public boolean isAnswered() {
            return !heartbeats.isUnderWay() && !form.isInDoubt();
        }

        @Override
        public void changed() {
            boolean known =
                    heartbeats.isUnderWay()
                            ? form.isSaid(shares.owned())
                            : form.isTold(shares.owned());
            if (!known) {
                heartbeats.beat();
            }
        }
    }

    // ---- what coordinators refuse

    private void refuse(Stay in, Node node, ErrorCode error, @Nullable String said) {
        switch (error) {
            case NOT_COORDINATOR, COORDINATOR_NOT_AVAILABLE -> {
                coordinator.lost(node, error.toString());
                in.heartbeats.retry();
            }
            case UNKNOWN_MEMBER_ID, FENCED_MEMBER_EPOCH -> lose(in, node + " answered " + error);
            case FENCED_INSTANCE_ID -> giveUp(refusals.fencedInstance(node), false);
            case UNRELEASED_INSTANCE_ID -> {
                if (release.isWorthWaiting(said)) {
                    in.heartbeats.retry();
                } else {
                    giveUp(refusals.refused(node, HEARTBEAT, error, said), false);
                }
            }
            case GROUP_ID_NOT_FOUND -> {
                if (in.epoch > 0) {
                    lose(in, node + " has forgotten the group");
                } else {
                    handOverOrGiveUp(in, node, error, said);
                }
            }
            case UNSUPPORTED_VERSION -> handOverOrGiveUp(in, node, error, said);
            default -> {
                if (error.retriable()) {
                    in.heartbeats.retry();
                } else {
                    giveUp(refusals.refused(node, HEARTBEAT, error, said), true);
                }
            }
        }
    }

    private void handOverOrGiveUp(Stay in, Node node, ErrorCode error, @Nullable String said) {
        String reason = node + " says: " + (said == null ? error.meaning() : said);
        if (!handOver(in, reason)) {
            giveUp(refusals.noConsumerProtocol(reason), false);
        }
    }

    /** Whether another protocol has taken over. Only who has nothing can hand over. */
    private boolean handOver(Stay in, String reason) {
        return in.epoch == 0 && fallback.takeOver(reason);
    }

    // ---- the end of a stay

    @Override
    public void fenced(Identity as, String reason) {
        Stay now = stay;
        if (now != null && as.isMember() && as.equals(identity())) {
            lose(now, reason);
        }
    }

    private void lose(Stay in, String reason) {
        LOG.warn("group {}: the membership is lost: {}", settings.groupId(), reason);
        boolean wasMember = in.epoch > 0;
        Set<TopicPartition> lost = end(false, () -> {});
        losing = true;
        Runnable next =
                () -> {
                    if (losing && subscribed) {
                        join(reason);
                    }
                };
        if (wasMember) {
            application.lose(lost, next);
        } else {
            // Whoever is refused when it joins would be refused again at once.
            context.loop().schedule(settings.heartbeatMs(), next);
        }
    }

    /** The application hears of it; its next poll after that tries again. */
    private void giveUp(ClientException cause, boolean leaves) {
        Set<TopicPartition> lost = end(leaves, () -> {});
        givenUp = true;
        application.lose(lost, () -> {});
        application.failed(cause);
    }

    @Override
    public void leave(String reason, Runnable told) {
        unsubscribe();
        end(true, told);
    }

    /** Another protocol takes over: nobody has to be told of that. */
    void retire() {
        unsubscribe();
        end(false, () -> {});
    }

    private void unsubscribe() {
        subscribed = false;
        losing = false;
        givenUp = false;
        release.over();
        interest = Interest.NONE;
    }

    /**
     * Ends the present stay, if there is one.
     *
     * @param leaves whether the coordinator is told
     * @param told run when it has heard of it, or is not told
     * @return what the application still has
     */
    private Set<TopicPartition> end(boolean leaves, Runnable told) {
        Stay was = stay;
        if (was == null) {
            told.run();
            return Set.of();
        }
        stay = null;
        tenures.endAll();
        if (was.epoch > 0) {
            context.counters().lost();
        }
        was.shares.end();
        progress.identity(identity());
        if (leaves) {
            was.heartbeats.endWith(was.form.leaving(), told);
        } else {
            was.heartbeats.end();
            told.run();
        }
        return Set.copyOf(was.shares.owned().keySet());
    }
}
