package dev.moldau.broker.topic;

import dev.moldau.cluster.controller.ApiError;
import dev.moldau.cluster.controller.ControllerCommand.AlterConfigs;
import dev.moldau.cluster.controller.ControllerCommand.ConfigChange;
import dev.moldau.cluster.controller.ControllerCommand.ConfigOperation;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Carries out changes of settings: those of this process's loggers on the spot, all others through
 * the controller, and waits until partitions here go by them.
 */
final class ConfigChanges {

    /** The request carries no time; a client gives up after about so long. */
    private static final int LONGEST_WAIT_MS = 30_000;

    private final TopicServices services;

    ConfigChanges(TopicServices services) {
        this.services = services;
    }

    /**
     * A change as it came over the wire.
     *
     * @param type the number of the resource's kind
     * @param name the resource's name
     * @param operations what to do; empty if an operation is unknown
     * @param replaceAll whether settings that are not named go away
     */
    record Wanted(
            byte type,
            String name,
            Optional<List<ConfigOperation>> operations,
            boolean replaceAll) {}

    /** The error of each change, in order. */
    CompletionStage<List<ApiError>> apply(List<Wanted> wanted, boolean validateOnly) {
        List<ApiError> errors = new ArrayList<>();
        List<ConfigChange> forController = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (Wanted change : wanted) {
            Optional<ConfigResource.Type> type = ConfigResource.Type.of(change.type());
            if (type.isEmpty() || change.operations().isEmpty()) {
                errors.add(unknown(change, type.isEmpty()));
            } else if (type.get() == ConfigResource.Type.BROKER_LOGGER) {
                errors.add(changeLoggers(change, change.operations().get(), validateOnly));
            } else {
                places.add(errors.size());
                errors.add(ApiError.NONE);
                forController.add(
                        new ConfigChange(
                                new ConfigResource(type.get(), change.name()),
                                change.operations().get(),
                                change.replaceAll()));
            }
        }
        return ControllerErrors.orForAll(
                        services.controller().submit(new AlterConfigs(forController, validateOnly)),
                        forController,
                        ControllerErrors.ItemError::error)
                .thenApply(
                        results -> {
                            for (int i = 0; i < results.size(); i++) {
                                errors.set(places.get(i), results.get(i));
                            }
                            return errors;
                        })
                .thenCompose(
                        all ->
                                places.isEmpty() || validateOnly
                                        ? CompletableFuture.completedFuture(all)
                                        : whenInForce(all));
    }

    /** The change is stored, whatever comes: who waits too long is answered without it in force. */
    private CompletionStage<List<ApiError>> whenInForce(List<ApiError> errors) {
        return Waiting.forAll(
                        services.timer(),
                        List.of(services.readiness().configured()),
                        LONGEST_WAIT_MS)
                .thenApply(outcome -> errors);
    }

    private static ApiError unknown(Wanted change, boolean unknownType) {
        return ApiError.of(
                ErrorCode.INVALID_REQUEST,
                unknownType
                        ? "There is no kind of resource with the number " + change.type() + "."
                        : "There are four operations, 0 to 3: set, delete, append, subtract.");
    }

    private ApiError changeLoggers(
            Wanted change, List<ConfigOperation> operations, boolean validateOnly) {
        if (!change.name().equals(Integer.toString(services.nodeId()))) {
            return ApiError.of(
                    ErrorCode.INVALID_REQUEST,
                    "This is broker "
                            + services.nodeId()
                            + " and can change its own loggers only; ask broker '"
                            + change.name()
                            + "'.");
        }
        if (change.replaceAll()) {
            return ApiError.of(
                    ErrorCode.INVALID_REQUEST,
                    "Levels of loggers change one by one: use the incremental request.");
        }
        for (ConfigOperation operation : operations) {
            ApiError error = changeLogger(operation, validateOnly);
            if (error.failed()) {
                return error;
            }
        }
        return ApiError.NONE;
    }

    private ApiError changeLogger(ConfigOperation operation, boolean validateOnly) {
        String logger = operation.key();
        String level = operation.value();
        boolean known = services.loggers().levels().containsKey(logger);
        boolean done =
                switch (operation.type()) {
                    case SET ->
                            known
                                    && level != null
                                    && isLevel(level)
                                    && (validateOnly || services.loggers().set(logger, level));
                    case DELETE -> known && (validateOnly || services.loggers().reset(logger));
                    case APPEND, SUBTRACT -> false;
                };
        return done
                ? ApiError.NONE
                : ApiError.of(
                        ErrorCode.INVALID_CONFIG,
                        "The level of logger '"
                                + logger
                                + "' cannot be changed like that: set an existing logger to TRACE,"
                                + " DEBUG, INFO, WARN, ERROR or FATAL, or delete the setting of one"
                                + " that is not the root.");
    }

    private static boolean isLevel(String level) {
        return List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL").contains(level);
    }
}
