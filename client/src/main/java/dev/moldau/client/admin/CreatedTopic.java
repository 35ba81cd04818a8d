package dev.moldau.client.admin;

import dev.moldau.common.Uuid;

/**
 * A topic that was created, or with {@code validateOnly} could be.
 *
 * @param name as asked for
 * @param id {@link Uuid#ZERO} if it was only checked or the brokers are too old for ids
 * @param partitions -1 if the brokers are too old to say
 * @param replicationFactor -1 if the brokers are too old to say
 */
public record CreatedTopic(String name, Uuid id, int partitions, int replicationFactor) {}
