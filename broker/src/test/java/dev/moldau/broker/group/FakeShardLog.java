package dev.moldau.broker.group;

import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.MemoryRecords;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A log in memory. Commits at once, or when told; fails when told. */
public final class FakeShardLog implements ShardLog {

    private final List<ByteBuffer> batches = new ArrayList<>();
    private final Deque<Held> held = new ArrayDeque<>();
    private final Deque<Throwable> failures = new ArrayDeque<>();
    private boolean holding;
    private boolean readsHeld;
    private long endOffset;
    private int lostAnswers;
    private int maxBatchBytes = 1_048_588;
    private final Deque<Runnable> heldReads = new ArrayDeque<>();

    private record Held(ByteBuffer batch, CompletableFuture<Long> committed) {}

    /** Appends wait until {@link #release} or {@link #fail}. */
    public void hold() {
        holding = true;
    }

    /** Commits everything that waits, and from now on everything at once. */
    public void release() {
        holding = false;
        while (!held.isEmpty()) {
            Held next = held.removeFirst();
            next.committed.complete(commit(next.batch));
        }
    }

    /** Refuses everything that waits, and from now on commits at once. */
    public void fail(ErrorCode error) {
        holding = false;
        while (!held.isEmpty()) {
            held.removeFirst()
                    .committed
                    .completeExceptionally(new AppendFailedException(error, "a test"));
        }
    }

    /** The next append is refused. */
    public void failNext(ErrorCode error) {
        failures.addLast(new AppendFailedException(error, "a test"));
    }

    /** The next append is in the log, but nobody is told so. */
    public void loseNext() {
        failures.addLast(new IllegalStateException("a test: nobody knows"));
    }

    public int lostAnswers() {
        return lostAnswers;
    }

    public int heldAppends() {
        return held.size();
    }

    public void maxBatchBytes(int bytes) {
        maxBatchBytes = bytes;
    }

    /** Reads wait until {@link #releaseReads}. */
    public void holdReads() {
        readsHeld = true;
    }

    public void releaseReads() {
        readsHeld = false;
        while (!heldReads.isEmpty()) {
            heldReads.removeFirst().run();
        }
    }

    public int batchCount() {
        return batches.size();
    }

    /** Everything that was committed, in one buffer. */
    public ByteBuffer bytes() {
        int size = batches.stream().mapToInt(ByteBuffer::remaining).sum();
        ByteBuffer all = ByteBuffer.allocate(size);
        batches.forEach(batch -> all.put(batch.duplicate()));
        return all.flip();
    }

    @Override
    public long startOffset() {
        return 0;
    }

    @Override
    public long endOffset() {
        return endOffset;
    }

    @Override
    public int maxBatchBytes() {
        return maxBatchBytes;
    }

    @Override
    public CompletionStage<Long> append(MemoryRecords batch) {
        ByteBuffer copy = ByteBuffer.allocate(batch.sizeBytes());
        copy.put(batch.bytes().duplicate()).flip();
        @Nullable Throwable failure = failures.pollFirst();
        if (failure != null) {
            if (!(failure instanceof AppendFailedException)) {
                lostAnswers++;
                commit(copy);
            }
            return CompletableFuture.failedFuture(failure);
        }
        if (copy.remaining() > maxBatchBytes) {
            return CompletableFuture.failedFuture(
                    new AppendFailedException(ErrorCode.MESSAGE_TOO_LARGE, "a test"));
        }
        if (holding) {
            Held next = new Held(copy, new CompletableFuture<>());
            held.addLast(next);
            return next.committed;
        }
        return CompletableFuture.completedFuture(commit(copy));
    }

    /** Adds a batch as it is, but for its base offset. */
    public long commit(ByteBuffer batch) {
        BatchView view = new BatchView().wrap(batch, batch.position());
        view.baseOffset(endOffset);
        endOffset = view.lastOffset() + 1;
        batches.add(batch);
        return view.baseOffset();
    }

    @Override
    public CompletionStage<MemoryRecords> read(long offset, int maxBytes) {
        CompletableFuture<MemoryRecords> slice = new CompletableFuture<>();
        Runnable read = () -> slice.complete(new MemoryRecords(from(offset, maxBytes)));
        if (readsHeld) {
            heldReads.addLast(read);
        } else {
            read.run();
        }
        return slice;
    }

    private ByteBuffer from(long offset, int maxBytes) {
        ByteBuffer slice = ByteBuffer.allocate(Math.max(maxBytes, maxBatchBytes * 2));
        int size = 0;
        for (ByteBuffer batch : batches) {
            BatchView view = new BatchView().wrap(batch, batch.position());
            if (view.lastOffset() < offset) {
                continue;
            }
            if (size > 0 && size + batch.remaining() > maxBytes) {
                break;
            }
            slice.put(batch.duplicate());
            size += batch.remaining();
        }
        return slice.flip();
    }
}
