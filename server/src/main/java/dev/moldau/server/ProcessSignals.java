package dev.moldau.server;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Turns SIGTERM and SIGINT into a request to stop. A second signal means "now": the process ends at
 * once, as after a crash, and the next start recovers.
 */
final class ProcessSignals {

    /** Exit status of a process that was made to end before it had stopped in order. */
    private static final int FORCED = 130;

    private final Runnable stop;
    private final AtomicBoolean once = new AtomicBoolean();

    private ProcessSignals(Runnable stop) {
        this.stop = stop;
    }

    /**
     * Takes the signals over, until the process ends.
     *
     * @param stop what the first signal asks for; must be short
     * @throws IllegalStateException if this Java has no signals that can be taken over
     */
    static void install(Runnable stop) {
        ProcessSignals signals = new ProcessSignals(stop);
        try {
            signals.handle("TERM");
            signals.handle("INT");
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot handle signals on this Java", e);
        }
    }

    /**
     * The JDK has no other way to learn of a second signal than {@code sun.misc.Signal}, which the
     * module jdk.unsupported exports and against which javac gives a warning that nothing silences.
     */
    private void handle(String name) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object ours =
                Proxy.newProxyInstance(
                        handler.getClassLoader(),
                        new Class<?>[] {handler},
                        (self, method, arguments) -> answer(self, method.getName(), arguments));
        signal.getMethod("handle", signal, handler)
                .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
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
            Runtime.getRuntime().halt(FORCED);
        }
        stop.run();
    }
}
