package dev.moldau.client.admin;

import dev.moldau.client.errors.RefusedException;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Describes groups whose kind is not known: asks about them as groups that the broker balances
 * first, and about those that are none, or whose broker is too old to have any, as classic groups.
 * On the loop but for its making.
 */
final class BothKinds {

    private final Function<List<String>, Outcomes<String, GroupDescription>> classic;
    private final Map<String, CompletableFuture<GroupDescription>> futures = new LinkedHashMap<>();
    private final List<String> others = new ArrayList<>();
    private int open;

    private BothKinds(
            Collection<String> groups,
            Function<List<String>, Outcomes<String, GroupDescription>> classic) {
        this.classic = classic;
        groups.forEach(group -> futures.put(group, new CompletableFuture<>()));
        this.open = futures.size();
    }

    /**
     * Both answers in one.
     *
     * @param balanced what is asked first, already under way
     * @param classic asks about the rest
     */
    static Outcomes<String, GroupDescription> of(
            Outcomes<String, GroupDescription> balanced,
            Function<List<String>, Outcomes<String, GroupDescription>> classic) {
        BothKinds both = new BothKinds(balanced.futures().keySet(), classic);
        balanced.futures()
                .forEach(
                        (group, future) -> {
                            var unused =
                                    future.whenComplete(
                                            (found, error) -> both.first(group, found, error));
                        });
        return new Outcomes<>(both.futures);
    }

    /** Synchronized, for closing fails calls from other threads than the loop. */
    private synchronized void first(
            String group, @Nullable GroupDescription found, @Nullable Throwable error) {
        if (error != null && isOfAnotherKind(error)) {
            others.add(group);
        } else {
            settle(group, found, error);
        }
        if (--open == 0 && !others.isEmpty()) {
            classic.apply(others)
                    .futures()
                    .forEach(
                            (key, future) -> {
                                var unused =
                                        future.whenComplete(
                                                (other, failure) -> settle(key, other, failure));
                            });
        }
    }

    private void settle(
            String group, @Nullable GroupDescription found, @Nullable Throwable thrown) {
        CompletableFuture<GroupDescription> future = Maps.get(futures, group);
        if (found != null) {
            future.complete(found);
        } else if (thrown != null) {
            future.completeExceptionally(
                    thrown instanceof CompletionException && thrown.getCause() != null
                            ? thrown.getCause()
                            : thrown);
        }
    }

    private static boolean isOfAnotherKind(Throwable error) {
        ErrorCode code =
                error instanceof RefusedException refused ? refused.error().orElse(null) : null;
        return code == ErrorCode.GROUP_ID_NOT_FOUND || code == ErrorCode.UNSUPPORTED_VERSION;
    }
}
