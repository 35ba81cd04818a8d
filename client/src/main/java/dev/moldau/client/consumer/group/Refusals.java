package dev.moldau.client.consumer.group;

import dev.moldau.client.Node;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/** What the application is told when its consumer cannot be a member, whichever protocol it is. */
final class Refusals {

    private final GroupSettings settings;

    Refusals(GroupSettings settings) {
        this.settings = settings;
    }

    /**
     * A coordinator refuses for good.
     *
     * @param what the request
     * @param said the coordinator's own words, if it had any
     */
    RefusedException refused(Node node, String what, ErrorCode error, @Nullable String said) {
        return new RefusedException(
                "the consumer cannot be a member of group "
                        + settings.groupId()
                        + ": "
                        + node
                        + " answered "
                        + what
                        + " with "
                        + error
                        + ": "
                        + (said == null ? error.meaning() : said)
                        + remedy(error),
                error,
                null);
    }

    private String remedy(ErrorCode error) {
        return switch (error) {
            case UNSUPPORTED_ASSIGNOR ->
                    "; group.remote.assignor="
                            + settings.remoteAssignor()
                            + " must be one of the broker's group.consumer.assignors, or not set";
            case GROUP_MAX_SIZE_REACHED ->
                    "; run fewer consumers, or raise group.consumer.max.size at the brokers";
            case INVALID_REGULAR_EXPRESSION ->
                    "; the brokers take expressions of RE2 only, without look-around and back"
                            + " references";
            case UNRELEASED_INSTANCE_ID ->
                    "; another consumer with group.instance.id="
                            + settings.instanceId()
                            + " is alive: give each consumer its own";
            default -> "";
        };
    }

    /** The brokers, or the group, do not know the protocol, and no other may be used. */
    RefusedException noConsumerProtocol(String reason) {
        return new RefusedException(
                "the consumer cannot be a member of group "
                        + settings.groupId()
                        + " by the consumer protocol: "
                        + reason
                        + "; for such brokers and groups set group.protocol=classic, which takes"
                        + " no SubscriptionPattern, but a java.util.regex.Pattern",
                ErrorCode.UNSUPPORTED_VERSION,
                null);
    }

    /** Another consumer has the name of this static member now. */
    FatalException fencedInstance(Node node) {
        return new FatalException(
                node
                        + " says that another consumer has taken over group.instance.id="
                        + settings.instanceId()
                        + " of group "
                        + settings.groupId()
                        + "; give each consumer its own",
                ErrorCode.FENCED_INSTANCE_ID,
                null);
    }
}
