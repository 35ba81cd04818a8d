package dev.moldau.storage;

import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import java.util.HexFormat;
import java.util.Optional;

/** How the folders of partitions are called: {@code topic-3}, and while they wait for deletion. */
final class PartitionFolders {

    private static final String DELETE_SUFFIX = "-delete";

    /** File systems allow 255 bytes; a long topic name is cut when the suffix is appended. */
    private static final int LONGEST_NAME = 255;

    private PartitionFolders() {}

    /** Whose folder it is; empty for any other name. */
    static Optional<TopicPartition> parse(String name) {
        int dash = name.lastIndexOf('-');
        if (dash <= 0 || dash == name.length() - 1 || name.length() - dash > 11) {
            return Optional.empty();
        }
        for (int i = dash + 1; i < name.length(); i++) {
            if (name.charAt(i) < '0' || name.charAt(i) > '9') {
                return Optional.empty();
            }
        }
        if (name.charAt(dash + 1) == '0' && name.length() - dash > 2) {
            return Optional.empty(); // nobody writes a partition's number like that
        }
        long partition = Long.parseLong(name, dash + 1, name.length(), 10);
        return partition > Integer.MAX_VALUE
                ? Optional.empty()
                : Optional.of(new TopicPartition(name.substring(0, dash), (int) partition));
    }

    static boolean isDeleted(String name) {
        return name.endsWith(DELETE_SUFFIX) && name.indexOf('.') > 0;
    }

    /** The name of a folder that waits for deletion. */
    static String deleted(TopicPartition partition, Uuid unique) {
        HexFormat hex = HexFormat.of();
        String suffix =
                "."
                        + hex.toHexDigits(unique.mostSignificantBits())
                        + hex.toHexDigits(unique.leastSignificantBits())
                        + DELETE_SUFFIX;
        String name = partition.toString();
        int room = LONGEST_NAME - suffix.length();
        return (name.length() > room ? name.substring(0, room) : name) + suffix;
    }
}
