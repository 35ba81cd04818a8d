package dev.moldau.broker.group;

/**
 * Why a generation began and how long it took to form: what one wants to know of a group that
 * rebalances too often.
 *
 * @param generation its number
 * @param reason what began it: who joined, left, fell silent or changed its mind
 * @param members how many it has
 * @param beganWallMs when the rebalance began, in epoch ms
 * @param joinMs how long the members took to join, in milliseconds
 * @param syncMs how long the leader then took to assign and the log to store it, in milliseconds;
 *     -1 for a generation that never became stable
 */
public record GenerationRecord(
        int generation, String reason, int members, long beganWallMs, long joinMs, long syncMs) {}
