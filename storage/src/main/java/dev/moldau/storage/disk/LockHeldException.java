package dev.moldau.storage.disk;

import java.io.IOException;
import java.nio.file.Path;

/** Somebody else holds a lock file. */
public final class LockHeldException extends IOException {

    public LockHeldException(Path path) {
        super("the lock " + path + " is held by another process");
    }
}
