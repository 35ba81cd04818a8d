package dev.moldau.client.net;

import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;

/**
 * What users' callbacks, interceptors and subscribers throw at one client. For any thread.
 *
 * <p>An exception is the user's own affair: it is logged, and nobody else suffers. The first is
 * logged whole; of the others there is at most one line a second, with their number, as a callback
 * that always throws must not fill the disk.
 *
 * <p>An {@link Error} says that the JVM or its classes cannot be relied on any more. It ends the
 * client as a bug of ours does, but not before the records answered along with it have been told:
 * the client's loop throws it in a command of its own.
 */
public final class UserFaults {

    private static final long MS_PER_LINE = 1_000;

    private final ClientLoop loop;
    private final Logger log;

    // Guarded by this.
    private boolean any;
    private long lastLineMs;
    private long sinceLastLine;
    private boolean ending;

    /**
     * None so far.
     *
     * @param loop ended by an error
     * @param log where it is said
     */
    public UserFaults(ClientLoop loop, Logger log) {
        this.loop = loop;
        this.log = log;
    }

    /**
     * Users' code threw something. Returns in any case.
     *
     * @param who such as {@code a callback}
     * @param where the topic or partition it was about
     */
    public void threw(String who, Object where, Throwable thrown) {
        if (thrown instanceof Error error && begins()) {
            end(error);
            log.error("{} of {} threw an error, which ends the client", who, where, error);
        } else {
            count(who, where, thrown);
        }
    }

    /** Whether this is the first error; those that follow on it are counted only. */
    private synchronized boolean begins() {
        boolean first = !ending;
        ending = true;
        return first;
    }

    private void end(Error error) {
        try {
            loop.execute(
                    () -> {
                        throw error;
                    });
        } catch (RejectedExecutionException ended) {
            // There is no client left to end.
        }
    }

    private void count(String who, Object where, Throwable thrown) {
        boolean first;
        long uncounted;
        synchronized (this) {
            first = !any;
            long nowMs = loop.clock().monotonicMs();
            if (!first && nowMs - lastLineMs < MS_PER_LINE) {
                sinceLastLine++;
                return;
            }
            any = true;
            lastLineMs = nowMs;
            uncounted = sinceLastLine;
            sinceLastLine = 0;
        }
        if (first) {
            log.warn("{} of {} threw; further ones are counted", who, where, thrown);
        } else {
            // The last argument would be logged with its stack if it were the throwable itself.
            log.warn(
                    "{} of {} threw {}, after {} others that were not logged",
                    who,
                    where,
                    thrown.toString(),
                    uncounted);
        }
    }

    /** The client has ended: says how many were not logged, if any. */
    public void close() {
        long uncounted;
        synchronized (this) {
            uncounted = sinceLastLine;
            sinceLastLine = 0;
        }
        if (uncounted > 0) {
            log.warn("users' code threw {} more times, which were not logged", uncounted);
        }
    }
}
