package dev.moldau.server.net;

import dev.moldau.common.Lane;
import dev.moldau.common.SystemClock;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.compress.Codecs;
import dev.moldau.protocol.record.BatchSettings;
import dev.moldau.protocol.record.BatchWriter;
import dev.moldau.storage.Append;
import dev.moldau.storage.FileRecords;
import dev.moldau.storage.LogDirectory;
import dev.moldau.storage.LogEnvironment;
import dev.moldau.storage.LogSettings;
import dev.moldau.storage.PartitionLog;
import dev.moldau.storage.ReadBound;
import dev.moldau.storage.ReadOutcome;
import dev.moldau.storage.disk.NioDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** A log on a real disk, for regions of its files; one thread, everything at once. */
final class StoredRecords implements AutoCloseable {

    private static final int BATCHES = 40;
    private static final int VALUE_BYTES = 500_000;

    private final Path folder;
    private final LogDirectory directory;
    private final PartitionLog log;

    StoredRecords(Path folder) {
        this.folder = folder;
        Random random = new Random(5);
        directory =
                LogDirectory.open(
                        folder,
                        new LogDirectory.Identity("cluster", 1),
                        new LogEnvironment(
                                new NioDisk(), new SystemClock(), Runnable::run, random, 10));
        log =
                directory.create(
                        new TopicPartition("t", 0), new Uuid(1, 2), LogSettings.DEFAULTS, HERE);
        for (int i = 0; i < BATCHES; i++) {
            log.append(List.of(Append.produced(batch(random), 1)));
        }
        log.moveHighWatermark(log.view().logEndOffset());
    }

    /** About 20 MB of a file, more than sockets hold. */
    FileRecords read() {
        ReadOutcome read = log.view().read(0, Integer.MAX_VALUE, ReadBound.LOG_END, true);
        if (read instanceof ReadOutcome.Data data) {
            return data.records();
        }
        throw new AssertionError("nothing but " + read);
    }

    /** Whether the process has the log's file open, deleted or not. */
    boolean isFileOpen() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.anyMatch(this::isOurs);
        }
    }

    private boolean isOurs(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith(folder.toString()) && target.contains(".log");
        } catch (IOException e) {
            // Closed while we looked.
            return false;
        }
    }

    /** Deletes the log and its files; what is on its way to a reader stays readable. */
    void delete() {
        directory.delete(log);
    }

    @Override
    public void close() {
        directory.close();
    }

    private static ByteBuffer batch(Random random) {
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        ByteBuffer bytes = ByteBuffer.allocateDirect(VALUE_BYTES + 200);
        try (Codecs codecs = new Codecs()) {
            BatchWriter writer = new BatchWriter(codecs).begin(bytes, BatchSettings.PLAIN);
            writer.append(0, null, ByteBuffer.wrap(value), List.of());
            writer.finish();
        }
        return bytes.flip();
    }

    private static final Lane HERE =
            new Lane() {
                @Override
                public void execute(Runnable command) {
                    command.run();
                }

                @Override
                public boolean isCurrent() {
                    return true;
                }

                @Override
                public String name() {
                    return "here";
                }
            };
}
