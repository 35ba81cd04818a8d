package dev.moldau.cluster.store.zookeeper.server;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of several servers, as the others reach it.
 *
 * @param host its name or address
 * @param peerPort where followers find their leader
 * @param electionPort where leaders are elected
 */
public record EnsembleMember(String host, int peerPort, int electionPort) {

    private static final int PEER_PORT = 2888;
    private static final int ELECTION_PORT = 3888;
    private static final int MAX_PORT = 65_535;

    private static final Pattern MEMBER =
            Pattern.compile(
                    "(\\[[0-9a-fA-F:.%]+\\]|[^:\\[\\]\\s]+)(?::(\\d{1,5})(?::(\\d{1,5}))?)?");

    /**
     * Reads a list of the form {@code HOST[:PEERPORT[:ELECTIONPORT]],...}; without ports they are
     * 2888 and 3888.
     *
     * @throws EnsembleServerException if the text is not of that form
     */
    public static List<EnsembleMember> parse(String text) throws EnsembleServerException {
        List<EnsembleMember> members = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            Matcher matcher = MEMBER.matcher(each.trim());
            if (!matcher.matches()) {
                throw wrong("'" + each + "' is none");
            }
            members.add(
                    new EnsembleMember(
                            matcher.group(1),
                            port(matcher.group(2), PEER_PORT),
                            port(matcher.group(3), ELECTION_PORT)));
        }
        return List.copyOf(members);
    }

    private static int port(@org.jspecify.annotations.Nullable String digits, int usual)
            throws EnsembleServerException {
        int port = digits == null ? usual : Integer.parseInt(digits);
        if (port == 0 || port > MAX_PORT) {
            throw wrong("a port is 1 to " + MAX_PORT + ", not " + port);
        }
        return port;
    }

    private static EnsembleServerException wrong(String problem) {
        return new EnsembleServerException(
                "The servers of an ensemble are named HOST:PEERPORT:ELECTIONPORT, such as"
                        + " zk1:2888:3888,zk2:2888:3888,zk3:2888:3888; "
                        + problem
                        + ".",
                null);
    }

    /** As ZooKeeper's own settings have it. */
    String setting() {
        return host + ":" + peerPort + ":" + electionPort;
    }
}
