package dev.moldau.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files of a topic's replicas, which are the same to the byte when nobody writes any more. */
final class ReplicaFiles {

    private ReplicaFiles() {}

    /** Stops the brokers one after the other and compares what they have of these topics. */
    static void stopAndCompare(ClusterProcesses cluster, Path folder, List<String> topics) {
        ClusterProcesses.brokerNames().forEach(name -> cluster.process(name).terminate());
        List<Map<String, String>> replicas =
                ClusterProcesses.brokerNames().stream()
                        .map(name -> digests(folder.resolve(name), topics))
                        .toList();
        assertThat(replicas.getFirst()).as("replicas that were compared").isNotEmpty();
        assertThat(replicas).allSatisfy(each -> assertThat(each).isEqualTo(replicas.getFirst()));
    }

    private static Map<String, String> digests(Path data, List<String> topics) {
        Map<String, String> digests = new TreeMap<>();
        try (Stream<Path> folders = Files.list(data)) {
            folders.filter(Files::isDirectory)
                    .filter(partition -> topics.contains(topic(partition)))
                    .forEach(p -> digests.put(p.getFileName().toString(), digest(p)));
            return digests;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String topic(Path partition) {
        String name = partition.getFileName().toString();
        return name.substring(0, Math.max(0, name.lastIndexOf('-')));
    }

    /** Of all segments in order: where one ends and the next begins may differ. */
    private static String digest(Path partition) {
        try (Stream<Path> files = Files.list(partition)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            long bytes = 0;
            for (Path log : files.filter(f -> f.toString().endsWith(".log")).sorted().toList()) {
                byte[] content = Files.readAllBytes(log);
                digest.update(content);
                bytes += content.length;
            }
            return bytes + " bytes " + HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
