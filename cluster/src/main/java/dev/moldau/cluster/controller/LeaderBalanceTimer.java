package dev.moldau.cluster.controller;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.ControllerCommand.BalanceLeaders;
import dev.moldau.common.Timer;
import dev.moldau.common.config.BalanceKeys;
import org.jspecify.annotations.Nullable;

/**
 * Has a controller look at the balance of leaders at intervals, until it is closed. Whoever starts
 * a controller starts one of these with it. Safe for use by any thread.
 */
public final class LeaderBalanceTimer implements AutoCloseable {

    private final Controller controller;
    private final Timer timer;
    private final EffectiveConfigs configs;

    /** Guards what waits against a close beside it; held for a few instructions. */
    private final Object lock = new Object();

    private boolean closed;
    private Timer.@Nullable Timeout waiting;

    private LeaderBalanceTimer(Controller controller, Timer timer, EffectiveConfigs configs) {
        this.controller = controller;
        this.timer = timer;
        this.configs = configs;
    }

    /**
     * Starts to look after the first interval.
     *
     * @param controller who elects
     * @param timer where the interval hangs
     * @param configs the settings of the broker that is controller
     */
    public static LeaderBalanceTimer start(
            Controller controller, Timer timer, EffectiveConfigs configs) {
        LeaderBalanceTimer balance = new LeaderBalanceTimer(controller, timer, configs);
        balance.waitForNext();
        return balance;
    }

    private void waitForNext() {
        long intervalMs =
                1_000
                        * configs.broker(controller.images().current())
                                .get(BalanceKeys.LEADER_IMBALANCE_CHECK_INTERVAL_SECONDS);
        synchronized (lock) {
            if (!closed) {
                waiting = timer.schedule(intervalMs, this::look);
            }
        }
    }

    private void look() {
        var _ = controller.submit(new BalanceLeaders()).whenComplete(this::looked);
    }

    /** A controller that cannot act just now may be able to at the next interval. */
    private void looked(@Nullable Progress progress, @Nullable Throwable failure) {
        if (progress != null && !progress.finished()) {
            look();
        } else {
            waitForNext();
        }
    }

    /** Looks no more; a look that has begun ends. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            if (waiting != null) {
                waiting.cancel();
            }
        }
    }
}
