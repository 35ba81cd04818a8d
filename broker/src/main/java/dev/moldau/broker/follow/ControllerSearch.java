package dev.moldau.broker.follow;

import dev.moldau.client.Backoff;
import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.Call;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.cluster.controller.ControllerUnavailableException;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * One request on its way to the controller, however many attempts that takes. Confined to the loop,
 * but for its outcome.
 *
 * <p>A request that must not be carried out twice is sent again only when it is certain that it was
 * not carried out: it never left, or the broker said that it is not the controller.
 *
 * @param <R> the answer
 * @param <T> what is made of it
 */
final class ControllerSearch<R extends ApiMessage, T> {

    private static final long FIRST_PAUSE_MS = 20;
    private static final long LONGEST_PAUSE_MS = 500;

    /** A controller that is silent for so long may be dead: whoever may asks anew. */
    private static final int ATTEMPT_MS = 5_000;

    private final ControllerChannel channel;
    private final ClientLoop loop;
    private final ControllerRequest<R, T> request;
    private final Backoff pauses;
    private final CompletableFuture<T> outcome = new CompletableFuture<>();
    private long deadlineMs;
    private int failures;

    ControllerSearch(
            ControllerChannel channel,
            ClientLoop loop,
            RandomGenerator random,
            ControllerRequest<R, T> request) {
        this.channel = channel;
        this.loop = loop;
        this.request = request;
        this.pauses = new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, random);
    }

    CompletableFuture<T> outcome() {
        return outcome;
    }

    void begin(long timeoutMs) {
        deadlineMs = loop.clock().monotonicMs() + timeoutMs;
        attempt();
    }

    private long leftMs() {
        return deadlineMs - loop.clock().monotonicMs();
    }

    private void attempt() {
        Optional<Node> controller = channel.controller();
        if (controller.isEmpty()) {
            again("No broker is controller just now.");
        } else {
            channel.network().send(controller.get(), new Attempt(controller.get()));
        }
    }

    private void again(String reason) {
        failures++;
        long pauseMs = pauses.afterMs(failures);
        if (leftMs() <= pauseMs) {
            outcome.completeExceptionally(new ControllerUnavailableException(reason));
        } else {
            loop.schedule(pauseMs, this::attempt);
        }
    }

    private final class Attempt implements Call<R> {

        private final Node controller;
        private boolean left;

        private Attempt(Node controller) {
            this.controller = controller;
        }

        @Override
        public ApiKey api() {
            return request.api();
        }

        @Override
        public short lowestVersion() {
            return request.lowestVersion();
        }

        @Override
        public short highestVersion() {
            return request.highestVersion();
        }

        @Override
        public int timeoutMs() {
            long leftMs = Math.max(1, leftMs());
            return (int) Math.min(leftMs, request.repeatable() ? ATTEMPT_MS : Integer.MAX_VALUE);
        }

        @Override
        public ApiMessage message(short version) {
            left = true;
            return request.message(version);
        }

        @Override
        public void answered(R response, short version) {
            ErrorCode error = request.error(response);
            if (error == ErrorCode.NONE) {
                outcome.complete(request.result(response));
            } else if (error == ErrorCode.NOT_CONTROLLER || request.repeatable()) {
                again("Broker " + controller + " answered " + error + ".");
            } else {
                outcome.completeExceptionally(
                        new ControllerUnavailableException(
                                "Broker " + controller + " answered " + error + "."));
            }
        }

        @Override
        public void failed(ClientException cause) {
            if (!left || request.repeatable()) {
                again(String.valueOf(cause.getMessage()));
            } else {
                outcome.completeExceptionally(
                        new ControllerUnavailableException(
                                "The controller "
                                        + controller
                                        + " was lost before it answered, so that nobody knows"
                                        + " whether it made the change: "
                                        + cause.getMessage(),
                                ErrorCode.REQUEST_TIMED_OUT,
                                cause));
            }
        }
    }
}
