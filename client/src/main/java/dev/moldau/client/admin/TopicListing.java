package dev.moldau.client.admin;

import dev.moldau.common.Uuid;

/**
 * A topic in short.
 *
 * @param name its name
 * @param id {@link Uuid#ZERO} if the brokers are too old for ids
 * @param internal whether the brokers keep it for themselves
 */
public record TopicListing(String name, Uuid id, boolean internal) {}
