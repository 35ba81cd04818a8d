package dev.moldau.client.net;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A client's connections, one per broker. Confined to the client's loop. The real one speaks TCP;
 * the tests' one lives in virtual time.
 */
public interface Network {

    /**
     * Who wants to know about connections. Called on the loop, never from within a call to the
     * network.
     */
    interface Listener {

        /** The connection is open, versions are negotiated, requests can go. */
        default void ready(Node node) {}

        /**
         * The connection, or the attempt to open one, ended. Calls that were under way have failed
         * already.
         *
         * @param attempts how many attempts in a row have failed by now, 0 if the connection had
         *     been ready
         */
        default void lost(Node node, ClientException cause, int attempts) {}
    }

    /** Adds a listener for the life of the network. */
    void listen(Listener listener);

    /**
     * Opens a connection unless there is one, one is being opened, or the last attempt is too short
     * ago ({@code reconnect.backoff.ms}). A node whose host or port changed gets a new connection.
     */
    void connect(Node node);

    /** Whether requests can go to the node at once. */
    boolean isReady(Node node);

    /**
     * How long until {@link #connect} would do something, in ms; 0 if now, or if there is a
     * connection already.
     */
    long backoffMs(Node node);

    /** How many requests wait for the node's answer, queued ones included. */
    int inFlight(Node node);

    /**
     * The highest version of an API that both sides speak; empty if there is none or the node is
     * not ready.
     */
    OptionalInt highestVersion(Node node, ApiKey api);

    /**
     * Of these, the node that is ready with the fewest requests, else one that can be connected
     * now.
     */
    Optional<Node> leastBusy(Collection<Node> nodes);

    /**
     * Sends a request, as soon as the connection is ready; opens one if there is none. Requests to
     * one node leave in the order of the calls to this method. While no connection is ready the
     * call waits for at most its own time-out.
     */
    <R extends ApiMessage> void send(Node node, Call<R> call);

    /** Ends the connection to a node, if there is one; what is under way fails. */
    void disconnect(Node node, ClientException cause);

    /** Ends all connections; what is under way fails. Later calls fail at once. */
    void close();
}
