package dev.moldau.cluster.controller;

/**
 * How a command ended for one partition.
 *
 * @param partition which
 * @param error what was wrong
 */
public record PartitionOutcome(PartitionRef partition, ApiError error) {}
