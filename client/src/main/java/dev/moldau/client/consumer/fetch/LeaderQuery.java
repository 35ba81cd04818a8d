package dev.moldau.client.consumer.fetch;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.net.Call;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One question about each of several partitions, asked of their leaders until all are answered, one
 * is refused for good, or the time is over. Tells exactly one outcome, on the loop. Confined to the
 * loop; one use.
 *
 * @param <Q> what is asked about a partition
 * @param <A> what is answered
 */
abstract class LeaderQuery<Q, A> {

    /** Stands for "as long as it takes". */
    static final long NO_LIMIT = Long.MAX_VALUE;

    private final FetchContext context;
    private final String what;
    private final Map<TopicPartition, Q> open;
    private final Map<TopicPartition, A> answers = new HashMap<>();
    private final long limitMs;
    private final long beganMs;
    private final BiConsumer<@Nullable Map<TopicPartition, A>, @Nullable ClientException> told;
    private int underWay;
    private int rounds;
    private boolean over;
    private String lastProblem = "no leader is known";

    /**
     * A query that has not begun.
     *
     * @param what in words, for messages: {@code the offsets}
     */
    LeaderQuery(
            FetchContext context,
            String what,
            Map<TopicPartition, Q> questions,
            long limitMs,
            BiConsumer<@Nullable Map<TopicPartition, A>, @Nullable ClientException> told) {
        this.context = context;
        this.what = what;
        this.open = new LinkedHashMap<>(questions);
        this.limitMs = limitMs;
        this.beganMs = context.nowMs();
        this.told = told;
    }

    final FetchContext context() {
        return context;
    }

    /** The request to one leader; its outcome comes to {@link #settle}, then {@link #returned}. */
    abstract Call<?> call(Node leader, Map<TopicPartition, Q> part);

    /** Asks, once. */
    final void begin() {
        if (limitMs != NO_LIMIT) {
            context.loop().schedule(limitMs, this::timeIsOver);
        }
        ask();
    }

    private void ask() {
        if (over) {
            return;
        }
        if (open.isEmpty()) {
            end(answers, null);
            return;
        }
        Map<Node, Map<TopicPartition, Q>> parts = new LinkedHashMap<>();
        open.forEach(
                (partition, question) -> {
                    Node leader = context.leader(partition);
                    if (leader != null) {
                        parts.computeIfAbsent(leader, node -> new LinkedHashMap<>())
                                .put(partition, question);
                    }
                });
        underWay = parts.size();
        parts.forEach((leader, part) -> context.network().send(leader, call(leader, part)));
        if (parts.isEmpty()) {
            again();
        }
    }

    private void again() {
        rounds++;
        context.loop().schedule(Math.max(1, context.backoff().afterMs(rounds)), this::ask);
    }

    /** What a leader answered about one partition. */
    final void settle(Node leader, TopicPartition partition, short code, A answer) {
        if (over || !open.containsKey(partition)) {
            return;
        }
        ErrorCode error = ErrorCode.of(code);
        if (error == ErrorCode.NONE) {
            open.remove(partition);
            answers.put(partition, answer);
        } else if (error.retriable()) {
            lastProblem = leader + " answered " + error + " for " + partition;
            context.metadata().refresh(lastProblem);
        } else {
            end(
                    null,
                    new RefusedException(
                            what
                                    + " of "
                                    + partition
                                    + " cannot be had: "
                                    + leader
                                    + " answered "
                                    + error
                                    + ": "
                                    + error.meaning(),
                            error,
                            null));
        }
    }

    /** A leader has answered, or will not. */
    final void returned(@Nullable ClientException failure) {
        underWay--;
        if (over) {
            return;
        }
        if (failure instanceof RefusedException) {
            end(null, failure);
            return;
        }
        if (failure != null) {
            lastProblem = String.valueOf(failure.getMessage());
        }
        if (underWay == 0) {
            if (open.isEmpty()) {
                end(answers, null);
            } else {
                again();
            }
        }
    }

    private void timeIsOver() {
        List<TopicPartition> missing = new ArrayList<>(open.keySet());
        end(
                null,
                new TimedOutException(
                        what
                                + " of "
                                + missing
                                + " did not come within "
                                + (context.nowMs() - beganMs)
                                + " ms: "
                                + lastProblem));
    }

    private void end(@Nullable Map<TopicPartition, A> result, @Nullable ClientException cause) {
        if (!over) {
            over = true;
            told.accept(result, cause);
        }
    }
}
