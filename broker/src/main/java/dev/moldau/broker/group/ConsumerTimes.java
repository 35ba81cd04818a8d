package dev.moldau.broker.group;

/**
 * The times that count for one consumer group, in milliseconds.
 *
 * @param sessionTimeoutMs how long a member may be silent
 * @param heartbeatIntervalMs how often it is to be heard from
 * @param assignmentIntervalMs the shortest time between two assignments
 */
record ConsumerTimes(int sessionTimeoutMs, int heartbeatIntervalMs, int assignmentIntervalMs) {}
