package dev.moldau.client.net;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import java.util.ArrayList;
import java.util.List;

/** Those who want to know about connections; told in a later turn of the loop. */
final class Listeners {

    private final Turns turns;
    private final List<Network.Listener> all = new ArrayList<>();

    Listeners(Turns turns) {
        this.turns = turns;
    }

    void add(Network.Listener listener) {
        all.add(listener);
    }

    void ready(Node node) {
        for (Network.Listener listener : all) {
            turns.later(() -> listener.ready(node));
        }
    }

    void lost(Node node, ClientException cause, int attempts) {
        for (Network.Listener listener : all) {
            turns.later(() -> listener.lost(node, cause, attempts));
        }
    }
}
