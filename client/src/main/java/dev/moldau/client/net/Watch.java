package dev.moldau.client.net;

import dev.moldau.common.Timer;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One timer for many deadlines. It is set to a lower bound of them: a deadline that goes away
 * leaves it where it is, and when it goes off the owner looks at all and says which is next. While
 * deadlines come in order, as those of requests nearly always do, a request thus costs one
 * comparison.
 *
 * <p>Confined to the loop.
 */
final class Watch implements Runnable {

    /** Stands for "no deadline". */
    static final long NEVER = Long.MAX_VALUE;

    private final NettyLoop loop;
    private final LongUnaryOperator check;
    private long atMs = NEVER;
    private Timer.@Nullable Timeout timeout;

    /**
     * @param check told what time it is, does what is due then and says when to look again
     */
    Watch(NettyLoop loop, LongUnaryOperator check) {
        this.loop = loop;
        this.check = check;
    }

    /** Makes sure that the owner is asked at this time or earlier. */
    void by(long deadlineMs) {
        if (deadlineMs >= atMs) {
            return;
        }
        stop();
        atMs = deadlineMs;
        timeout = loop.scheduleOwn(deadlineMs - loop.clock().monotonicMs(), this);
    }

    void stop() {
        if (timeout != null) {
            timeout.cancel();
            timeout = null;
        }
        atMs = NEVER;
    }

    @Override
    public void run() {
        timeout = null;
        atMs = NEVER;
        by(check.applyAsLong(loop.clock().monotonicMs()));
    }
}
