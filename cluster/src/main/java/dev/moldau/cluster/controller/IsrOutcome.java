package dev.moldau.cluster.controller;

import dev.moldau.cluster.image.PartitionImage;
import dev.moldau.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * What became of a proposal.
 *
 * @param error {@link ErrorCode#NONE} if it counts now. {@link ErrorCode#NEW_LEADER_ELECTED}: it
 *     counts, and another broker leads now. Refused: {@link ErrorCode#UNKNOWN_TOPIC_ID}, {@link
 *     ErrorCode#UNKNOWN_TOPIC_OR_PARTITION}; {@link ErrorCode#FENCED_LEADER_EPOCH}, there was an
 *     election since; {@link ErrorCode#INVALID_UPDATE_VERSION}, the partition changed since; {@link
 *     ErrorCode#INELIGIBLE_REPLICA}, a replica to be added is gone, is stopping or was started
 *     anew; {@link ErrorCode#INVALID_REQUEST}, the proposer does not lead or the replicas are not
 *     the partition's; {@link ErrorCode#NOT_CONTROLLER}, the proposer has seen what this controller
 *     has not; {@link ErrorCode#STALE_BROKER_EPOCH}, the proposer is not there
 * @param now the partition as it is now; null if there is none
 */
public record IsrOutcome(ErrorCode error, @Nullable PartitionImage now) {}
