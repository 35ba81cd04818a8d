package dev.moldau.storage;

import dev.moldau.storage.producer.ProducerStates;
import dev.moldau.storage.producer.Snapshots;
import dev.moldau.storage.segment.Segment;
import java.util.List;

/**
 * What a log is made of when it begins or was found on the disk.
 *
 * @param segments by base offset, at least one
 * @param logStart the first offset that readers may ask for
 * @param logEnd the offset that the next record will get
 * @param recoveryPoint the offset below which everything is on the disk
 * @param existed whether its folder was there before
 * @param epochs the leader epochs
 * @param producers the producers
 * @param producersFrom the offset from which the segments tell of producers; below the log's start
 *     where records that were given up are still in the files
 * @param snapshots the producers' files
 */
record LoadedLog(
        List<Segment> segments,
        long logStart,
        long logEnd,
        long recoveryPoint,
        boolean existed,
        LogEpochs epochs,
        ProducerStates producers,
        long producersFrom,
        Snapshots snapshots) {}
