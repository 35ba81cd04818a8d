package dev.moldau.client.fake;

import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.header.RequestHeader;

/**
 * A request that reached a broker.
 *
 * @param nth how many requests of this API reached this broker before, from 0
 * @param body its records are valid while the request is handled only
 */
public record Arrival(int brokerId, int nth, RequestHeader header, ApiMessage body) {}
