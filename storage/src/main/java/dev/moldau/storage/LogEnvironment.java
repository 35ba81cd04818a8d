package dev.moldau.storage;

import dev.moldau.common.Clock;
import dev.moldau.storage.disk.Disk;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * What the logs of a data folder are given from outside.
 *
 * @param disk where the files are
 * @param clock the time
 * @param background runs work that waits for the disk: flushes of rolled segments, deletions,
 *     rebuilding of indexes. Best with several threads (8 to 16): flushes that wait together share
 *     a journal commit of the file system, which a thousand logs need when they close
 * @param random the source of chance for identities and jitter; used under the rule of its own
 *     class for threads, so a shared one must be thread-safe
 * @param maxOpenFiles how many segment files and indexes are kept open while nobody reads them
 */
public record LogEnvironment(
        Disk disk, Clock clock, Executor background, RandomGenerator random, int maxOpenFiles) {

    /**
     * @throws IllegalArgumentException if fewer than one file may be open
     */
    public LogEnvironment {
        if (maxOpenFiles < 1) {
            throw new IllegalArgumentException("maxOpenFiles is " + maxOpenFiles);
        }
    }
}
