package dev.moldau.client.consumer;

import dev.moldau.client.consumer.fetch.Place;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.common.TopicPartition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Where the application is in the partitions that it reads, and where it wants to be: the cursors
 * move at once, and the loop is told. Owned by the application's thread.
 */
final class Positions {

    private final ConsumerCore core;
    private final Commands commands;
    private final Waiting waiting;
    private final Cursors<?, ?> cursors;

    Positions(ConsumerCore core, Commands commands, Waiting waiting, Cursors<?, ?> cursors) {
        this.core = core;
        this.commands = commands;
        this.waiting = waiting;
        this.cursors = cursors;
    }

    /**
     * @throws IllegalStateException if the partition is not read
     */
    private Cursor cursor(TopicPartition partition) {
        Cursor cursor = cursors.find(partition);
        if (cursor == null) {
            throw new IllegalStateException(
                    partition
                            + " is not among the partitions that are read: "
                            + cursors.partitions());
        }
        return cursor;
    }

    void seek(TopicPartition partition, Place place) {
        Cursor cursor = cursor(partition);
        cursors.seek(cursor, place);
        int version = cursor.version;
        commands.post(() -> core.fetcher().seek(partition, version, place));
    }

    /**
     * Goes to where a timestamp leads.
     *
     * @param partitions none stands for all
     */
    void seek(Collection<TopicPartition> partitions, long timestamp) {
        List<Cursor> chosen = new ArrayList<>();
        for (TopicPartition partition : partitions.isEmpty() ? cursors.partitions() : partitions) {
            chosen.add(cursor(partition));
        }
        for (Cursor cursor : chosen) {
            cursors.seek(cursor, null);
            int version = cursor.version;
            commands.post(() -> core.fetcher().reset(cursor.partition, version, timestamp));
        }
    }

    /** The offset of the next record; waits until it is known. */
    long position(TopicPartition partition, long limitMs) {
        Cursor cursor = cursor(partition);
        long deadlineMs = waiting.deadlineMs(limitMs);
        commands.start();
        Place place;
        while ((place = cursor.place) == null) {
            cursors.throwTrouble(cursor);
            if (waiting.nowMs() >= deadlineMs) {
                throw new TimedOutException(
                        "the position of "
                                + partition
                                + " was not known within "
                                + limitMs
                                + " ms");
            }
            waiting.pause(deadlineMs);
            cursors.take(core.handover());
        }
        return place.offset();
    }

    /** How far the end is, as the last fetch saw it; empty if nothing is known yet. */
    OptionalLong lag(TopicPartition partition) {
        Cursor cursor = cursor(partition);
        Place place = cursor.place;
        return place == null || cursor.readableEnd < 0
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, cursor.readableEnd - place.offset()));
    }

    /** Returns no more records of these, or does again; all or none. */
    void pause(Collection<TopicPartition> partitions, boolean paused) {
        partitions.forEach(this::cursor);
        for (TopicPartition partition : partitions) {
            cursors.pause(cursor(partition), paused);
            commands.post(() -> core.fetcher().pause(partition, paused));
        }
    }

    Set<TopicPartition> paused() {
        Set<TopicPartition> paused = new HashSet<>();
        for (Cursor cursor : cursors.all()) {
            if (cursor.paused) {
                paused.add(cursor.partition);
            }
        }
        return paused;
    }
}
