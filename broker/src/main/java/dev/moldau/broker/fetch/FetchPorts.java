package dev.moldau.broker.fetch;

import dev.moldau.broker.partition.PartitionLookup;
import dev.moldau.broker.throttle.ReplicationThrottle;
import dev.moldau.common.Timer;
import java.util.concurrent.Executor;

/**
 * What the composition root gives to fetches.
 *
 * @param partitions finds partitions
 * @param sessions the incremental sessions
 * @param timer for deadlines of long polls
 * @param diskThreads run what may wait for the disk
 * @param throttle bounds what followers get of replicas that are served slowly
 */
public record FetchPorts(
        PartitionLookup partitions,
        FetchSessionCache sessions,
        Timer timer,
        Executor diskThreads,
        ReplicationThrottle throttle) {}
