package dev.moldau.cluster.controller;

import dev.moldau.cluster.store.StoreWrite;
import java.util.List;

/**
 * What a command comes to: nothing of it counts until the writes are in the store.
 *
 * @param writes what to write, all or nothing
 * @param next the state when that is done
 * @param reply what to answer then
 */
record Decision<R>(List<StoreWrite> writes, ControllerState next, R reply) {

    /** Nothing changes. */
    static <R> Decision<R> unchanged(ControllerState state, R reply) {
        return new Decision<>(List.of(), state, reply);
    }
}
