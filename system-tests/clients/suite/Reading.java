import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * What somebody read: by partition and offset, the number that the record had there. Safe for use by several threads, who then read as
 * one.
 */
final class Reading {

    /** Nobody has read what is at this offset. */
    static final int UNREAD = -1;

    private final Map<String, int[]> numbers = new TreeMap<>();

    /** Notes a record; answers what was noted for that offset before, or {@link #UNREAD}. */
    synchronized int note(TopicPartition partition, long offset, int number) {
        int[] known = numbers.getOrDefault(partition.toString(), new int[0]);
        if (offset >= known.length) {
            int length = known.length;
            known = Arrays.copyOf(known, (int) Math.max(offset + 1, 2L * length + 1_000));
            Arrays.fill(known, length, known.length, UNREAD);
            numbers.put(partition.toString(), known);
        }
        int before = known[(int) offset];
        known[(int) offset] = number;
        return before;
    }

    /** The number at an offset, or {@link #UNREAD}. */
    synchronized int at(String partition, long offset) {
        int[] known = numbers.get(partition);
        return known == null || offset >= known.length ? UNREAD : known[(int) offset];
    }

    /** Whether everything before these ends has been read. */
    synchronized boolean covers(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> {
            int[] known = numbers.getOrDefault(end.getKey().toString(), new int[0]);
            return known.length >= end.getValue() && Arrays.stream(known, 0, Math.toIntExact(end.getValue())).noneMatch(n -> n == UNREAD);
        });
    }

    synchronized void write(Path file) throws IOException {
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            out.writeInt(numbers.size());
            for (Map.Entry<String, int[]> each : numbers.entrySet()) {
                out.writeUTF(each.getKey());
                out.writeInt(each.getValue().length);
                for (int number : each.getValue()) {
                    out.writeInt(number);
                }
            }
        }
    }

    static Reading read(Path file) throws IOException {
        Reading reading = new Reading();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            for (int left = in.readInt(); left > 0; left--) {
                String partition = in.readUTF();
                int[] known = new int[in.readInt()];
                for (int i = 0; i < known.length; i++) {
                    known[i] = in.readInt();
                }
                reading.numbers.put(partition, known);
            }
        }
        return reading;
    }
}
