package dev.moldau.broker.group;

import dev.moldau.common.Clock;
import dev.moldau.common.Lane;
import dev.moldau.common.Timer;
import dev.moldau.common.Timer.Timeout;
import dev.moldau.protocol.compress.Codecs;
import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a shard is given by its coordinator. Chance and codecs belong to the lane and are shared by
 * the shards on it.
 */
record ShardSetting(
        GroupConfig config,
        Lane lane,
        Timer timer,
        Clock clock,
        RandomGenerator random,
        Codecs codecs,
        Topics topics,
        GroupOverrides overrides) {

    private static final Logger LOG = LoggerFactory.getLogger(ShardSetting.class);

    /**
     * Runs a task on the lane. After the lane has ended there is no shard left that could want it,
     * and whoever waited has been told when the shard resigned.
     */
    void post(Runnable task) {
        try {
            lane.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("a task came after the end of lane {}", lane.name(), e);
        }
    }

    /** Runs a task on the lane after a while. */
    Timeout postLater(long delayMs, Runnable task) {
        return timer.schedule(delayMs, () -> post(task));
    }
}
