package dev.moldau.broker.group;

import dev.moldau.common.Uuid;
import java.util.Collection;
import java.util.Optional;

/**
 * Which topics exist, as far as this broker knows: a port to the cluster image. Safe for use by any
 * thread; every answer may be overtaken at once.
 */
public interface Topics {

    /** The names of all topics, in no order. */
    Collection<String> names();

    /** The version of what is known; rises with every change. */
    long version();

    /** How many partitions a topic has; 0 if there is no such topic. */
    int partitionCount(String topic);

    /** The identity of a topic, if it exists. */
    Optional<Uuid> id(String topic);

    /** The name of the topic with this identity, if it exists. */
    Optional<String> name(Uuid id);
}
