package dev.moldau.cluster.controller;

/**
 * How far the leaders have moved off a broker that is about to stop.
 *
 * @param error {@link dev.moldau.protocol.ErrorCode#BROKER_NOT_AVAILABLE} if it is not there,
 *     {@link dev.moldau.protocol.ErrorCode#STALE_BROKER_EPOCH} if it was started anew since
 * @param remaining how many partitions it leads still, because no other replica can or their turn
 *     has not come; it may ask again
 */
public record StopProgress(ApiError error, int remaining) {}
