package dev.moldau.broker.topic;

import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.Controller;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.common.Timer;

/**
 * What the handlers of this package need.
 *
 * @param nodeId this broker's number
 * @param controller who changes the cluster, and publishes its image
 * @param configs the settings that count
 * @param readiness who serves the partitions
 * @param loggers this process's loggers
 * @param timer where deadlines hang
 */
public record TopicServices(
        int nodeId,
        Controller controller,
        EffectiveConfigs configs,
        PartitionReadiness readiness,
        LoggerLevels loggers,
        Timer timer) {

    /** The same with another controller. */
    public TopicServices with(Controller another) {
        return new TopicServices(nodeId, another, configs, readiness, loggers, timer);
    }

    /** The current image. */
    ClusterImage image() {
        return controller.images().current();
    }
}
