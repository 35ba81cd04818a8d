package dev.moldau.systemtests;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A run of the producer's driver: what to send where, with which settings.
 *
 * @param ledger the file for what the producer was told
 * @param baseMs what the records' timestamps go up from
 * @param topics each gets a thread of its own
 * @param partitions of each topic
 * @param mostRecords per partition; a run ends earlier when it is told to stop
 * @param mostBytes of a value
 * @param rate records per second over all topics, or 0 for as fast as it goes
 * @param stallMs time without a success in a partition that is worth a word; 0 for none
 * @param settings the producer's, by Kafka's names
 */
record ProducerRunLine(
        Path ledger,
        long baseMs,
        List<String> topics,
        int partitions,
        int mostRecords,
        int mostBytes,
        int rate,
        long stallMs,
        Map<String, String> settings) {

    /** As the driver reads it. */
    String line() {
        StringBuilder line =
                new StringBuilder("ledger=" + ledger)
                        .append(" base=" + baseMs)
                        .append(" topics=")
                        .append(String.join(",", topics))
                        .append(" partitions=" + partitions)
                        .append(" records=" + mostRecords)
                        .append(" bytes=" + mostBytes)
                        .append(" rate=" + rate)
                        .append(" stall=" + stallMs);
        new TreeMap<>(settings)
                .forEach((name, value) -> line.append(" producer." + name + "=" + value));
        return line.toString();
    }
}
