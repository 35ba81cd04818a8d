package dev.moldau.client.consumer.group;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.net.Question;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FindCoordinatorRequest;
import dev.moldau.protocol.message.FindCoordinatorResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the broker that coordinates the group, through the least busy one, and remembers it until
 * it turns out to be another. It gets a connection of its own: on the one for fetching, answers
 * would wait behind fetches that wait for records. Confined to the loop.
 */
final class Coordinator {

    /** Who wants to know. */
    interface Waiter {
        /** It is this one, as far as is known. */
        void found(Node node);

        /** It cannot be told, for good. */
        void refused(ClientException cause);
    }

    private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);
    private static final byte GROUP = 0;

    /** Since this version several groups can be asked for, in another place of the request. */
    private static final short SEVERAL = 4;

    private final GroupContext context;
    private final List<Waiter> waiters = new ArrayList<>();
    private @Nullable Node known;
    private boolean searching;
    private int failures;

    Coordinator(GroupContext context) {
        this.context = context;
    }

    /** Tells who it is, at once if that is known. */
    void find(Waiter waiter) {
        Node node = known;
        if (node != null) {
            waiter.found(node);
            return;
        }
        waiters.add(waiter);
        search();
    }

    /** It is not this one any more, or cannot be reached. */
    void lost(Node node, String reason) {
        if (node.equals(known)) {
            LOG.debug("group {}: {} no longer counts: {}", groupId(), node, reason);
            known = null;
        }
    }

    private String groupId() {
        return context.settings().groupId();
    }

    private void search() {
        if (!searching) {
            searching = true;
            context.metadata().findBroker(this::ask);
        }
    }

    private void ask(Node broker) {
        context.network()
                .send(
                        broker,
                        new Question<FindCoordinatorResponse>(
                                ApiKey.FIND_COORDINATOR,
                                0,
                                SEVERAL,
                                context.settings().requestTimeoutMs(),
                                this::request,
                                (response, version) -> answered(broker, response, version),
                                cause -> again(String.valueOf(cause.getMessage()))));
    }

    private FindCoordinatorRequest request(short version) {
        return version >= SEVERAL
                ? new FindCoordinatorRequest("", GROUP, List.of(groupId()))
                : new FindCoordinatorRequest(groupId(), GROUP, List.of());
    }

    private void answered(Node broker, FindCoordinatorResponse response, short version) {
        if (version < SEVERAL) {
            take(
                    broker,
                    new FindCoordinatorResponse.Coordinator(
                            groupId(),
                            response.nodeId(),
                            response.host(),
                            response.port(),
                            response.errorCode(),
                            response.errorMessage()));
        } else if (response.coordinators().isEmpty()) {
            again(broker + " named no coordinator");
        } else {
            take(broker, response.coordinators().get(0));
        }
    }

    private void take(Node broker, FindCoordinatorResponse.Coordinator told) {
        ErrorCode error = ErrorCode.of(told.errorCode());
        if (error == ErrorCode.NONE) {
            found(new Node(Integer.MAX_VALUE - told.nodeId(), told.host(), told.port(), null));
        } else if (error.retriable()) {
            again(broker + " answered " + error);
        } else {
            searching = false;
            String said = told.errorMessage();
            RefusedException cause =
                    new RefusedException(
                            "the coordinator of group "
                                    + groupId()
                                    + " cannot be had: "
                                    + broker
                                    + " answered "
                                    + error
                                    + ": "
                                    + (said == null ? error.meaning() : said),
                            error,
                            null);
            drain().forEach(waiter -> waiter.refused(cause));
        }
    }

    private void found(Node node) {
        searching = false;
        failures = 0;
        known = node;
        LOG.debug("group {} is coordinated by {}", groupId(), node);
        drain().forEach(waiter -> waiter.found(node));
    }

    private void again(String reason) {
        LOG.debug("group {}: the coordinator is not found yet: {}", groupId(), reason);
        failures++;
        context.loop()
                .schedule(
                        Math.max(1, context.backoff().afterMs(failures)),
                        () -> {
                            searching = false;
                            if (!waiters.isEmpty()) {
                                search();
                            }
                        });
    }

    private List<Waiter> drain() {
        List<Waiter> now = List.copyOf(waiters);
        waiters.clear();
        return now;
    }
}
