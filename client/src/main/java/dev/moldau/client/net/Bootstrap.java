package dev.moldau.client.net;

import dev.moldau.client.Node;
import dev.moldau.common.config.InvalidConfigException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a client finds its cluster: the addresses in {@code bootstrap.servers}. Made and used by
 * whoever makes the client, since looking names up blocks.
 */
public final class Bootstrap {

    private static final Logger LOG = LoggerFactory.getLogger(Bootstrap.class);

    private static final String KEY = "bootstrap.servers";

    /**
     * A protocol in front is accepted, as people copy it from a broker's listeners, and ignored.
     */
    private static final Pattern FORM =
            Pattern.compile(
                    "(?:[A-Za-z0-9_]+://)?(?:\\[([0-9a-fA-F:.%a-z]+)]|([A-Za-z0-9._-]+)):(\\d{1,5})");

    private final DnsMode mode;
    private final AddressLookup lookup;

    /** Looks names up in the system. */
    public Bootstrap(DnsMode mode) {
        this(mode, AddressLookup.SYSTEM);
    }

    /** Looks names up in a way of the caller's. */
    public Bootstrap(DnsMode mode, AddressLookup lookup) {
        this.mode = mode;
        this.lookup = lookup;
    }

    /**
     * Reads the setting and looks up its names. A name that has no address is left out with a
     * warning as long as another one has.
     *
     * @param servers the entries, each {@code host:port} or {@code [address]:port}; blanks around
     *     them and empty ones do not matter
     * @return nodes with the ids -1, -2 and so on
     * @throws InvalidConfigException if an entry has another form, if there is none, or if no name
     *     has an address; the text lists what is wrong with each
     */
    public List<Node> nodes(List<String> servers) {
        Set<HostPort> usable = new LinkedHashSet<>();
        List<String> reasons = new ArrayList<>();
        for (HostPort entry : parse(servers)) {
            try {
                usable.addAll(lookUp(entry));
            } catch (UnknownHostException e) {
                reasons.add(entry + " (" + reason(e) + ")");
            }
        }
        if (usable.isEmpty()) {
            throw new InvalidConfigException(
                    KEY,
                    "none of the addresses in "
                            + KEY
                            + " can be resolved: "
                            + String.join(", ", reasons)
                            + "; check the names and this machine's DNS");
        }
        if (!reasons.isEmpty()) {
            LOG.warn("left out of {}: {}", KEY, String.join(", ", reasons));
        }
        return number(usable);
    }

    private static List<Node> number(Set<HostPort> usable) {
        List<Node> nodes = new ArrayList<>();
        for (HostPort address : usable) {
            nodes.add(new Node(-1 - nodes.size(), address.host, address.port, null));
        }
        return List.copyOf(nodes);
    }

    private List<HostPort> lookUp(HostPort entry) throws UnknownHostException {
        List<InetAddress> addresses = lookup.addresses(entry.host);
        if (mode == DnsMode.USE_ALL_DNS_IPS) {
            // The name is looked up again for every connection: addresses change.
            return List.of(entry);
        }
        return addresses.stream()
                .map(address -> new HostPort(address.getCanonicalHostName(), entry.port))
                .toList();
    }

    private static List<HostPort> parse(List<String> servers) {
        List<HostPort> entries = new ArrayList<>();
        for (String part : servers) {
            String entry = part.strip();
            if (!entry.isEmpty()) {
                entries.add(parseOne(entry));
            }
        }
        if (entries.isEmpty()) {
            throw new InvalidConfigException(
                    KEY, KEY + " is empty; give at least one host:port, such as localhost:9092");
        }
        return entries;
    }

    private static HostPort parseOne(String entry) {
        Matcher matcher = FORM.matcher(entry);
        if (!matcher.matches()) {
            throw wrong(entry, "write it as host:port or [address]:port, such as localhost:9092");
        }
        int port = Integer.parseInt(matcher.group(3));
        if (port < 1 || port > 65_535) {
            throw wrong(entry, "a port is a number from 1 to 65535");
        }
        String address = matcher.group(1);
        return new HostPort(address != null ? address : matcher.group(2), port);
    }

    private static InvalidConfigException wrong(String entry, String remedy) {
        return new InvalidConfigException(
                KEY, "Invalid address '" + entry + "' in " + KEY + ": " + remedy);
    }

    private static String reason(UnknownHostException e) {
        String message = e.getMessage();
        return message == null ? "unknown host" : message;
    }

    private record HostPort(String host, int port) {
        @Override
        public String toString() {
            return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
        }
    }
}
