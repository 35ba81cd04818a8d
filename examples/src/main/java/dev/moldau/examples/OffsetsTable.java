package dev.moldau.examples;

import dev.moldau.common.TopicPartition;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * Part of {@link OwnOffsets}: the next offset of each partition. Moves only from where this process
 * has found or left it, so that a member that was replaced without having noticed stores nothing.
 */
final class OffsetsTable {

    private final Connection database;
    private final Map<TopicPartition, Long> mine = new HashMap<>();

    OffsetsTable(Connection database) throws SQLException {
        this.database = database;
        try (var statement = database.createStatement()) {
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS offsets (topic VARCHAR, part INT, next_offset"
                            + " BIGINT, PRIMARY KEY (topic, part))");
        }
    }

    /**
     * Where to go on in a partition that comes.
     *
     * @param beginning the offset for a partition that is not in the table, which puts it there
     */
    long take(TopicPartition partition, long beginning) throws SQLException {
        long next = beginning;
        try (PreparedStatement select =
                database.prepareStatement(
                        "SELECT next_offset FROM offsets WHERE topic = ? AND part = ?")) {
            select.setString(1, partition.topic());
            select.setInt(2, partition.partition());
            ResultSet found = select.executeQuery();
            if (found.next()) {
                next = found.getLong(1);
            } else {
                insert(partition, beginning);
            }
        }
        database.commit();
        mine.put(partition, next);
        return next;
    }

    private void insert(TopicPartition partition, long beginning) throws SQLException {
        try (PreparedStatement insert =
                database.prepareStatement("INSERT INTO offsets VALUES (?, ?, ?)")) {
            insert.setString(1, partition.topic());
            insert.setInt(2, partition.partition());
            insert.setLong(3, beginning);
            insert.executeUpdate();
        }
    }

    /** The partition is somebody else's. */
    void leave(TopicPartition partition) {
        mine.remove(partition);
    }

    /**
     * Goes on in a partition; counts once the transaction is committed.
     *
     * @throws SQLException if somebody else has gone on from the same place
     */
    void move(TopicPartition partition, long next) throws SQLException {
        try (PreparedStatement update =
                database.prepareStatement(
                        "UPDATE offsets SET next_offset = ? WHERE topic = ? AND part = ? AND"
                                + " next_offset = ?")) {
            update.setLong(1, next);
            update.setString(2, partition.topic());
            update.setInt(3, partition.partition());
            update.setLong(4, mine.getOrDefault(partition, -1L));
            if (update.executeUpdate() == 0) {
                throw new SQLException(
                        "another member has gone on in " + partition + " from " + mine);
            }
        }
        mine.put(partition, next);
    }
}
