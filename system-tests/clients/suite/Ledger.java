import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What a producer was told of each record that it was given: the file that the driver writes and the judge reads. Numbers of a
 * partition's records go up by one in the order of sending.
 */
final class Ledger {

    /** Told of success without an offset, as with {@code acks=0}. */
    static final long WITHOUT_OFFSET = -1;
    /** Told of a failure: the record may be in the log, once, or not. */
    static final long FAILED = -2;
    /** Refused by the call itself: the record must not be in the log. */
    static final long REFUSED = -3;
    /** Not told anything. */
    static final long PENDING = -4;

    final long baseMs;
    final int mostBytes;
    final String[] topics;
    final int partitions;
    /** By topic, partition and number: an offset or one of the marks. */
    final long[][][] told;
    /** By topic and partition: how many were sent. */
    final int[][] sent;

    Ledger(long baseMs, int mostBytes, String[] topics, int partitions, int mostRecords) {
        this(baseMs, mostBytes, topics, partitions, new long[topics.length][partitions][mostRecords], new int[topics.length][partitions]);
        for (long[][] topic : told) {
            for (long[] partition : topic) {
                Arrays.fill(partition, PENDING);
            }
        }
    }

    private Ledger(long baseMs, int mostBytes, String[] topics, int partitions, long[][][] told, int[][] sent) {
        this.baseMs = baseMs;
        this.mostBytes = mostBytes;
        this.topics = topics;
        this.partitions = partitions;
        this.told = told;
        this.sent = sent;
    }

    long count(java.util.function.LongPredicate which) {
        long count = 0;
        for (int t = 0; t < topics.length; t++) {
            for (int p = 0; p < partitions; p++) {
                for (int n = 0; n < sent[t][p]; n++) {
                    count += which.test(told[t][p][n]) ? 1 : 0;
                }
            }
        }
        return count;
    }

    void write(Path file) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16))) {
            out.writeLong(baseMs);
            out.writeInt(mostBytes);
            out.writeInt(topics.length);
            out.writeInt(partitions);
            for (int t = 0; t < topics.length; t++) {
                out.writeUTF(topics[t]);
                for (int p = 0; p < partitions; p++) {
                    out.writeInt(sent[t][p]);
                    for (int n = 0; n < sent[t][p]; n++) {
                        out.writeLong(told[t][p][n]);
                    }
                }
            }
        }
    }

    static Ledger read(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            long baseMs = in.readLong();
            int mostBytes = in.readInt();
            String[] topics = new String[in.readInt()];
            int partitions = in.readInt();
            long[][][] told = new long[topics.length][partitions][];
            int[][] sent = new int[topics.length][partitions];
            for (int t = 0; t < topics.length; t++) {
                topics[t] = in.readUTF();
                for (int p = 0; p < partitions; p++) {
                    sent[t][p] = in.readInt();
                    told[t][p] = new long[sent[t][p]];
                    for (int n = 0; n < sent[t][p]; n++) {
                        told[t][p][n] = in.readLong();
                    }
                }
            }
            return new Ledger(baseMs, mostBytes, topics, partitions, told, sent);
        }
    }
}
