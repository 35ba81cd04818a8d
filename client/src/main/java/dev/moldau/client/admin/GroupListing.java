package dev.moldau.client.admin;

/**
 * A group in short.
 *
 * @param id its name
 * @param protocolType such as {@code consumer}
 * @param state such as {@code Stable}; empty if the broker is too old to say
 * @param type {@code classic}, {@code consumer}; empty if the broker is too old to say
 */
public record GroupListing(String id, String protocolType, String state, String type) {}
