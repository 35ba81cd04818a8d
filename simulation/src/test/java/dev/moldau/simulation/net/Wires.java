package dev.moldau.simulation.net;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which machine's bytes do not get to which other one. A machine is whatever stands for it, and is
 * told from others by its identity.
 */
public final class Wires {

    private final Set<Wire> cut = new HashSet<>();
    private final List<Runnable> listeners = new ArrayList<>();

    private record Wire(Object from, Object to) {}

    /** Nothing gets from one machine to the other from now on, and nobody is told. */
    public void cut(Object from, Object to) {
        if (cut.add(new Wire(from, to))) {
            changed();
        }
    }

    /** Everything gets there again, and what was on the way arrives. */
    public void mend(Object from, Object to) {
        if (cut.remove(new Wire(from, to))) {
            changed();
        }
    }

    /** All is whole again. */
    public void mendAll() {
        if (!cut.isEmpty()) {
            cut.clear();
            changed();
        }
    }

    boolean isCut(Object from, Object to) {
        return cut.contains(new Wire(from, to));
    }

    /** Adds who is told when a wire has been cut or mended; for good. */
    void listen(Runnable listener) {
        listeners.add(listener);
    }

    private void changed() {
        List.copyOf(listeners).forEach(Runnable::run);
    }
}
