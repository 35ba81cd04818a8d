package dev.moldau.protocol.compress;

import java.util.Optional;

/**
 * How the records of a batch are compressed. The ids are those of the lowest three attribute bits
 * of a batch or message.
 */
public enum Compression {
    /** Records as they are. */
    NONE(0, "none", 0, 0, 0),
    /** RFC 1952; levels 1 to 9, -1 leaves the choice to the library. */
    GZIP(1, "gzip", 1, 9, -1),
    /** Snappy blocks in the framing of the Java library; raw blocks are read as well. No levels. */
    SNAPPY(2, "snappy", 0, 0, 0),
    /** LZ4 frames; levels 1 (fast) to 17. */
    LZ4(3, "lz4", 1, 17, 9),
    /** Zstandard frames (KIP-110); levels -131072 to 22. */
    ZSTD(4, "zstd", -131072, 22, 3);

    private static final Compression[] BY_ID = values();

    private final int id;
    private final String configName;
    private final int lowestLevel;
    private final int highestLevel;
    private final int defaultLevel;

    Compression(int id, String configName, int lowestLevel, int highestLevel, int defaultLevel) {
        this.id = id;
        this.configName = configName;
        this.lowestLevel = lowestLevel;
        this.highestLevel = highestLevel;
        this.defaultLevel = defaultLevel;
    }

    /**
     * The codec with this id.
     *
     * @throws CorruptCompressedDataException if no codec has the id
     */
    public static Compression forId(int id) {
        if (id < 0 || id >= BY_ID.length) {
            throw new CorruptCompressedDataException("no compression has the id " + id);
        }
        return BY_ID[id];
    }

    /** Whether a codec has this id. */
    public static boolean known(int id) {
        return id >= 0 && id < BY_ID.length;
    }

    /** The codec called so in {@code compression.type}, if there is one. */
    public static Optional<Compression> named(String configName) {
        for (Compression compression : BY_ID) {
            if (compression.configName.equals(configName)) {
                return Optional.of(compression);
            }
        }
        return Optional.empty();
    }

    /** The value of the attribute bits. */
    public int id() {
        return id;
    }

    /** The name in configuration. */
    public String configName() {
        return configName;
    }

    /** The lowest level that may be asked for. */
    public int lowestLevel() {
        return lowestLevel;
    }

    /** The highest level that may be asked for. */
    public int highestLevel() {
        return highestLevel;
    }

    /** The level used where none is asked for. */
    public int defaultLevel() {
        return defaultLevel;
    }
}
