package dev.moldau.client.consumer.group;

import dev.moldau.client.consumer.fetch.Place;
import java.util.Objects;

/**
 * A place that is committed, or to be.
 *
 * @param metadata whatever the application keeps with it
 */
public record Mark(Place place, String metadata) {

    /** Checks that nothing is missing. */
    public Mark {
        Objects.requireNonNull(place, "place");
        Objects.requireNonNull(metadata, "metadata");
    }
}
