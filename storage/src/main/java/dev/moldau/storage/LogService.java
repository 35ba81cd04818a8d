package dev.moldau.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Whether a log serves, why it does not any more, and whether its end was a good one. There is no
 * way back into service.
 *
 * <p>Part of its {@link PartitionLog} and owned by the same lane; {@link #hasFailed}, {@link
 * #wasClosed} and {@link #closing} are for any thread.
 */
final class LogService {

    private final Path folder;
    private final CompletableFuture<Boolean> closing = new CompletableFuture<>();
    private @Nullable String over;
    private @Nullable Throwable cause;
    private volatile boolean failed;
    private volatile boolean closeBegun;

    LogService(Path folder) {
        this.folder = folder;
    }

    boolean isOver() {
        return over != null;
    }

    /**
     * @throws LogOfflineException if the log does not serve
     */
    void require() {
        String why = over;
        if (why != null) {
            throw new LogOfflineException(folder, why, cause);
        }
    }

    /** Ends it, as the files and what is known of them may differ. */
    LogOfflineException fail(String doing, Path path, IOException failure) {
        StorageException what = StorageException.of(doing, path, failure);
        String why = String.valueOf(what.getMessage());
        over = why;
        cause = what;
        failed = true;
        return new LogOfflineException(folder, why, what);
    }

    /** The last flush has failed; any thread. */
    void lastFlushFailed() {
        failed = true;
    }

    /** Ends it because somebody wants it so. */
    void end(String why) {
        if (over == null) {
            over = why;
        }
    }

    /** Ends it in good order; {@link #closed} says whether that worked. */
    void beginClose() {
        end("closed");
        closeBegun = true;
    }

    /** Closing has ended; any thread. */
    void closed(boolean well) {
        closing.complete(well);
    }

    /** Whether a failure has ended it; any thread. */
    boolean hasFailed() {
        return failed;
    }

    /** Whether {@link #beginClose} was called; any thread. */
    boolean wasClosed() {
        return closeBegun;
    }

    /** Says whether closing has ended well, when it has ended; any thread may wait. */
    CompletableFuture<Boolean> closing() {
        return closing;
    }
}
