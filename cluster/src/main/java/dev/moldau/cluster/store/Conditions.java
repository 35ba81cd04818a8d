package dev.moldau.cluster.store;

import java.util.Optional;

/** Whether a step of a transaction may be done, given what is there. */
final class Conditions {

    private Conditions() {}

    /**
     * @throws StoreConflictException if it may not
     */
    static void check(StoreWrite write, Optional<StoreRecord> found) {
        switch (write) {
            case StoreWrite.Create w -> absent(w, found);
            case StoreWrite.CreateEphemeral w -> absent(w, found);
            case StoreWrite.Replace w -> present(w, w.version(), found);
            case StoreWrite.Delete w -> present(w, w.version(), found);
            case StoreWrite.Check w -> present(w, w.version(), found);
        }
    }

    private static void absent(StoreWrite write, Optional<StoreRecord> found) {
        if (found.isPresent()) {
            throw new StoreConflictException(write, "it exists");
        }
    }

    private static void present(StoreWrite write, int version, Optional<StoreRecord> found) {
        if (found.isEmpty()) {
            throw new StoreConflictException(write, "it does not exist");
        }
        int actual = found.get().version();
        if (version != StoreWrite.ANY_VERSION && version != actual) {
            throw new StoreConflictException(
                    write, "it has version " + actual + ", not " + version);
        }
    }
}
