package dev.moldau.client.producer.send;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.common.Timer;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.InitProducerIdResponse;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The producer id that brokers know an idempotent producer by. Asked for when the first batch is to
 * be sent, and again when the epochs of one are used up or brokers do not accept it any more. Owned
 * by the loop.
 */
final class Identity {

    static final long NO_ID = -1;

    /** Whom the identity works for. */
    interface Owner {
        /** There is a new producer id. */
        void identityGranted();

        /** There will never be one. */
        void identityRefused(FatalException cause);
    }

    private final SendContext context;
    private final Owner owner;

    private long producerId = NO_ID;
    private short epoch = -1;
    private boolean wanted;
    private boolean asking;
    private int failures;
    private Timer.@Nullable Timeout again;
    private @Nullable String problem;

    Identity(SendContext context, Owner owner) {
        this.context = context;
        this.owner = owner;
    }

    boolean isKnown() {
        return producerId != NO_ID;
    }

    long producerId() {
        return producerId;
    }

    short epoch() {
        return epoch;
    }

    /** Why there is none although it is wanted; null if nothing is wrong. */
    @Nullable String problem() {
        return wanted ? problem : null;
    }

    /**
     * Asks for a producer id, unless there is another one than that already.
     *
     * @param usedUp the id that cannot be used any more, {@link #NO_ID} if there was none
     */
    void want(long usedUp) {
        if (wanted || producerId != usedUp) {
            return;
        }
        wanted = true;
        problem = "no broker has granted a producer id yet";
        ask();
    }

    /** Brokers may have become known: no need to wait for the next try. */
    void viewChanged() {
        if (wanted && !asking && again != null && failures == 0) {
            ask();
        }
    }

    /** Asks no more. */
    void stop() {
        wanted = false;
        cancelTimer();
    }

    private void cancelTimer() {
        if (again != null) {
            again.cancel();
            again = null;
        }
    }

    private void ask() {
        cancelTimer();
        Optional<Node> node =
                context.network().leastBusy(context.leadership().view().brokers().values());
        if (node.isEmpty()) {
            context.leadership().refresh("a producer id is needed and no broker can be reached");
            askAfter(context.retries().afterMs(1));
            return;
        }
        asking = true;
        context.network()
                .send(
                        node.get(),
                        new InitProducerIdCall(
                                this, node.get(), context.settings().requestTimeoutMs()));
    }

    private void askAfter(long delayMs) {
        again =
                context.loop()
                        .schedule(
                                delayMs,
                                () -> {
                                    again = null;
                                    if (wanted && !asking) {
                                        ask();
                                    }
                                });
    }

    void answered(Node node, InitProducerIdResponse answer) {
        asking = false;
        if (!wanted) {
            return;
        }
        ErrorCode error = ErrorCode.of(answer.errorCode());
        if (error == ErrorCode.NONE) {
            wanted = false;
            failures = 0;
            producerId = answer.producerId();
            epoch = answer.producerEpoch();
            owner.identityGranted();
        } else if (error.retriable()) {
            retry("broker " + node + " did not grant a producer id: " + error);
        } else {
            owner.identityRefused(Failures.identityRefused(node, error));
        }
    }

    void failed(Node node, ClientException cause) {
        asking = false;
        if (!wanted) {
            return;
        }
        if (cause instanceof RetriableException) {
            retry("no answer to the request for a producer id: " + cause.getMessage());
        } else {
            owner.identityRefused(Failures.identityUnavailable(node, cause));
        }
    }

    private void retry(String reason) {
        problem = reason;
        failures++;
        context.leadership().refresh(reason);
        askAfter(context.retries().afterMs(failures));
    }
}
