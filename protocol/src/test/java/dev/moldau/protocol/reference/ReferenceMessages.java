package dev.moldau.protocol.reference;

import java.util.SortedSet;

/**
 * The messages of one Kafka release. Only types of the JDK pass through this interface, because its
 * implementation may live in a class loader of its own.
 */
public interface ReferenceMessages {

    /** The numbers of all APIs that the release has messages for. */
    SortedSet<Short> apiKeys();

    /** The name of an API. */
    String name(short apiKey);

    /** The highest version of an API that is not marked unstable. */
    short highestStableVersion(short apiKey);

    /** The request of an API. */
    ReferenceMessage request(short apiKey);

    /** The response of an API. */
    ReferenceMessage response(short apiKey);

    /**
     * A message that belongs to no API.
     *
     * @param className the class that Kafka generated for it
     */
    ReferenceMessage data(String className);
}
