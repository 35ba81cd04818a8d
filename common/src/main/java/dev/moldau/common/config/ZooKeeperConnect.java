package dev.moldau.common.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What {@code zookeeper.connect} says: the servers of an ensemble, and the folder in it that is the
 * cluster's.
 *
 * @param servers where they are, in the order given; at least one
 * @param chroot the folder, such as {@code /kafka/east}; empty for the ensemble's root
 */
public record ZooKeeperConnect(List<Server> servers, String chroot) {

    private static final int DEFAULT_PORT = 2181;
    private static final int MAX_PORT = 65_535;

    private static final Pattern SERVER =
            Pattern.compile("(?:\\[([0-9a-fA-F:.%]+)\\]|([^:\\[\\]\\s]+))(?::(\\d{1,5}))?");

    /** Segments of what ZooKeeper takes as a name; it refuses {@code .} and {@code ..}. */
    private static final Pattern CHROOT =
            Pattern.compile("(?:/(?!\\.{1,2}(?:/|$))[^/\\p{Cntrl}\\p{Cs}\\p{Co}\\s]+)+");

    /**
     * A server of the ensemble.
     *
     * @param host its name or address
     * @param port its client port
     */
    public record Server(String host, int port) {
        @Override
        public String toString() {
            return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
        }
    }

    public ZooKeeperConnect {
        servers = List.copyOf(servers);
    }

    /**
     * Reads the form {@code host:port,host:port/chroot}.
     *
     * @throws InvalidConfigException if the text is not of that form; the message shows the right
     *     one
     */
    public static ZooKeeperConnect parse(String text) {
        String trimmed = text.trim();
        int slash = trimmed.indexOf('/');
        if (slash >= 0 && trimmed.indexOf(',', slash) >= 0) {
            throw wrong(
                    text,
                    "the chroot stands once, after the last server: "
                            + withChrootAtTheEnd(trimmed));
        }
        List<Server> servers = servers(text, slash < 0 ? trimmed : trimmed.substring(0, slash));
        return new ZooKeeperConnect(servers, slash < 0 ? "" : chroot(text, trimmed, slash));
    }

    private static List<Server> servers(String text, String list) {
        List<Server> servers = new ArrayList<>();
        for (String each : list.split(",", -1)) {
            Matcher matcher = SERVER.matcher(each.trim());
            if (!matcher.matches()) {
                throw wrong(
                        text,
                        (each.isBlank() ? "a server is missing" : "'" + each + "' is no server")
                                + "; write host:port pairs, such as zk1:2181,zk2:2181,zk3:2181/east,"
                                + " an IPv6 address in brackets");
            }
            String host = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
            String digits = matcher.group(3);
            int port = digits == null ? DEFAULT_PORT : Integer.parseInt(digits);
            if (port == 0 || port > MAX_PORT) {
                throw wrong(text, "a port is 1 to " + MAX_PORT + ", not " + port);
            }
            servers.add(new Server(host, port));
        }
        return servers;
    }

    private static String chroot(String text, String trimmed, int slash) {
        String chroot = trimmed.substring(slash);
        if (chroot.equals("/")) {
            return "";
        }
        if (!CHROOT.matcher(chroot).matches()) {
            throw wrong(
                    text,
                    "the chroot '"
                            + chroot
                            + "' is no path; write names with a slash before each, such as"
                            + " /kafka/east");
        }
        return chroot;
    }

    /** What somebody probably meant who gave each server a chroot, with the first one's. */
    private static String withChrootAtTheEnd(String text) {
        String servers =
                List.of(text.split(",")).stream()
                        .map(each -> each.trim().replaceFirst("/.*", ""))
                        .collect(Collectors.joining(","));
        String chroot = text.substring(text.indexOf('/')).replaceFirst(",.*", "");
        return servers + chroot;
    }

    private static InvalidConfigException wrong(String text, String remedy) {
        String name = ZooKeeperKeys.ZOOKEEPER_CONNECT.name();
        return new InvalidConfigException(
                name, "Invalid value '" + text + "' for " + name + ": " + remedy + ".");
    }

    /** The servers alone, as ZooKeeper's own client reads them. */
    public String ensemble() {
        return servers.stream().map(Server::toString).collect(Collectors.joining(","));
    }

    @Override
    public String toString() {
        return ensemble() + chroot;
    }
}
