package dev.moldau.cluster.controller;

/**
 * How far a command came that may concern all partitions. It does a part at a time, so that no
 * transaction of the store grows beyond bounds and other commands get their turn.
 *
 * @param topics how many topics changed
 * @param finished whether nothing is left to do; if not, the command is to be submitted again
 */
public record Progress(int topics, boolean finished) {}
