package dev.moldau.storage;

import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.storage.disk.Disk;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Executor;

/** A data folder under test with one partition, everything injected, everything on one thread. */
final class TestFolder {

    static final TopicPartition PARTITION = new TopicPartition("orders", 3);
    static final Uuid TOPIC_ID = new Uuid(17, 42);
    static final LogDirectory.Identity IDENTITY = new LogDirectory.Identity("cluster", 1);

    final ManualClock clock;
    final ManualLane lane = new ManualLane();
    final Disk disk;
    final Path path;
    final LogEnvironment environment;
    private final ArrayDeque<Runnable> background = new ArrayDeque<>();
    LogDirectory directory;

    TestFolder(Disk disk, Path path, ManualClock clock) {
        this(disk, path, clock, 100);
    }

    TestFolder(Disk disk, Path path, ManualClock clock, int maxOpenFiles) {
        this.disk = disk;
        this.path = path;
        this.clock = clock;
        Executor later = background::add;
        this.environment = new LogEnvironment(disk, clock, later, new Random(7), maxOpenFiles);
        this.directory = LogDirectory.open(path, IDENTITY, environment);
    }

    /** Runs what waits for other threads, until nothing does. */
    void settle() {
        while (!background.isEmpty() || lane.pending() > 0) {
            Runnable next = background.poll();
            if (next != null) {
                next.run();
            }
            lane.run();
        }
    }

    int waitingInBackground() {
        return background.size();
    }

    PartitionLog create(LogSettings settings) {
        return directory.create(PARTITION, TOPIC_ID, settings, lane);
    }

    PartitionLog open(LogSettings settings) {
        return directory.open(PARTITION, TOPIC_ID, settings, lane);
    }

    /** Closes everything in order and opens it again. */
    PartitionLog restart(PartitionLog log) {
        LogSettings settings = log.settings();
        log.close();
        settle();
        directory.close();
        return reopen(settings);
    }

    /** Opens everything again, whatever became of it. */
    PartitionLog reopen(LogSettings settings) {
        background.clear();
        lane.run();
        directory = LogDirectory.open(path, IDENTITY, environment);
        settle();
        return open(settings);
    }

    Path folder() {
        return path.resolve(PARTITION.toString());
    }

    static AppendOutcome append(PartitionLog log, ByteBuffer records) {
        Append append = Append.produced(records, 5);
        log.append(Arrays.asList(append));
        log.moveHighWatermark(log.view().logEndOffset());
        return append.outcome();
    }
}
