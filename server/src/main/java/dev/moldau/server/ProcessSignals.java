package dev.moldau.server;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Turns SIGTERM and SIGINT into a request to stop. A second signal means "now": the process ends at
 * once, as after a crash, and the next start recovers. A signal that whoever started the process
 * had it ignore stays ignored.
 */
public final class ProcessSignals {

    /** Exit status of a process that was made to end before it had stopped in order. */
    private static final int FORCED = 130;

    private static final String NO_SIGNALS = "cannot handle signals on this Java";

    private final Runnable stop;
    private final Runnable beforeHalt;
    private final AtomicBoolean once = new AtomicBoolean();
    private final Method take;
    private final Object terminate;
    private final Object interrupt;
    private final Object handler;

    /**
     * The JDK has no other way to learn of a second signal than {@code sun.misc.Signal}, which the
     * module jdk.unsupported exports and against which javac gives a warning that nothing silences.
     */
    private ProcessSignals(Runnable stop, Runnable beforeHalt) throws ReflectiveOperationException {
        this.stop = stop;
        this.beforeHalt = beforeHalt;
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
        Constructor<?> named = signal.getConstructor(String.class);
        this.take = signal.getMethod("handle", signal, handlerType);
        this.terminate = named.newInstance("TERM");
        this.interrupt = named.newInstance("INT");
        this.handler =
                Proxy.newProxyInstance(
                        handlerType.getClassLoader(),
                        new Class<?>[] {handlerType},
                        (self, method, arguments) -> answer(self, method.getName(), arguments));
    }

    /**
     * Finds what taking signals over needs; nothing changes yet.
     *
     * @param stop what the first signal asks for; must be short
     * @param beforeHalt what is done when a second one comes, before the process ends; must be
     *     short
     * @throws IllegalStateException if this Java has no signals that can be taken over
     */
    public static ProcessSignals prepare(Runnable stop, Runnable beforeHalt) {
        try {
            return new ProcessSignals(stop, beforeHalt);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(NO_SIGNALS, e);
        }
    }

    /**
     * Takes the signals over, until the process ends.
     *
     * @throws IllegalStateException if this Java has no signals that can be taken over
     */
    public void takeOver() {
        try {
            take.invoke(null, terminate, handler);
            take.invoke(null, interrupt, handler);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(NO_SIGNALS, e);
        }
    }

    // A proxy is equal to itself only.
    @SuppressWarnings("ReferenceEquality")
    private @Nullable Object answer(Object self, String method, Object @Nullable [] arguments) {
        return switch (method) {
            case "handle" -> {
                received();
                yield null;
            }
            case "hashCode" -> System.identityHashCode(self);
            case "equals" -> arguments != null && arguments[0] == self;
            default -> "signals of Moldau";
        };
    }

    private void received() {
        if (!once.compareAndSet(false, true)) {
            beforeHalt.run();
            Runtime.getRuntime().halt(FORCED);
        }
        stop.run();
    }
}
