package dev.moldau.storage.checkpoint;

import dev.moldau.common.Uuid;
import dev.moldau.storage.disk.DamagedFileException;
import dev.moldau.storage.disk.Disk;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;

/**
 * Whose data folder it is. Version 1 of the file has {@code node.id}, version 0 {@code broker.id}.
 *
 * @param clusterId the cluster, if the file says
 * @param nodeId the broker, if the file says
 * @param directoryId the folder's own identity, if the file says (KIP-858)
 * @param ownLogs whether all that is not known to be on the disk was written by Moldau, as in a
 *     folder that it made, or has once closed in good order
 */
public record MetaProperties(
        Optional<String> clusterId,
        OptionalInt nodeId,
        Optional<Uuid> directoryId,
        boolean ownLogs) {

    /** The file's name in the data folder. */
    public static final String NAME = "meta.properties";

    /** Apache Kafka reads over it. */
    private static final String OWN_LOGS = "moldau.own.logs";

    private static final int LIMIT_BYTES = 64 << 10;

    /**
     * What the file says; empty if it is not there.
     *
     * @throws DamagedFileException if it is no such file
     */
    public static Optional<MetaProperties> read(Disk disk, Path folder) throws IOException {
        Path path = folder.resolve(NAME);
        Properties properties = new Properties();
        try {
            byte[] bytes = disk.readSmall(path, LIMIT_BYTES);
            properties.load(new StringReader(new String(bytes, StandardCharsets.UTF_8)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new DamagedFileException(path, 0, String.valueOf(e.getMessage()));
        }
        String version = properties.getProperty("version", "");
        if (!version.equals("0") && !version.equals("1")) {
            throw new DamagedFileException(path, 0, "version '" + version + "' is unknown");
        }
        String node = properties.getProperty("node.id", properties.getProperty("broker.id"));
        String directory = properties.getProperty("directory.id");
        try {
            return Optional.of(
                    new MetaProperties(
                            Optional.ofNullable(properties.getProperty("cluster.id")),
                            node == null
                                    ? OptionalInt.empty()
                                    : OptionalInt.of(Integer.parseInt(node)),
                            directory == null
                                    ? Optional.empty()
                                    : Optional.of(Uuid.parse(directory)),
                            Boolean.parseBoolean(properties.getProperty(OWN_LOGS))));
        } catch (IllegalArgumentException e) {
            throw new DamagedFileException(path, 0, String.valueOf(e.getMessage()));
        }
    }

    /** Writes the file and waits until it is on the disk. */
    public void write(Disk disk, Path folder) throws IOException {
        StringBuilder text = new StringBuilder("version=1\n");
        clusterId.ifPresent(id -> text.append("cluster.id=").append(id).append('\n'));
        nodeId.ifPresent(id -> text.append("node.id=").append(id).append('\n'));
        directoryId.ifPresent(id -> text.append("directory.id=").append(id).append('\n'));
        if (ownLogs) {
            text.append(OWN_LOGS).append("=true\n");
        }
        disk.replace(folder, NAME, text.toString().getBytes(StandardCharsets.UTF_8), true);
    }
}
