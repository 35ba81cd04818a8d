package dev.moldau.cluster.store.zookeeper.server;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * What a ZooKeeper server is to be. The settings are ZooKeeper's own; those that nobody gives are
 * chosen for a small ensemble that is left alone: it listens on the loopback, cleans its folder up
 * every hour, and opens no port for administration.
 *
 * @param file a {@code zoo.cfg}, weaker than what follows
 * @param data the folder; empty for what the file says, or {@code zookeeper-data}
 * @param listen where clients connect, {@code HOST:PORT}, {@code :PORT} or {@code PORT}; empty for
 *     what the file says, or 127.0.0.1:2181
 * @param members all servers of the ensemble, this one among them; empty for what the file says, or
 *     for a server alone
 * @param id this server's place among the members, from 1; 0 for what the folder's file {@code
 *     myid} says
 */
public record EnsembleServerSettings(
        Optional<Path> file,
        Optional<Path> data,
        Optional<String> listen,
        List<EnsembleMember> members,
        int id) {

    private static final String DATA_DIR = "dataDir";
    private static final String CLIENT_PORT = "clientPort";
    private static final String CLIENT_ADDRESS = "clientPortAddress";
    private static final String MY_ID = "myid";
    private static final String USUAL_LISTEN = "127.0.0.1:2181";
    private static final String USUAL_DATA = "zookeeper-data";

    public EnsembleServerSettings {
        members = List.copyOf(members);
    }

    /**
     * As ZooKeeper reads it. Makes the data folder, and its file {@code myid} if {@link #id} is
     * given.
     */
    Properties properties() throws EnsembleServerException {
        Properties all = usual();
        if (file.isPresent()) {
            all.putAll(read(file.get()));
        }
        data.ifPresent(folder -> all.setProperty(DATA_DIR, folder.toString()));
        all.putIfAbsent(DATA_DIR, USUAL_DATA);
        if (listen.isPresent() || !hasClientPort(all)) {
            listen(listen.orElse(USUAL_LISTEN), all);
        }
        for (int i = 0; i < members.size(); i++) {
            all.setProperty("server." + (i + 1), members.get(i).setting());
        }
        Path folder = Path.of(all.getProperty(DATA_DIR)).toAbsolutePath();
        all.setProperty(DATA_DIR, folder.toString());
        prepare(folder);
        return all;
    }

    private static Properties usual() {
        Properties usual = new Properties();
        usual.setProperty("tickTime", "2000");
        usual.setProperty("initLimit", "10");
        usual.setProperty("syncLimit", "5");
        usual.setProperty("autopurge.snapRetainCount", "3");
        usual.setProperty("autopurge.purgeInterval", "1");
        usual.setProperty("admin.enableServer", "false");
        usual.setProperty("jmx.log4j.disable", "true");
        usual.setProperty("4lw.commands.whitelist", "srvr,ruok,mntr");
        return usual;
    }

    private static Properties read(Path file) throws EnsembleServerException {
        Properties read = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            read.load(in);
        } catch (IOException | IllegalArgumentException e) {
            throw new EnsembleServerException(
                    "The configuration file " + file.toAbsolutePath() + " cannot be read: " + e, e);
        }
        return read;
    }

    private static boolean hasClientPort(Properties all) {
        return all.containsKey(CLIENT_PORT) || all.containsKey("secureClientPort");
    }

    private static void listen(String text, Properties all) throws EnsembleServerException {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon).replaceAll("[\\[\\]]", "");
        String port = text.substring(colon + 1);
        if (!port.matches("\\d{1,5}")) {
            throw new EnsembleServerException(
                    "--listen takes HOST:PORT, such as " + USUAL_LISTEN + ", not '" + text + "'.",
                    null);
        }
        all.setProperty(CLIENT_PORT, port);
        all.setProperty(CLIENT_ADDRESS, host.isEmpty() ? "0.0.0.0" : host);
    }

    private void prepare(Path folder) throws EnsembleServerException {
        if (id < 0 || (!members.isEmpty() && id > members.size())) {
            throw whichOne();
        }
        try {
            Files.createDirectories(folder);
            if (id > 0) {
                writeId(folder.resolve(MY_ID));
            }
        } catch (IOException e) {
            throw notWritable(folder, e);
        }
        if (!Files.isWritable(folder)) {
            throw notWritable(folder, null);
        }
        if (!members.isEmpty() && !Files.exists(folder.resolve(MY_ID))) {
            throw whichOne();
        }
    }

    private EnsembleServerException whichOne() {
        return new EnsembleServerException(
                "The ensemble has "
                        + members.size()
                        + " servers; say by --id which of them this one is, from 1 to "
                        + members.size()
                        + ".",
                null);
    }

    private static EnsembleServerException notWritable(
            Path folder, @org.jspecify.annotations.Nullable IOException cause) {
        return new EnsembleServerException(
                "Cannot write to the data folder "
                        + folder
                        + (cause == null ? "" : " (" + cause + ")")
                        + "; choose another with --data, or allow this user to write there.",
                cause);
    }

    /** A folder belongs to one member for ever: its log holds what that one has promised. */
    private void writeId(Path file) throws IOException, EnsembleServerException {
        String own = Integer.toString(id);
        if (!Files.exists(file)) {
            Files.writeString(file, own + "\n");
        } else if (!Files.readString(file).strip().equals(own)) {
            throw new EnsembleServerException(
                    "The data folder "
                            + file.getParent()
                            + " belongs to server "
                            + Files.readString(file).strip()
                            + " of its ensemble, not to server "
                            + own
                            + ". Give --id that number, or each server a folder of its own.",
                    null);
        }
    }
}
