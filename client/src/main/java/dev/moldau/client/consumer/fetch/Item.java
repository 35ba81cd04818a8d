package dev.moldau.client.consumer.fetch;

import dev.moldau.client.errors.ClientException;

/** What the loop hands over to the application about one partition, in order. */
public sealed interface Item permits Chunk, Item.Placed, Item.Trouble {

    /** Reading begins, or goes on, here: nobody said where before, or the log forced it. */
    record Placed(Place at) implements Item {}

    /** Reading stops until the application seeks or tries again, because of what is thrown. */
    record Trouble(ClientException cause) implements Item {}
}
