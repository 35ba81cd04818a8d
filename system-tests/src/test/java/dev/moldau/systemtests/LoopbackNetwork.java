package dev.moldau.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The network of a cluster on one machine, which can be cut between any two of its nodes, for
 * nobody else and without the rights of root.
 *
 * <p>A node's processes know all nodes by the same names but have a hosts file of their own: node
 * <i>f</i> finds node <i>t</i> at the address 127.<i>n</i>.<i>f</i>.<i>t</i>, where a {@link Wire}
 * stands, and itself at 127.<i>n</i>.<i>f</i>.<i>f</i>, where it really listens. So a wire knows
 * both its ends. All of 127.0.0.0/8 is the loopback on Linux; elsewhere the addresses have to be
 * made first.
 *
 * <p>Used by one thread.
 */
final class LoopbackNetwork implements AutoCloseable {

    private final List<String> names;
    private final int number = ThreadLocalRandom.current().nextInt(1, 255);
    private final Map<List<String>, Link> links = new HashMap<>();
    private final List<Wire> wires = new ArrayList<>();

    /**
     * @param names of the nodes
     */
    LoopbackNetwork(List<String> names) {
        this.names = List.copyOf(names);
    }

    /** Where a node listens. */
    InetAddress address(String node) {
        return address(node, node);
    }

    private InetAddress address(String from, String to) {
        byte[] bytes = {127, (byte) number, index(from), index(to)};
        try {
            return InetAddress.getByAddress(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte index(String node) {
        int index = names.indexOf(node);
        if (index < 0) {
            throw new IllegalArgumentException(node + " is none of " + names);
        }
        return (byte) (index + 1);
    }

    /** Lets some nodes reach a port of another. */
    void connect(List<String> from, String to, int port) {
        for (String node : from) {
            if (!node.equals(to)) {
                wires.add(new Wire(address(node, to), address(to), port, link(node, to)));
            }
        }
    }

    /** What a JVM of this node is told to know the others by their names. */
    String hostsOption(String node, Path folder) {
        Path file = folder.resolve(node + ".hosts");
        List<String> lines = new ArrayList<>(List.of("127.0.0.1 localhost"));
        names.forEach(to -> lines.add(address(node, to).getHostAddress() + " " + to));
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "-Djdk.net.hosts.file=" + file;
    }

    /**
     * Cuts two nodes off from each other: what is under way stays under way, connections that are
     * begun lead nowhere, and nobody is told.
     */
    void cut(String one, String other) {
        link(one, other).cut();
    }

    /** Cuts a node off from some others. */
    void cut(String node, List<String> others) {
        others.stream().filter(other -> !other.equals(node)).forEach(other -> cut(node, other));
    }

    /** Whoever was cut off is reached again, by what was under way as well. */
    void heal() {
        links.values().forEach(Link::heal);
    }

    private Link link(String one, String other) {
        List<String> ends = one.compareTo(other) < 0 ? List.of(one, other) : List.of(other, one);
        return links.computeIfAbsent(ends, _ -> new Link());
    }

    @Override
    public void close() {
        heal();
        wires.forEach(Wire::close);
    }
}
