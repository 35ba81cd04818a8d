package dev.moldau.cluster.controller;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ImagePublisher;
import dev.moldau.cluster.image.ImageSource;
import dev.moldau.cluster.image.ImageVersion;
import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreConflictException;
import dev.moldau.cluster.store.StoreException;
import dev.moldau.cluster.store.StoreLimitException;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.common.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one owner of the cluster's state: takes commands from a queue, has them decided, writes what
 * they come to, publishes the image and answers, on one lane. Commands that wait together are
 * written in one transaction.
 *
 * <p>Life cycle: {@link #start} reads the store and claims the office on the calling thread; {@link
 * #close} stops. When another controller has taken over, or the machine fails with a bug, the loop
 * stops by itself and fails every command from then on.
 *
 * <p>Invariant: the published image is never ahead of the store. After a write that failed, nobody
 * knows what the store holds, so it is read again before the next command.
 */
public final class ControllerLoop implements Controller, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ControllerLoop.class);

    /** How many waiting commands go into one transaction; more wait for the next. */
    static final int MAX_BATCH = 500;

    /** With so many steps a transaction is written, though more commands wait. */
    static final int MAX_WRITES = 4_000;

    private final ClusterStore store;
    private final Lane lane;
    private final StateLoader loader;
    private final StoreWrite.Check fence;
    private final ControllerMachine machine;
    private final ImagePublisher publisher;
    private final Queue<Pending<?>> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();

    /** Owned by the lane, as is the next. */
    private ControllerState state;

    private boolean stateIsStale;

    /** Written by the lane or by close, read by all. */
    private volatile boolean stopped;

    private volatile Runnable onLoss = () -> {};

    private record Pending<R>(ControllerCommand<R> command, CompletableFuture<R> future) {}

    /** A command that is decided and waits for its writes. */
    private record Decided<R>(CompletableFuture<R> future, R reply) {
        void complete() {
            future.complete(reply);
        }
    }

    private ControllerLoop(
            ClusterStore store,
            Lane lane,
            StateLoader loader,
            StoreWrite.Check fence,
            ControllerMachine machine,
            ControllerState state) {
        this.store = store;
        this.lane = lane;
        this.loader = loader;
        this.fence = fence;
        this.machine = machine;
        this.state = state;
        this.publisher = new ImagePublisher(state.image());
    }

    /**
     * Reads the store, claims the office of controller and begins to take commands.
     *
     * @param store where the cluster is kept; the loop does not close it
     * @param lane the thread that owns the state; it may wait for the store's disk
     * @param configs the settings of this broker
     * @param controllerId this broker's number
     * @param random the source of ids
     * @throws StoreException if the store cannot be used
     * @throws IllegalStateException if it holds what this release does not understand
     */
    public static ControllerLoop start(
            ClusterStore store,
            Lane lane,
            EffectiveConfigs configs,
            int controllerId,
            RandomGenerator random) {
        StateLoader loader = new StateLoader(store, controllerId);
        StoreWrite.Check fence = loader.claim();
        // The fence's version counts the controllers from 0.
        ClusterImage empty =
                ClusterImage.empty(
                        ClusterIdentity.of(store, random),
                        ImageVersion.before(fence.version() + 1));
        return new ControllerLoop(
                store,
                lane,
                loader,
                fence,
                new ControllerMachine(configs, random),
                loader.load(empty));
    }

    /** Whom to call, on the lane, when another controller has taken over. To be set at once. */
    public void onLoss(Runnable lost) {
        onLoss = lost;
    }

    @Override
    public ImageSource images() {
        return publisher;
    }

    @Override
    public <R> CompletableFuture<R> submit(ControllerCommand<R> command) {
        CompletableFuture<R> future = new CompletableFuture<>();
        queue.add(new Pending<>(command, future));
        schedule();
        return future;
    }

    private void schedule() {
        if (scheduled.compareAndSet(false, true)) {
            lane.execute(this::drain);
        }
    }

    private void drain() {
        scheduled.set(false);
        List<Pending<?>> batch = new ArrayList<>();
        for (Pending<?> next = queue.poll(); next != null; next = queue.poll()) {
            batch.add(next);
            if (batch.size() == MAX_BATCH) {
                break;
            }
        }
        if (!batch.isEmpty()) {
            handle(batch);
        }
        if (!queue.isEmpty()) {
            schedule();
        }
    }

    private void handle(List<Pending<?>> batch) {
        if (stopped) {
            fail(batch, new ControllerUnavailableException("The controller has stopped."));
            return;
        }
        try {
            refreshIfStale();
            decideAndWrite(batch);
        } catch (StoreConflictException e) {
            fail(batch, conflict(e));
        } catch (StoreException e) {
            stateIsStale = true;
            LOG.error("the cluster's metadata cannot be written: {}", e.getMessage());
            fail(batch, new ControllerUnavailableException(String.valueOf(e.getMessage()), e));
        } catch (RuntimeException e) {
            // A bug: the state can no longer be trusted, so its owner stops. Whoever waits is told,
            // and the thread's handler sees the exception.
            stopped = true;
            fail(batch, new ControllerUnavailableException("The controller failed.", e));
            throw e;
        }
    }

    private ControllerUnavailableException conflict(StoreConflictException e) {
        if (!e.write().key().equals(fence.key())) {
            stateIsStale = true;
            LOG.error("a record is not what this controller left: {}", e.getMessage());
            return new ControllerUnavailableException(
                    "The cluster's metadata has changed behind the controller's back.", e);
        }
        stopped = true;
        LOG.warn("another broker is controller now; this one stops being it: {}", e.getMessage());
        onLoss.run();
        return new ControllerUnavailableException("Another broker is controller now.", e);
    }

    private void refreshIfStale() {
        if (stateIsStale) {
            state = loader.load(publisher.current());
            stateIsStale = false;
            publisher.publish(state.image());
        }
    }

    /** In as many transactions as it takes: one that is too large for the store is halved. */
    private void decideAndWrite(List<Pending<?>> batch) {
        List<Pending<?>> rest = batch;
        int most = batch.size();
        while (!rest.isEmpty()) {
            Chunk chunk = decide(rest.subList(0, Math.min(most, rest.size())));
            int size = chunk.decided.size();
            try {
                write(chunk.next, chunk.writes, chunk.decided);
            } catch (StoreLimitException e) {
                if (size > 1) {
                    most = size / 2;
                    continue;
                }
                LOG.error("a change is too large for the store: {}", e.getMessage());
                fail(
                        rest.subList(0, 1),
                        new ControllerUnavailableException(String.valueOf(e.getMessage()), e));
            }
            rest = rest.subList(size, rest.size());
        }
    }

    /** What commands come to that are written together, and the state after them. */
    private static final class Chunk {
        private ControllerState next;
        private final List<StoreWrite> writes = new ArrayList<>();
        private final List<Decided<?>> decided = new ArrayList<>();

        private Chunk(ControllerState before) {
            this.next = before;
        }
    }

    /** Decides about the first of them, as many as may be written together. */
    private Chunk decide(List<Pending<?>> batch) {
        Chunk chunk = new Chunk(state);
        for (Pending<?> pending : batch) {
            decide(pending, chunk);
            if (chunk.writes.size() >= MAX_WRITES) {
                break;
            }
        }
        return chunk;
    }

    private void write(ControllerState next, List<StoreWrite> writes, List<Decided<?>> decided) {
        if (!writes.isEmpty()) {
            List<StoreWrite> fenced = new ArrayList<>(writes.size() + 1);
            fenced.add(fence);
            fenced.addAll(writes);
            store.commit(fenced);
        }
        boolean imageChanged = next.image() != state.image();
        state = next;
        if (imageChanged) {
            publisher.publish(next.image());
        }
        decided.forEach(Decided::complete);
    }

    private <R> void decide(Pending<R> pending, Chunk chunk) {
        Decision<R> decision = machine.decide(chunk.next, pending.command());
        chunk.next = decision.next();
        chunk.writes.addAll(decision.writes());
        chunk.decided.add(new Decided<>(pending.future(), decision.reply()));
    }

    private static void fail(List<Pending<?>> batch, ControllerUnavailableException reason) {
        batch.forEach(pending -> pending.future().completeExceptionally(reason));
    }

    /** Takes no more commands; those that wait fail. Does not wait for the lane. */
    @Override
    public void close() {
        stopped = true;
        schedule();
    }
}
