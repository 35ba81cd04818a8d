package dev.moldau.client.consumer.group;

import dev.moldau.client.consumer.group.BalancedMembership.Fallback;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A membership by the consumer protocol, or by the classic one where that was asked for, or where
 * nothing was and the brokers, or the group, take no other. Confined to the loop.
 */
final class ChosenMembership implements Membership, Fallback {

    private static final Logger LOG = LoggerFactory.getLogger(ChosenMembership.class);

    private final GroupSettings settings;
    private final Application application;
    private final Membership classic;
    private final BalancedMembership balanced;
    private Membership chosen;

    /**
     * A choice by the settings.
     *
     * @param balanced makes the one by the consumer protocol, which may hand over
     */
    ChosenMembership(
            GroupSettings settings,
            Application application,
            Membership classic,
            Function<Fallback, BalancedMembership> balanced) {
        this.settings = settings;
        this.application = application;
        this.classic = classic;
        this.balanced = balanced.apply(this);
        this.chosen = settings.protocol() == GroupProtocol.CLASSIC ? classic : this.balanced;
    }

    /** For the life of the consumer: brokers do not learn protocols while they run. */
    @Override
    public boolean takeOver(String reason) {
        Interest wanted = balanced.interest();
        if (settings.protocol() != GroupProtocol.EITHER || !wanted.expression().isEmpty()) {
            return false;
        }
        LOG.warn(
                "group {} uses the classic protocol, for the consumer protocol cannot be had: {}."
                        + " Set group.protocol=classic to say so from the start, or make it"
                        + " possible at the brokers",
                settings.groupId(),
                reason);
        balanced.retire();
        chosen = classic;
        chosen.subscribe(wanted.topics());
        return true;
    }

    @Override
    public void subscribe(Set<String> topics) {
        chosen.subscribe(topics);
    }

    /**
     * Subscribes to what brokers find by an expression, which only the consumer protocol can do: a
     * member that fell back to the other tries again, and fails if there still is none.
     */
    void match(String expression) {
        if (settings.protocol() == GroupProtocol.CLASSIC) {
            throw new IllegalStateException("a classic member cannot subscribe to " + expression);
        }
        if (chosen == balanced) {
            balanced.match(expression);
        } else {
            application.revoke(
                    Set.copyOf(classic.owned().partitions()), () -> turnBack(expression));
        }
    }

    private void turnBack(String expression) {
        if (chosen != balanced) {
            classic.leave("the brokers shall find the topics", () -> {});
            chosen = balanced;
        }
        balanced.match(expression);
    }

    @Override
    public void polled() {
        chosen.polled();
    }

    @Override
    public void rejoin(String reason) {
        chosen.rejoin(reason);
    }

    @Override
    public Identity identity() {
        return chosen.identity();
    }

    @Override
    public boolean isSubscribed() {
        return chosen.isSubscribed();
    }

    @Override
    public boolean tellsMemberInFetch() {
        return chosen.tellsMemberInFetch();
    }

    @Override
    public Tenures owned() {
        return chosen.owned();
    }

    @Override
    public boolean isSettling() {
        return chosen.isSettling();
    }

    @Override
    public void fenced(Identity as, String reason) {
        chosen.fenced(as, reason);
    }

    @Override
    public void leave(String reason, Runnable told) {
        chosen.leave(reason, told);
    }
}
