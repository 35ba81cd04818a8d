package dev.moldau.examples;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Part of {@link OwnOffsets}: the results, which would be wrong if a message were counted twice or
 * not at all.
 */
final class TotalsTable {

    private static final int GROUPS = 10;

    private final Connection database;

    TotalsTable(Connection database) throws SQLException {
        this.database = database;
        try (var statement = database.createStatement()) {
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS totals (customer BIGINT PRIMARY KEY, messages"
                            + " BIGINT, characters BIGINT)");
        }
    }

    /** Counts a message; within the transaction that goes on. */
    void add(@Nullable Long key, @Nullable String value) throws SQLException {
        long customer = key == null ? 0 : key % GROUPS;
        int characters = value == null ? 0 : value.length();
        if (update(customer, characters) == 0) {
            insert(customer, characters);
        }
    }

    private int update(long customer, int characters) throws SQLException {
        try (PreparedStatement update =
                database.prepareStatement(
                        "UPDATE totals SET messages = messages + 1, characters = characters + ?"
                                + " WHERE customer = ?")) {
            update.setInt(1, characters);
            update.setLong(2, customer);
            return update.executeUpdate();
        }
    }

    private void insert(long customer, int characters) throws SQLException {
        try (PreparedStatement insert =
                database.prepareStatement("INSERT INTO totals VALUES (?, 1, ?)")) {
            insert.setLong(1, customer);
            insert.setInt(2, characters);
            insert.executeUpdate();
        }
    }

    /** All that has been counted, in words. */
    String sum() throws SQLException {
        try (PreparedStatement select =
                        database.prepareStatement(
                                "SELECT SUM(messages), SUM(characters) FROM totals");
                ResultSet sums = select.executeQuery()) {
            sums.next();
            String words =
                    sums.getLong(1) + " messages of " + sums.getLong(2) + " characters in all";
            database.commit();
            return words;
        }
    }
}
