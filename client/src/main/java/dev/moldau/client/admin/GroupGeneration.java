package dev.moldau.client.admin;

/**
 * Why a generation of a group began and how long it took: what one wants to know of a group that
 * rebalances too often. Moldau's brokers tell it, others do not.
 *
 * @param number the generation; of a group that the broker balances, the epoch
 * @param reason in words: who joined, left, fell silent or changed its mind
 * @param members how many it has
 * @param beganMs when the rebalance began, in epoch ms
 * @param joinMs how long the members took to come, in milliseconds
 * @param syncMs how long it then took until all had their partitions, in milliseconds; -1 if that
 *     has not happened
 */
public record GroupGeneration(
        int number, String reason, int members, long beganMs, long joinMs, long syncMs) {}
