package dev.moldau.broker.log;

import dev.moldau.protocol.ErrorCode;
import dev.moldau.storage.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Puts the answers of several partitions together. */
final class Answers {

    private Answers() {}

    /** Asks for every element, and completes with all answers in the elements' order. */
    static <E, A> CompletableFuture<List<A>> gather(
            List<E> elements, Function<E, CompletableFuture<A>> question) {
        List<CompletableFuture<A>> asked = new ArrayList<>(elements.size());
        elements.forEach(element -> asked.add(question.apply(element)));
        return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
                .thenApply(done -> asked.stream().map(CompletableFuture::join).toList());
    }

    /** The error that says why a partition did not do what it was asked. */
    static ErrorCode errorOf(@Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
        if (cause instanceof StorageException) {
            return ErrorCode.KAFKA_STORAGE_ERROR;
        }
        return cause instanceof IllegalStateException
                ? ErrorCode.NOT_LEADER_OR_FOLLOWER
                : ErrorCode.UNKNOWN_SERVER_ERROR;
    }
}
