package dev.moldau.broker.follow;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.common.Timer;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.message.AlterConfigsRequest;
import dev.moldau.protocol.message.IncrementalAlterConfigsRequest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Hands clients' requests that change the cluster on to the controller, so that a client may ask
 * any broker. Immutable; safe for use by any thread.
 *
 * @param actsHere whether this broker is controller
 * @param channel leads to the controller; not the one for leaders' proposals
 * @param inForce when this broker is what an image says: a client that asks it next must see what
 *     it was told has been done
 * @param timer where deadlines hang
 */
public record Forwarding(
        BooleanSupplier actsHere, ControllerChannel channel, ImageInForce inForce, Timer timer) {

    private static final byte BROKER_LOGGER = 8;

    /** What only the controller can do. */
    private static final Set<ApiKey> CONTROLLERS =
            EnumSet.of(
                    ApiKey.CREATE_TOPICS,
                    ApiKey.DELETE_TOPICS,
                    ApiKey.CREATE_PARTITIONS,
                    ApiKey.ALTER_CONFIGS,
                    ApiKey.INCREMENTAL_ALTER_CONFIGS,
                    ApiKey.ELECT_LEADERS,
                    ApiKey.ALTER_PARTITION_REASSIGNMENTS,
                    ApiKey.LIST_PARTITION_REASSIGNMENTS,
                    ApiKey.UNREGISTER_BROKER,
                    ApiKey.DESCRIBE_QUORUM,
                    ApiKey.UPDATE_FEATURES);

    /** Those of the handlers whose requests are handed on; they answer what comes in envelopes. */
    public static List<ApiHandler<?, ?>> forwardable(
            Collection<? extends ApiHandler<?, ?>> handlers) {
        List<ApiHandler<?, ?>> found = new ArrayList<>();
        for (ApiHandler<?, ?> handler : handlers) {
            if (CONTROLLERS.contains(handler.apiKey())) {
                found.add(handler);
            }
        }
        return found;
    }

    /**
     * The handlers, with those replaced that the controller must answer.
     *
     * @param handlers act on this broker's controller
     * @param unreachable the same on a {@link RefusingController#unreachable}
     * @param lost the same on a {@link RefusingController#lost}
     * @throws IllegalArgumentException if one of the others lacks a handler
     */
    public List<ApiHandler<?, ?>> wrap(
            Collection<? extends ApiHandler<?, ?>> handlers,
            Collection<? extends ApiHandler<?, ?>> unreachable,
            Collection<? extends ApiHandler<?, ?>> lost) {
        List<ApiHandler<?, ?>> wrapped = new ArrayList<>();
        for (ApiHandler<?, ?> handler : handlers) {
            wrapped.add(
                    CONTROLLERS.contains(handler.apiKey())
                            ? forwarding(
                                    handler,
                                    find(handler.apiKey(), unreachable),
                                    find(handler.apiKey(), lost))
                            : handler);
        }
        return wrapped;
    }

    private static ApiHandler<?, ?> find(
            ApiKey api, Collection<? extends ApiHandler<?, ?>> handlers) {
        for (ApiHandler<?, ?> handler : handlers) {
            if (handler.apiKey() == api) {
                return handler;
            }
        }
        throw new IllegalArgumentException("no other handler for " + api.wireName());
    }

    // Handlers of one API have the same messages.
    @SuppressWarnings("unchecked")
    private <Q extends ApiMessage, R extends ApiMessage> ApiHandler<Q, R> forwarding(
            ApiHandler<Q, R> local, ApiHandler<?, ?> unreachable, ApiHandler<?, ?> lost) {
        return new ForwardingHandler<>(
                this, local, (ApiHandler<Q, R>) unreachable, (ApiHandler<Q, R>) lost);
    }

    /** Levels of loggers are a broker's own; all else is the controller's. */
    static boolean staysHere(ApiMessage request) {
        return switch (request) {
            case AlterConfigsRequest alter ->
                    alter.resources().stream().anyMatch(r -> r.resourceType() == BROKER_LOGGER);
            case IncrementalAlterConfigsRequest alter ->
                    alter.resources().stream().anyMatch(r -> r.resourceType() == BROKER_LOGGER);
            default -> false;
        };
    }
}
