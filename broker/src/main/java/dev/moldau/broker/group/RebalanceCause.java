package dev.moldau.broker.group;

/**
 * Why a rebalance began, and when; kept until the generation that comes of it is stable.
 *
 * @param reason in words
 * @param beganMs on the monotonic clock, in milliseconds
 * @param beganWallMs in epoch ms
 */
record RebalanceCause(String reason, long beganMs, long beganWallMs) {}
