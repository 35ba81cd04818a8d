package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.FatalException;
import dev.moldau.client.errors.RetriableException;
import dev.moldau.common.Timer;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call of an operation, from its start to the last of its outcomes: finds the broker for each
 * key, asks each broker about all of its keys at once, and goes round again with those that may
 * succeed later, until the time is over. Confined to the loop.
 *
 * <p>Keys do not wait for each other: what is located in one turn of the loop goes out together,
 * and a key whose broker takes longer to find goes alone.
 */
final class OperationRun<K, V, R extends ApiMessage> {

    private final AdminContext context;
    private final Operation<K, V, R> operation;
    private final Map<K, Item<V>> items = new LinkedHashMap<>();
    private final Map<Node, List<K>> located = new LinkedHashMap<>();
    private final Consumer<OperationRun<?, ?, ?>> ended;
    private final long timeoutMs;
    private long deadlineMs;
    private Timer.@Nullable Timeout timer;
    private boolean over;

    OperationRun(
            AdminContext context,
            Operation<K, V, R> operation,
            Collection<K> keys,
            long timeoutMs,
            Consumer<OperationRun<?, ?, ?>> ended) {
        this.context = context;
        this.operation = operation;
        this.timeoutMs = timeoutMs;
        this.ended = ended;
        for (K key : keys) {
            if (items.put(key, new Item<>()) != null) {
                throw new IllegalArgumentException(
                        operation.name() + " names " + key + " more than once");
            }
        }
    }

    /** The futures of the keys. Any thread. */
    Outcomes<K, V> outcomes() {
        Map<K, CompletableFuture<V>> futures = new LinkedHashMap<>();
        items.forEach((key, item) -> futures.put(key, item.future));
        return new Outcomes<>(futures);
    }

    void start() {
        deadlineMs = context.nowMs() + timeoutMs;
        timer = context.loop().schedule(timeoutMs, this::expire);
        locate(List.copyOf(items.keySet()));
        endIfDone();
    }

    /**
     * Ends without having come to an end.
     *
     * @param why for the message
     * @param fault what ended the client, if it was not its user
     */
    void abandon(String why, @Nullable Throwable fault) {
        for (K key : items.keySet()) {
            fail(key, new FatalException(operation.name() + " of " + key + ": " + why, fault));
        }
        endIfDone();
    }

    private void locate(List<K> keys) {
        Map<Target, List<K>> byTarget = new LinkedHashMap<>();
        for (K key : keys) {
            if (isOpen(key)) {
                byTarget.computeIfAbsent(operation.target(key), target -> new ArrayList<>())
                        .add(key);
            }
        }
        byTarget.forEach(this::locate);
    }

    private void locate(Target target, List<K> keys) {
        int attempts = item(keys.get(0)).attempts;
        keys.forEach(key -> item(key).sought = target);
        var unused =
                context.locator()
                        .locate(target, attempts, Math.max(0, deadlineMs - context.nowMs()))
                        .whenComplete(
                                (node, cause) ->
                                        onLoop(
                                                () -> {
                                                    if (node != null) {
                                                        located(node, keys);
                                                    } else {
                                                        unlocated(keys, cause);
                                                    }
                                                }));
    }

    /** Closing fails what waits for metadata from another thread. */
    private void onLoop(Runnable step) {
        if (context.loop().isCurrent()) {
            step.run();
        } else {
            context.loop().execute(step);
        }
    }

    private void located(Node node, List<K> keys) {
        if (located.isEmpty()) {
            context.loop().execute(this::ask);
        }
        located.computeIfAbsent(node, ignored -> new ArrayList<>()).addAll(keys);
        keys.forEach(key -> item(key).sought = null);
    }

    private void unlocated(List<K> keys, @Nullable Throwable thrown) {
        Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
        if (!(cause instanceof ClientException known)) {
            throw new IllegalStateException("locating for " + operation.name(), cause);
        }
        if (known instanceof RetriableException) {
            retry(keys, String.valueOf(known.getMessage()), known.error().orElse(null));
        } else {
            for (K key : keys) {
                fail(key, AdminErrors.wrap(operation, key, known));
            }
            endIfDone();
        }
    }

    private void ask() {
        Map<Node, List<K>> round = new LinkedHashMap<>(located);
        located.clear();
        round.forEach(
                (node, keys) -> {
                    List<K> wanted = keys.stream().filter(this::isOpen).toList();
                    if (operation.together() && !wanted.isEmpty()) {
                        send(node, wanted);
                    } else {
                        wanted.forEach(key -> send(node, List.of(key)));
                    }
                });
    }

    private void send(Node node, List<K> keys) {
        long leftMs = Math.max(1, deadlineMs - context.nowMs());
        int callTimeoutMs = (int) Math.min(context.settings().requestTimeoutMs(), leftMs);
        context.network()
                .send(node, new OperationCall<>(this, operation, keys, node, callTimeoutMs));
    }

    void answered(List<K> keys, R response, short version, Node node) {
        Round round = new Round(node, keys);
        operation.answered(keys, response, version, node, round);
        round.end();
    }

    void unanswered(List<K> keys, Node node, ClientException cause) {
        if (cause instanceof RetriableException) {
            keys.forEach(key -> item(key).perhapsDone = true);
            retry(keys, String.valueOf(cause.getMessage()), null);
        } else {
            for (K key : keys) {
                fail(key, AdminErrors.wrap(operation, key, cause));
            }
            endIfDone();
        }
    }

    private void retry(Collection<K> keys, String problem, @Nullable ErrorCode error) {
        List<K> again = new ArrayList<>();
        int attempts = 0;
        for (K key : keys) {
            if (isOpen(key)) {
                Item<V> item = item(key);
                item.problem = problem;
                item.error = error;
                item.attempts++;
                attempts = Math.max(attempts, item.attempts);
                again.add(key);
            }
        }
        if (!again.isEmpty()) {
            context.counters().retried(again.size());
            context.loop().schedule(context.backoff().afterMs(attempts), () -> locate(again));
        }
    }

    private void expire() {
        for (Map.Entry<K, Item<V>> entry : items.entrySet()) {
            Item<V> item = entry.getValue();
            fail(
                    entry.getKey(),
                    AdminErrors.timedOut(
                            operation,
                            entry.getKey(),
                            timeoutMs,
                            item.problem + sought(item),
                            item.error));
        }
        endIfDone();
    }

    private String sought(Item<V> item) {
        return item.sought == null
                ? ""
                : ", looking for " + item.sought + " (" + context.metadata().tried() + ")";
    }

    private boolean isOpen(K key) {
        return !item(key).future.isDone();
    }

    private Item<V> item(K key) {
        Item<V> item = items.get(key);
        if (item == null) {
            throw new IllegalStateException(operation.name() + " was not asked about " + key);
        }
        return item;
    }

    private void fail(K key, ClientException cause) {
        item(key).future.completeExceptionally(cause);
    }

    /** Callers may complete or cancel futures too; the deadline finds what they have done. */
    private void endIfDone() {
        if (over || !items.values().stream().allMatch(item -> item.future.isDone())) {
            return;
        }
        over = true;
        if (items.values().stream().anyMatch(item -> item.future.isCompletedExceptionally())) {
            context.counters().failed();
        }
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        ended.accept(this);
    }

    /** What is known about one key so far. */
    private static final class Item<V> {
        private final CompletableFuture<V> future = new CompletableFuture<>();
        private int attempts;
        private boolean perhapsDone;
        private @Nullable Target sought;
        private String problem = "no broker has answered yet";
        private @Nullable ErrorCode error;
    }

    /** The verdicts of one answer. */
    private final class Round implements Verdicts<K, V> {
        private final Node node;
        private final Set<K> silent;
        private final Map<ErrorCode, List<K>> again = new LinkedHashMap<>();

        private Round(Node node, List<K> keys) {
            this.node = node;
            this.silent = new HashSet<>(keys);
        }

        @Override
        public void done(K key, V value) {
            if (silent.remove(key)) {
                item(key).future.complete(value);
            }
        }

        @Override
        public void failed(K key, ErrorCode error, @Nullable String message) {
            if (!silent.remove(key)) {
                return;
            }
            if (operation.retries(error)) {
                again.computeIfAbsent(error, ignored -> new ArrayList<>()).add(key);
            } else {
                fail(
                        key,
                        AdminErrors.answered(
                                operation, key, node, error, message, item(key).perhapsDone));
            }
        }

        private void end() {
            for (Map.Entry<ErrorCode, List<K>> entry : again.entrySet()) {
                ErrorCode error = entry.getKey();
                String problem = "broker " + node + " answered " + error + ": " + error.meaning();
                if (!(operation.target(entry.getValue().get(0)) instanceof Target.Coordinator)) {
                    context.metadata().refresh(operation.name() + ": " + problem);
                }
                retry(entry.getValue(), problem, error);
            }
            for (K key : silent) {
                fail(key, AdminErrors.leftOut(operation, key, node));
            }
            endIfDone();
        }
    }
}
