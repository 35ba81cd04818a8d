package dev.moldau.storage.segment;

import dev.moldau.storage.disk.DiskFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Keeps a file open and undeleted. One object serves all that use the file at the same time, and
 * counts them; each of them closes it exactly once.
 *
 * <p>The count begins with one for {@link OpenFiles} itself, which gives its own up to evict an
 * idle file. Who brings the count to zero closes the file; a count of zero never rises again.
 */
public final class FileLease implements AutoCloseable {

    private static final VarHandle USERS;

    static {
        try {
            USERS = MethodHandles.lookup().findVarHandle(FileLease.class, "users", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final DiskFile file;
    private final LogFile owner;

    @SuppressWarnings("FieldMayBeFinal") // changed through USERS
    private volatile int users = 1;

    /** Whether anybody has taken a lease since the last look of {@link OpenFiles}. */
    private volatile boolean recentlyUsed = true;

    FileLease(DiskFile file, LogFile owner) {
        this.file = file;
        this.owner = owner;
    }

    /** The open file. */
    public DiskFile file() {
        return file;
    }

    LogFile owner() {
        return owner;
    }

    /** Counts one more user, if the file is still open. */
    boolean tryAcquire() {
        while (true) {
            int current = users;
            if (current == 0 || !file.isOpen()) {
                return false;
            }
            if (USERS.compareAndSet(this, current, current + 1)) {
                if (!recentlyUsed) {
                    recentlyUsed = true;
                }
                return true;
            }
        }
    }

    /** Whether anybody but {@link OpenFiles} uses it. */
    boolean isInUse() {
        return users > 1;
    }

    /** Whether it was used since the last call. */
    boolean forgetUse() {
        boolean used = recentlyUsed;
        recentlyUsed = false;
        return used;
    }

    /** Closes the file if nobody uses it, in one step, so that nobody can begin to. */
    boolean closeIfIdle() {
        if (!USERS.compareAndSet(this, 1, 0)) {
            return false;
        }
        closeFile();
        return true;
    }

    @Override
    public void close() {
        int before = (int) USERS.getAndAdd(this, -1);
        assert before > 0 : "closed more often than acquired";
        if (before == 1) {
            closeFile();
        }
    }

    private void closeFile() {
        try {
            file.close();
        } catch (IOException e) {
            // Data that was never forced has no promise to keep; what was forced was reported then.
            throw new UncheckedIOException(e);
        }
    }
}
