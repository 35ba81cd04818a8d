package dev.moldau.broker;

import dev.moldau.broker.lane.LaneFactory;
import dev.moldau.broker.member.ClusterMember;
import dev.moldau.broker.topic.LoggerLevels;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.Controller;
import dev.moldau.common.Clock;
import dev.moldau.common.Timer;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.wire.WireBuffers;
import dev.moldau.storage.disk.Disk;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * What a broker is given from outside. Whoever made these closes them after the broker.
 *
 * @param clock the time
 * @param timer where deadlines hang
 * @param random the source of chance; safe for use by any thread
 * @param disk where the logs are
 * @param lanes makes the broker's lanes; the broker ends them
 * @param diskThreads run what may wait for the disk
 * @param controller changes the cluster and publishes its image; the member's, where there is one
 * @param member this broker's part in a cluster of several; empty if it is one of its own
 * @param configs the settings that count
 * @param loggers this process's loggers
 * @param buffers where responses are encoded
 * @param heapBytes the most heap that the process may take, in bytes; requests, sessions and
 *     converted records get shares of it
 */
public record BrokerPorts(
        Clock clock,
        Timer timer,
        RandomGenerator random,
        Disk disk,
        LaneFactory lanes,
        Executor diskThreads,
        Controller controller,
        Optional<ClusterMember> member,
        EffectiveConfigs configs,
        LoggerLevels loggers,
        WireBuffers buffers,
        long heapBytes) {

    /** Which of this broker's processes this is, as the cluster's image says it. */
    Uuid incarnation() {
        return member.map(ClusterMember::incarnation).orElse(Uuid.ZERO);
    }
}
