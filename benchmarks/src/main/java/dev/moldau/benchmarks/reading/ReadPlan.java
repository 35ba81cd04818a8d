package dev.moldau.benchmarks.reading;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a reading program is told to do.
 *
 * @param bootstrap the broker
 * @param topic what to read, from the beginning
 * @param partitions how many it has
 * @param text whether keys are longs and values strings; else both are bytes
 * @param warmRecords how many the listener reads before anything is measured
 * @param records how many the topic has
 */
public record ReadPlan(
        String bootstrap,
        String topic,
        int partitions,
        boolean text,
        long warmRecords,
        long records) {

    /** As arguments of a reading program. */
    public List<String> words() {
        return List.of(
                "bootstrap=" + bootstrap,
                "topic=" + topic,
                "partitions=" + partitions,
                "text=" + text,
                "warmRecords=" + warmRecords,
                "records=" + records);
    }

    /** From the arguments of a reading program. */
    static ReadPlan of(String[] words) {
        Map<String, String> all = new HashMap<>();
        for (String word : words) {
            String name = word.substring(0, word.indexOf('='));
            all.put(name, word.substring(name.length() + 1));
        }
        return new ReadPlan(
                named(all, "bootstrap"),
                named(all, "topic"),
                Integer.parseInt(named(all, "partitions")),
                Boolean.parseBoolean(named(all, "text")),
                Long.parseLong(named(all, "warmRecords")),
                Long.parseLong(named(all, "records")));
    }

    private static String named(Map<String, String> all, String name) {
        return Objects.requireNonNull(all.get(name), name);
    }
}
