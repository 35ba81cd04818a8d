package dev.moldau.client.consumer.group;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.net.Question;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.message.ConsumerGroupHeartbeatRequest;
import dev.moldau.protocol.message.ConsumerGroupHeartbeatResponse;
import java.util.function.Consumer;

/**
 * Sends the heartbeats of one membership: one at a time, each interval, at once when there is
 * something to say, and again, ever more slowly, when there is no answer. Confined to the loop.
 * Once it is ended, nothing that comes counts.
 */
final class Heartbeats {

    /** In the version before, the broker made the members' ids, and had no expressions. */
    private static final int LOWEST = 1;

    private static final int HIGHEST = 1;

    /** Whose heart it is. */
    interface Member {
        /** What to say now. */
        ConsumerGroupHeartbeatRequest next();

        /** The coordinator has answered; {@link #goOn} or {@link #retry} is due, or the end. */
        void answered(Node node, ConsumerGroupHeartbeatResponse response);

        /** It has not, and nobody knows whether it has heard; there will be another. */
        void unanswered();

        /** There is no use in asking again. */
        void refused(ClientException cause);

        /** An interval is over. May end everything. */
        void look();
    }

    private final GroupContext context;
    private final Coordinator coordinator;
    private final Member member;
    private int intervalMs;
    private int timer;
    private int failures;
    private boolean underWay;
    private boolean again;
    private boolean sent;
    private boolean ended;

    Heartbeats(GroupContext context, Coordinator coordinator, Member member) {
        this.context = context;
        this.coordinator = coordinator;
        this.member = member;
        this.intervalMs = context.settings().heartbeatMs();
    }

    /** Whether one waits for its answer, which may know more than the last. */
    boolean isUnderWay() {
        return underWay;
    }

    /** As soon as the answer to the one under way is there. */
    void beat() {
        if (ended) {
            return;
        }
        if (underWay) {
            again = true;
            return;
        }
        underWay = true;
        again = false;
        lookAfter(intervalMs);
        coordinator.find(
                new Coordinator.Waiter() {
                    @Override
                    public void found(Node node) {
                        if (!ended) {
                            send(node);
                        }
                    }

                    @Override
                    public void refused(ClientException cause) {
                        if (!ended) {
                            underWay = false;
                            member.refused(cause);
                        }
                    }
                });
    }

    /** The last one was answered well; the next is due after so long. */
    void goOn(int nextMs) {
        failures = 0;
        intervalMs = Math.max(1, nextMs);
        if (again) {
            beat();
        } else if (!underWay) {
            lookAfter(intervalMs);
        }
    }

    /** The last one did not succeed, for a passing reason. */
    void retry() {
        if (!ended && !underWay) {
            failures++;
            lookAfter(context.backoff().afterMs(failures));
        }
    }

    private void lookAfter(long delayMs) {
        int mine = ++timer;
        context.loop()
                .schedule(
                        Math.max(1, delayMs),
                        () -> {
                            if (mine == timer) {
                                look();
                            }
                        });
    }

    private void look() {
        member.look();
        if (ended) {
            return;
        }
        if (underWay) {
            lookAfter(intervalMs);
        } else {
            beat();
        }
    }

    private void send(Node node) {
        sent = true;
        ask(
                node,
                member.next(),
                response -> {
                    if (!ended) {
                        underWay = false;
                        member.answered(node, response);
                    }
                },
                cause -> {
                    if (!ended) {
                        underWay = false;
                        unanswered(node, cause);
                    }
                });
    }

    private void unanswered(Node node, ClientException cause) {
        if (cause instanceof RefusedException) {
            member.refused(cause);
        } else {
            coordinator.lost(node, String.valueOf(cause.getMessage()));
            member.unanswered();
            retry();
        }
    }

    private void ask(
            Node node,
            ConsumerGroupHeartbeatRequest request,
            Consumer<ConsumerGroupHeartbeatResponse> answer,
            Consumer<ClientException> failure) {
        context.network()
                .send(
                        node,
                        new Question<ConsumerGroupHeartbeatResponse>(
                                ApiKey.CONSUMER_GROUP_HEARTBEAT,
                                LOWEST,
                                HIGHEST,
                                context.settings().requestTimeoutMs(),
                                version -> request,
                                (response, version) -> answer.accept(response),
                                failure));
    }

    /** No more of them. */
    void end() {
        ended = true;
        timer++;
    }

    /**
     * A last one, after which there are no more.
     *
     * @param told run when the coordinator has heard it, or cannot, or never heard of the member
     */
    void endWith(ConsumerGroupHeartbeatRequest last, Runnable told) {
        end();
        if (!sent) {
            told.run();
            return;
        }
        coordinator.find(
                new Coordinator.Waiter() {
                    @Override
                    public void found(Node node) {
                        ask(node, last, response -> told.run(), cause -> told.run());
                    }

                    @Override
                    public void refused(ClientException cause) {
                        told.run();
                    }
                });
    }
}
