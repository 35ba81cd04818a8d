package dev.moldau.client.net;

import dev.moldau.common.Clock;
import dev.moldau.common.SystemClock;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client's loop on one Netty event loop. Its thread is a daemon called {@code
 * moldau-client-<client id>}, and waits in epoll where the machine has it.
 *
 * <p>Commands have a queue of their own, taken in runs: Netty's would log what a command throws and
 * carry on, and would wake the thread once per command. A throwable that a command, a timer or a
 * callback lets through ends the loop: the {@linkplain FaultHandler fault handlers} are told,
 * queued commands are dropped, and later ones are refused.
 *
 * <p>Begins with its constructor, ends with {@link #close}. Safe for use by any thread.
 */
public final class NettyLoop implements ClientLoop, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NettyLoop.class);

    /** So many commands run before sockets get their turn again. */
    private static final int COMMANDS_PER_TURN = 1024;

    /** How long the thread may take to end once asked to, in seconds. */
    private static final long END_SECONDS = 5;

    private final String name;
    private final Clock clock = new SystemClock();
    private final Transport transport;
    private final EventLoopGroup group;
    private final EventLoop events;
    private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean turnScheduled = new AtomicBoolean();
    private final Runnable turn = this::runCommands;
    private final List<FaultHandler> faultHandlers = new CopyOnWriteArrayList<>();

    private volatile boolean closing;
    private volatile @Nullable Throwable fault;

    /**
     * Starts a loop.
     *
     * @param clientId what the client calls itself; part of the thread's name
     */
    public NettyLoop(String clientId) {
        this(clientId, Transport.best());
    }

    NettyLoop(String clientId, Transport transport) {
        this.transport = transport;
        this.name = "moldau-client-" + clientId;
        this.group = transport.newLoop(name);
        this.events = group.next();
    }

    /** Adds someone to tell if the loop ends by a fault; in the order of adding. */
    public void onFault(FaultHandler handler) {
        faultHandlers.add(Objects.requireNonNull(handler));
    }

    /**
     * Has a command run on the loop, after all that this thread gave before; never in the calling
     * frame.
     *
     * @throws RejectedExecutionException if the loop is closed or has ended by a fault, which is
     *     then the cause
     */
    @Override
    public void execute(Runnable command) {
        refuseIfEnded();
        commands.add(Objects.requireNonNull(command));
        scheduleTurn();
    }

    /**
     * Runs a task later.
     *
     * @throws RejectedExecutionException if the loop is closed or has ended by a fault, which is
     *     then the cause
     */
    @Override
    public Timeout schedule(long delayMs, Runnable task) {
        refuseIfEnded();
        return scheduleOwn(delayMs, Objects.requireNonNull(task));
    }

    /** For the network, which has to wind up after a fault and while closing. On the loop. */
    Timeout scheduleOwn(long delayMs, Runnable task) {
        LoopTimeout timeout = new LoopTimeout(this, task);
        Future<?> future = events.schedule(timeout, Math.max(0, delayMs), TimeUnit.MILLISECONDS);
        timeout.scheduledAs(future);
        return timeout;
    }

    @Override
    public boolean isCurrent() {
        return events.inEventLoop();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    /**
     * Ends the thread once the commands given so far have run; later ones are refused, timers that
     * still wait never run. Does not wait: see {@link #awaitEnd}. Close the network first, or calls
     * that wait for a connection are forgotten.
     */
    @Override
    public void close() {
        closing = true;
        Future<?> ignored = group.shutdownGracefully(0, END_SECONDS, TimeUnit.SECONDS);
    }

    /**
     * Waits for the end of the thread. Not on the loop.
     *
     * @return false if it still runs after the time given
     */
    public boolean awaitEnd(long timeoutMs) throws InterruptedException {
        return group.awaitTermination(timeoutMs, TimeUnit.MILLISECONDS);
    }

    EventLoop events() {
        return events;
    }

    Transport transport() {
        return transport;
    }

    /** Runs a piece of work whose faults are the loop's. On the loop. */
    void run(Runnable work) {
        if (fault != null) {
            return;
        }
        try {
            work.run();
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    /** A bug has shown itself: no command runs any more. On the loop. */
    void fail(Throwable thrown) {
        Throwable first = fault;
        if (first != null) {
            addTo(first, thrown);
            return;
        }
        fault = thrown;
        LOG.error("{} ends, by a fault", name, thrown);
        for (FaultHandler handler : faultHandlers) {
            try {
                handler.ended(thrown);
            } catch (Throwable further) {
                // The others must hear of it all the same.
                addTo(thrown, further);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // a throwable cannot be suppressed by itself
    private static void addTo(Throwable first, Throwable further) {
        if (further != first) {
            first.addSuppressed(further);
        }
    }

    private void refuseIfEnded() {
        Throwable cause = fault;
        if (cause != null) {
            throw new RejectedExecutionException(name + " has ended by a fault", cause);
        }
        if (closing) {
            throw new RejectedExecutionException(name + " is closed");
        }
    }

    private void scheduleTurn() {
        if (turnScheduled.compareAndSet(false, true)) {
            try {
                events.execute(turn);
            } catch (RejectedExecutionException closed) {
                turnScheduled.set(false);
                throw closed;
            }
        }
    }

    private void runCommands() {
        // Before the first look: a command that comes from now on schedules another turn.
        turnScheduled.set(false);
        for (int i = 0; i < COMMANDS_PER_TURN || closing; i++) {
            Runnable command = commands.poll();
            if (command == null) {
                return;
            }
            run(command);
        }
        if (!commands.isEmpty()) {
            scheduleTurn();
        }
    }
}
