package dev.moldau.broker.replication;

import dev.moldau.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * How far one replica is behind its leader.
 *
 * @param partition the partition
 * @param leaderId who leads it
 * @param records how many committed records it lacks, as of the leader's last answer; -1 before the
 *     first
 * @param lastError what kept it from following, null if nothing does
 */
public record ReplicaLag(
        TopicPartition partition, int leaderId, long records, @Nullable String lastError) {}
