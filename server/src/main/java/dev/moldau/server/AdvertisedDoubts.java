package dev.moldau.server;

import dev.moldau.common.config.ListenerAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/**
 * Finds out whether clients can reach what they are told about a listener, as far as this machine
 * can know: a host that nobody knows, one that leads every client back to its own machine, one that
 * only holds on one cable. Looks names up, which may take seconds: for a thread that may wait.
 */
final class AdvertisedDoubts {

    /** Finds the addresses of a host. */
    @FunctionalInterface
    interface Resolver {

        /**
         * @throws UnknownHostException if nobody knows it
         */
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    private final Resolver resolver;

    AdvertisedDoubts(Resolver resolver) {
        this.resolver = resolver;
    }

    /**
     * What is doubtful about one listener, with what to do.
     *
     * @param bound where it listens
     * @param told what clients are told; an empty host for the address that they came by
     * @return empty if nothing is
     */
    Optional<String> about(ListenerAddress bound, ListenerAddress told) {
        if (told.host().isEmpty()) {
            return Optional.empty();
        }
        List<InetAddress> addresses;
        try {
            addresses = List.of(resolver.resolve(told.host()));
        } catch (UnknownHostException e) {
            return Optional.of(
                    opening(told)
                            + "a host that this machine cannot find; "
                            + (told.host().equals(bound.host()) ? "" : "clients may not either; ")
                            + remedy(told));
        }
        if (addresses.stream().allMatch(InetAddress::isLoopbackAddress) && !isLoopback(bound)) {
            return Optional.of(
                    opening(told)
                            + "a loopback address, which leads each client back to its own machine,"
                            + " though the listener takes clients of other machines; "
                            + remedy(told));
        }
        if (addresses.stream().allMatch(InetAddress::isLinkLocalAddress)) {
            return Optional.of(
                    opening(told)
                            + "a link-local address, which only holds on one network cable; "
                            + remedy(told));
        }
        return Optional.empty();
    }

    /** Whether nobody but this machine can come by a listener. */
    private boolean isLoopback(ListenerAddress bound) {
        if (bound.isEveryAddress()) {
            return false;
        }
        try {
            return List.of(resolver.resolve(bound.host())).stream()
                    .allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException e) {
            // It is bound, so it was known a moment ago: better to say too much.
            return false;
        }
    }

    private static String opening(ListenerAddress told) {
        return "clients of the listener " + told.name() + " are told to connect to " + told + ", ";
    }

    private static String remedy(ListenerAddress told) {
        return "set advertised.listeners to "
                + told.name()
                + "://HOST:"
                + told.port()
                + " with a host that they can reach, or leave the host out to have one found";
    }
}
