package dev.moldau.broker.fetch;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.partition.Partition;
import dev.moldau.common.Timer;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.storage.LogView;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One fetch on its way. It reads at once; if that does not bring what the client wants at least, it
 * hangs on the partitions and on the timer, without a thread, until an append, the deadline or the
 * death of the connection ends it. The end reads again and answers.
 *
 * <p>Steps of a race: the watches begin one after the other, and a lane may end the fetch in
 * between; the watches that begin afterwards are ended by the one who began them. Whoever sets
 * {@link #ended} first answers, nobody else.
 */
final class FetchInProgress {

    private static final int FIRST_VERSION_WITH_ZSTD = 10;

    private final FetchParts parts;
    private final RequestContext context;
    private final FetchRequest request;
    private final FetchPlan plan;
    private final List<FetchTarget> targets;
    private final Asker asker;
    private final int maxBytes;
    private final CompletableFuture<FetchResponse> response = new CompletableFuture<>();

    private final AtomicBoolean ended = new AtomicBoolean();
    private final Runnable hurry = this::end;
    private final long wantedBytes;
    private @Nullable Vigil vigil;
    private Timer.@Nullable Timeout deadline;

    FetchInProgress(
            FetchParts parts,
            RequestContext context,
            FetchRequest request,
            Asker asker,
            FetchPlan plan,
            List<FetchTarget> targets) {
        this.parts = parts;
        this.context = context;
        this.request = request;
        this.plan = plan;
        this.targets = targets;
        this.asker = asker;
        int cap = isOldFormat() ? FetchConversion.MAX_CONVERTED_BYTES : Integer.MAX_VALUE;
        this.maxBytes = Math.clamp(request.maxBytes(), 0, Math.min(parts.maxResponseBytes(), cap));
        this.wantedBytes = Math.min(request.minBytes(), maxBytes);
    }

    CompletableFuture<FetchResponse> response() {
        return response;
    }

    /** Begins; on the event loop. */
    void start() {
        if (goesOn()) {
            return;
        }
        if (isOldFormat()) {
            onDiskThread(() -> readAtOnce(false));
        } else if (readsColdData()) {
            onDiskThread(() -> readAtOnce(true));
        } else {
            readAtOnce(false);
        }
    }

    /** Whether nothing has happened since the session's last fetch found nothing. */
    private boolean goesOn() {
        FetchSession session = session();
        Vigil resting = session == null ? null : session.takeResting();
        if (resting == null) {
            return false;
        }
        if (!mayWait() || !resting.suits(targets, asker, wantedBytes)) {
            resting.end();
            return false;
        }
        vigil = resting;
        if (resting.resume(this::end)) {
            watchTime();
        } else {
            end();
        }
        return true;
    }

    private boolean mayWait() {
        FetchSession session = session();
        return request.maxWaitMs() > 0 && (session == null || !session.mustShowAgain());
    }

    /** Null if it goes without. */
    private @Nullable FetchSession session() {
        return plan instanceof FetchPlan.Incremental incremental ? incremental.session() : null;
    }

    private boolean isOldFormat() {
        return context.apiVersion() <= FetchConversion.LAST_VERSION_WITH_OLD_FORMATS;
    }

    private boolean readsColdData() {
        for (FetchTarget target : targets) {
            Partition partition = parts.reader().find(target);
            if (partition != null) {
                LogView view = partition.view();
                long offset = target.asked().fetchOffset();
                if (offset < view.end(asker.bound())
                        && !view.isLikelyCached(offset, parts.hotBytes())) {
                    return true;
                }
            }
        }
        return false;
    }

    private void readAtOnce(boolean cold) {
        List<FetchResult> results = read();
        if (cold) {
            loadOrRelease(results);
        }
        if (!mayWait() || targets.isEmpty() || isEnough(results)) {
            answer(results);
        } else {
            // The few bytes that are there will be read again, with those that come.
            FetchResult.release(results);
            await();
        }
    }

    private static void loadOrRelease(List<FetchResult> results) {
        try {
            PageCache.load(results);
        } catch (Throwable fault) {
            FetchResult.release(results);
            throw fault;
        }
    }

    private List<FetchResult> read() {
        if (!isOldFormat()) {
            boolean knowsZstd = context.apiVersion() >= FIRST_VERSION_WITH_ZSTD;
            return parts.reader().read(targets, maxBytes, asker, knowsZstd);
        }
        int limit = parts.conversion().offer(maxBytes);
        // Records in zstd go out plain in the old formats, so these clients need not know it.
        List<FetchResult> results = parts.reader().read(targets, limit, asker, true);
        return parts.conversion().convert(results, context.apiVersion(), limit);
    }

    private boolean isEnough(List<FetchResult> results) {
        long bytes = 0;
        for (FetchResult result : results) {
            if (asker.isNews(result)) {
                return true;
            }
            bytes += result.sizeBytes();
        }
        return bytes >= wantedBytes;
    }

    private void await() {
        Vigil watching = new Vigil(targets, asker, parts.slow(), wantedBytes, this::end);
        for (FetchTarget target : targets) {
            Partition partition = parts.reader().find(target);
            if (partition == null) {
                // Gone since it was read, so there is something to tell at once.
                watching.sayEnough();
            } else {
                watching.watch(partition, target);
            }
        }
        // Before the watches begin, so that whoever ends the fetch sees it.
        vigil = watching;
        watchTime();
        watching.begin();
        if (ended.get()) {
            watching.end();
        } else if (watching.isEnough()) {
            end();
        }
    }

    private void watchTime() {
        FetchSession session = session();
        if (session != null) {
            session.waits(hurry);
        }
        deadline = parts.timer().schedule(request.maxWaitMs(), this::timeIsUp);
        context.onAbandon(this::abandon);
    }

    /**
     * If nothing has happened, there is nothing to read, and the next fetch waits on: that takes
     * the timer's thread a moment. All else is not for it.
     */
    private void timeIsUp() {
        if (!isFirstToEnd()) {
            return;
        }
        Vigil watching = vigil;
        FetchSession session = session();
        if (watching != null && session != null && !asker.mayBeSentElsewhere() && watching.rest()) {
            session.keep(watching);
            guarded(() -> answer(List.of()));
        } else {
            onDiskThread(this::readAgain);
        }
    }

    /** On a lane, a disk thread or the event loop. */
    private void end() {
        if (isFirstToEnd()) {
            readAgain();
        }
    }

    private boolean isFirstToEnd() {
        boolean first = ended.compareAndSet(false, true);
        FetchSession session = session();
        if (first && session != null) {
            session.waitsNoMore(hurry);
        }
        return first;
    }

    private void readAgain() {
        stopWaiting();
        if (isOldFormat()) {
            onDiskThread(() -> answer(read()));
        } else {
            // Whatever goes wrong is this fetch's; the lane that woke it goes on.
            guarded(() -> answer(read()));
        }
    }

    private void abandon() {
        if (isFirstToEnd()) {
            stopWaiting();
            answer(List.of());
        }
    }

    private void stopWaiting() {
        Vigil watching = vigil;
        if (watching != null) {
            watching.end();
        }
        Timer.Timeout timeout = deadline;
        if (timeout != null) {
            timeout.cancel();
        }
    }

    private void onDiskThread(Runnable work) {
        Executor disk = parts.diskThreads();
        try {
            disk.execute(() -> guarded(work));
        } catch (RejectedExecutionException e) {
            response.completeExceptionally(e);
        }
    }

    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (Throwable bug) {
            response.completeExceptionally(bug);
        }
    }

    private void answer(List<FetchResult> results) {
        try {
            parts.slow().served(asker, results, parts.reader());
            response.complete(parts.answers().of(context, plan, results));
        } catch (Throwable bug) {
            FetchResult.release(results);
            response.completeExceptionally(bug);
        }
    }
}
