package dev.moldau.examples;

import dev.moldau.client.consumer.Consumer;
import dev.moldau.client.consumer.ConsumerRecords;
import dev.moldau.client.errors.WakeupException;
import dev.moldau.client.serialization.LongDeserializer;
import dev.moldau.client.serialization.StringDeserializer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts messages in a database that keeps the offsets too, in the same transaction: whatever dies
 * when, each message is counted exactly once. {@link TotalsTable} and {@link OffsetsTable} are the
 * database's two tables. Run {@link Asynchronous} first, or meanwhile, for something to read; kill
 * this one as you like and start it again. Ctrl-C ends it cleanly.
 *
 * <p>With a broker on localhost:9092 ({@code bin/moldau start}), from the top folder:
 *
 * <pre>
 * mvn -q -pl examples -am compile exec:java -Dexec.mainClass=dev.moldau.examples.OwnOffsets
 * </pre>
 *
 * <p>Another broker, database or setting: add {@code -Dexec.args="host:port jdbc:... key=value"}.
 */
public final class OwnOffsets {

    private static final String TOPIC = "examples";

    // H2 writes in the background unless told otherwise, and what its file has after kill -9 may
    // then be half of a transaction.
    private static final String DATABASE = "jdbc:h2:./target/own-offsets;WRITE_DELAY=0";

    private final Consumer<Long, String> consumer;
    private final Connection database;
    private final TotalsTable totals;
    private final OffsetsTable offsets;

    private OwnOffsets(Consumer<Long, String> consumer, Connection database) throws SQLException {
        this.consumer = consumer;
        this.database = database;
        this.totals = new TotalsTable(database);
        this.offsets = new OffsetsTable(database);
        database.commit();
    }

    /** Counts until it is stopped; arguments: broker, database, settings. */
    public static void main(String[] args) throws SQLException {
        Map<String, Object> config = new HashMap<>();
        config.put("bootstrap.servers", args.length > 0 ? args[0] : "localhost:9092");
        config.put("group.id", "own-offsets-example");
        // The group shares out partitions; where to go on in them is the database's business.
        config.put("enable.auto.commit", false);
        for (int i = 2; i < args.length; i++) {
            String[] setting = args[i].split("=", 2);
            config.put(setting[0], setting[1]);
        }

        try (Connection database =
                        DriverManager.getConnection(args.length > 1 ? args[1] : DATABASE);
                Consumer<Long, String> consumer =
                        Consumer.create(config, new LongDeserializer(), new StringDeserializer())) {
            database.setAutoCommit(false);
            Thread main = Thread.currentThread();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(consumer, main)));
            new OwnOffsets(consumer, database).count();
        } catch (WakeupException e) {
            System.out.println("stopped");
        }
    }

    private static void stop(Consumer<Long, String> consumer, Thread main) {
        consumer.wakeup();
        try {
            // The process ends when all hooks have; the consumer is to leave its group before.
            main.join(10_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void count() throws SQLException {
        consumer.subscribe(List.of(TOPIC), new SeekToStored(consumer, offsets));
        while (true) {
            ConsumerRecords<Long, String> records = consumer.poll(Duration.ofSeconds(1));
            if (!records.isEmpty()) {
                store(records);
                System.out.println(totals.sum());
            }
        }
    }

    /** Results and offsets together, or neither. */
    private void store(ConsumerRecords<Long, String> records) throws SQLException {
        try {
            for (var record : records) {
                totals.add(record.key(), record.value());
            }
            for (var next : records.nextOffsets().entrySet()) {
                offsets.move(next.getKey(), next.getValue().offset());
            }
            database.commit();
        } catch (SQLException e) {
            // Also if another member has gone on from here: then it has counted these, too.
            database.rollback();
            throw e;
        }
    }
}
