package dev.moldau.broker.lane;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lane on a named platform thread.
 *
 * <p>One word holds both the queue and whether the thread sleeps. {@link #head} is a stack of
 * commands, newest first, or one of two marks: {@link #ASLEEP}, set by the thread before it parks,
 * or {@link #CLOSED}. A sender pushes its command; whoever replaces the mark {@code ASLEEP} wakes
 * the thread. No wake-up is lost: the thread parks only while the mark stands, and the mark
 * vanishes in the very step that adds a command. The thread takes the whole stack at once and turns
 * it around, so each sender's commands run in the order in which they were sent, and what was
 * queued is known to be one drain.
 *
 * <p>Owners guard their commands: a bug in a command must stop the partition or group that owns it
 * and nothing else. A throwable that reaches the lane itself means that an owner's guard failed.
 * The lane then stops, refuses everything, and tells the composition root.
 *
 * <p>Life cycle: runs from construction until {@link #close}, which lets the queued commands
 * finish.
 */
public final class ThreadLane implements BatchingLane {

    private static final Logger LOG = LoggerFactory.getLogger(ThreadLane.class);

    /** Bounds how long the first command of a drain waits for its end. */
    private static final int DRAIN_LIMIT = 128;

    private static final Node ASLEEP = new Node(() -> {});
    private static final Node CLOSED = new Node(() -> {});
    private static final VarHandle HEAD;

    static {
        try {
            HEAD = MethodHandles.lookup().findVarHandle(ThreadLane.class, "head", Node.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Told when a lane stopped because of a bug. */
    @FunctionalInterface
    public interface BugListener {

        /** Runs on the lane that stops. */
        void laneStopped(ThreadLane lane, Throwable bug);
    }

    private final String name;
    private final Thread thread;
    private final BugListener bugs;

    @SuppressWarnings("UnusedVariable") // Accessed through HEAD.
    private volatile @Nullable Node head;

    /** Owned by the thread. */
    private final ArrayDeque<Runnable> drainEnd = new ArrayDeque<>();

    /** Owned by the thread: set by the last command. */
    private boolean closing;

    /**
     * Starts the lane.
     *
     * @param name the thread's name
     * @param bugs told when a throwable reached the lane
     */
    public ThreadLane(String name, BugListener bugs) {
        this.name = name;
        this.bugs = bugs;
        this.thread = Thread.ofPlatform().name(name).daemon(true).unstarted(this::run);
        thread.start();
    }

    /**
     * Sends a command.
     *
     * @throws RejectedExecutionException if the lane is closed or was stopped by a bug
     */
    @Override
    public void execute(Runnable command) {
        Node node = new Node(command);
        while (true) {
            Node seen = head;
            if (seen == CLOSED) {
                throw new RejectedExecutionException("lane " + name + " is closed");
            }
            node.next = seen == ASLEEP ? null : seen;
            if (HEAD.compareAndSet(this, seen, node)) {
                if (seen == ASLEEP) {
                    LockSupport.unpark(thread);
                }
                return;
            }
        }
    }

    @Override
    public void atEndOfDrain(Runnable task) {
        assert isCurrent();
        drainEnd.add(task);
    }

    @Override
    public boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    @Override
    public String name() {
        return name;
    }

    /**
     * Runs what is queued, then ends the thread and waits for it. Commands sent meanwhile are
     * refused or run. Must not be called on the lane itself. Closing twice does nothing.
     */
    @Override
    public void close() {
        try {
            execute(() -> closing = true);
        } catch (RejectedExecutionException e) {
            LOG.debug("{} was stopped before", name);
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closing) {
                Node taken = (Node) HEAD.getAndSet(this, null);
                if (taken == null) {
                    sleep();
                } else {
                    drain(oldestFirst(taken));
                }
            }
            refuseFurther();
        } catch (Throwable bug) {
            HEAD.setVolatile(this, CLOSED);
            LOG.error("lane {} stops because of a bug", name, bug);
            bugs.laneStopped(this, bug);
        }
    }

    private void sleep() {
        if (HEAD.compareAndSet(this, null, ASLEEP)) {
            while (head == ASLEEP) {
                LockSupport.park(this);
                if (Thread.interrupted()) {
                    LOG.warn("lane {} was interrupted, which means nothing here", name);
                }
            }
        }
    }

    private void drain(@Nullable Node first) {
        int count = 0;
        for (Node node = first; node != null; node = node.next) {
            node.command.run();
            if (++count % DRAIN_LIMIT == 0) {
                endDrain();
            }
        }
        endDrain();
    }

    private void endDrain() {
        Runnable task = drainEnd.poll();
        while (task != null) {
            task.run();
            task = drainEnd.poll();
        }
    }

    /** Commands that slipped in behind the closing one still run: their senders saw no refusal. */
    private void refuseFurther() {
        Node rest = (Node) HEAD.getAndSet(this, CLOSED);
        if (rest != null) {
            drain(oldestFirst(rest));
        }
    }

    private static @Nullable Node oldestFirst(Node newest) {
        Node reversed = null;
        Node node = newest;
        while (node != null) {
            Node next = node.next;
            node.next = reversed;
            reversed = node;
            node = next;
        }
        return reversed;
    }

    private static final class Node {
        final Runnable command;
        @Nullable Node next;

        Node(Runnable command) {
            this.command = command;
        }
    }
}
