package dev.moldau.simulation.world;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.Executor;

/**
 * Threads whose every step is handed to an executor. A virtual thread runs until it waits, for a
 * lock, a future or another thread, and what comes after is a new step; so code that waits runs
 * unchanged on one real thread, in an order that a seed decides. A thread whose next step is
 * dropped is dead as after {@code kill -9}: nothing of it runs any more, no {@code finally} either.
 *
 * <p>The JDK keeps the choice of the executor to itself; hence the reflection, and {@code
 * --add-opens java.base/java.lang=ALL-UNNAMED}. Threads must wait without a time limit, as the JDK
 * counts limits in real time.
 */
final class VirtualThreads {

    private static final Method NEW_THREAD = find();

    private VirtualThreads() {}

    private static Method find() {
        try {
            Method method =
                    Class.forName("java.lang.ThreadBuilders")
                            .getDeclaredMethod(
                                    "newVirtualThread",
                                    Executor.class,
                                    String.class,
                                    int.class,
                                    Runnable.class);
            method.setAccessible(true);
            return method;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "this JDK has other internals than JDK 25: find out how it lets a virtual thread"
                            + " have its own scheduler",
                    e);
        }
    }

    /**
     * A thread that has not been started.
     *
     * @param steps gets the thread's steps; each must run on a platform thread
     */
    static Thread unstarted(Executor steps, String name, Runnable task) {
        try {
            return (Thread) NEW_THREAD.invoke(null, steps, name, 0, task);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("no virtual thread can be made", e);
        }
    }
}
