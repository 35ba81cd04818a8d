package dev.moldau.benchmarks.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a load program is told to do.
 *
 * @param topic where to
 * @param threads how many send, through one producer
 * @param recordBytes size of each value
 * @param warmRecords how many to send before anything is measured
 * @param records how many to send and measure
 * @param recordsPerSecond a fixed rate, or 0 for as fast as it goes
 * @param settings the producer's, by Kafka's names
 */
public record Plan(
        String topic,
        int threads,
        int recordBytes,
        long warmRecords,
        long records,
        int recordsPerSecond,
        Map<String, String> settings) {

    private static final String SETTING = "producer.";

    /** Copies the settings. */
    public Plan {
        settings = Map.copyOf(settings);
    }

    /** As arguments of a load program. */
    public List<String> words() {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "topic=" + topic,
                                "threads=" + threads,
                                "recordBytes=" + recordBytes,
                                "warmRecords=" + warmRecords,
                                "records=" + records,
                                "recordsPerSecond=" + recordsPerSecond));
        settings.forEach((name, value) -> words.add(SETTING + name + "=" + value));
        return words;
    }

    /** From the arguments of a load program. */
    static Plan of(String[] words) {
        Map<String, String> all = new HashMap<>();
        Map<String, String> settings = new HashMap<>();
        for (String word : words) {
            String name = word.substring(0, word.indexOf('='));
            String value = word.substring(name.length() + 1);
            if (name.startsWith(SETTING)) {
                settings.put(name.substring(SETTING.length()), value);
            } else {
                all.put(name, value);
            }
        }
        return new Plan(
                named(all, "topic"),
                Integer.parseInt(named(all, "threads")),
                Integer.parseInt(named(all, "recordBytes")),
                Long.parseLong(named(all, "warmRecords")),
                Long.parseLong(named(all, "records")),
                Integer.parseInt(named(all, "recordsPerSecond")),
                settings);
    }

    private static String named(Map<String, String> all, String name) {
        return Objects.requireNonNull(all.get(name), name);
    }
}
