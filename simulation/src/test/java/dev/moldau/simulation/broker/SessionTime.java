package dev.moldau.simulation.broker;

import dev.moldau.simulation.store.SimulatedStore;
import dev.moldau.simulation.world.World;

/**
 * A session's time: the ensemble gives it up when nothing was heard of the process for so long,
 * because it stands still, cannot reach the ensemble, or is dead.
 */
final class SessionTime {

    private final World world;
    private final SimulatedStore store;
    private final int timeoutMs;
    private boolean silent;
    private long silences;

    SessionTime(World world, SimulatedStore store, int timeoutMs) {
        this.world = world;
        this.store = store;
        this.timeoutMs = timeoutMs;
    }

    /** Whether the process is silent from now on. */
    void silent(boolean now) {
        if (now != silent) {
            silent = now;
            long silence = ++silences;
            if (silent) {
                world.time().after(timeoutMs, () -> over(silence));
            }
        }
    }

    private void over(long silence) {
        if (silence == silences) {
            store.expire();
        }
    }
}
