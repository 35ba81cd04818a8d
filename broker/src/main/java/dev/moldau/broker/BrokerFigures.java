package dev.moldau.broker;

import dev.moldau.broker.partition.PartitionFigures;
import dev.moldau.broker.replication.ReplicationCounters;
import dev.moldau.cluster.image.ImageFigures;

/**
 * How a broker, and the cluster as it sees it, stand at one moment: what an operator watches.
 *
 * @param partitions its partitions
 * @param cluster the cluster by the image that the broker has
 * @param imageAgeMs how long ago the controller last said that this image is the newest; 0 on the
 *     controller, and on a broker that is a cluster of its own. More than some ten seconds: the
 *     controller cannot be reached
 * @param inSyncShrinks how often partitions that it leads lost a replica in sync, since it started
 * @param inSyncExpands how often they got one
 * @param replication what it has fetched from other leaders since it started; all zero on a broker
 *     that is a cluster of its own
 */
public record BrokerFigures(
        PartitionFigures partitions,
        ImageFigures cluster,
        long imageAgeMs,
        long inSyncShrinks,
        long inSyncExpands,
        ReplicationCounters replication) {}
