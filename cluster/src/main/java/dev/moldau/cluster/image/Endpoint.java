package dev.moldau.cluster.image;

/**
 * An address under which a broker serves.
 *
 * @param listener the listener's name
 * @param securityProtocol PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL
 * @param host the host clients are told; empty for the address through which they came, which only
 *     a broker that is alone can tell
 * @param port the port clients are told
 */
public record Endpoint(String listener, String securityProtocol, String host, int port) {}
