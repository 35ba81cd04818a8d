package dev.moldau.storage.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moldau.common.SystemClock;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same contract for the machine's disk and the one in memory. */
class DiskTest {

    enum Kind {
        NIO,
        MEMORY
    }

    @TempDir Path temporary;

    private Path folder = Path.of("/x");

    private Disk disk(Kind kind) throws IOException {
        folder = temporary.resolve("x");
        Disk disk = kind == Kind.NIO ? new NioDisk() : new MemoryDisk(new SystemClock());
        disk.createFolders(folder);
        return disk;
    }

    private static ByteBuffer[] bytes(String... parts) {
        ByteBuffer[] buffers = new ByteBuffer[parts.length];
        for (int i = 0; i < parts.length; i++) {
            buffers[i] = ByteBuffer.wrap(parts[i].getBytes(StandardCharsets.UTF_8));
        }
        return buffers;
    }

    private static String read(DiskFile file, int count, long position) throws IOException {
        ByteBuffer into = ByteBuffer.allocate(count);
        file.readFully(into, position);
        return new String(into.array(), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource
    void writesAreGatheredReadsPositionalAndTheEndIsTold(Kind kind) throws IOException {
        Disk disk = disk(kind);
        try (DiskFile file = disk.open(folder.resolve("f"), OpenMode.CREATE)) {
            file.write(bytes("ab", "", "cde", "ignored"), 3, 0);
            file.write(bytes("fg"), 1, 5);
            assertThat(read(file, 7, 0)).isEqualTo("abcdefg");
            assertThat(file.sizeBytes()).isEqualTo(7);
            assertThatThrownBy(() -> read(file, 3, 5)).isInstanceOf(EOFException.class);
            file.truncate(3);
            file.write(bytes("X"), 1, 3);
            file.force();
            assertThat(read(file, 4, 0)).isEqualTo("abcX");
        }
        assertThat(disk.list(folder))
                .singleElement()
                .satisfies(
                        entry -> {
                            assertThat(entry.name()).isEqualTo("f");
                            assertThat(entry.sizeBytes()).isEqualTo(4);
                            assertThat(entry.folder()).isFalse();
                        });
    }

    @ParameterizedTest
    @EnumSource
    void manyBuffersThanOneSystemCallTakesAreWritten(Kind kind) throws IOException {
        Disk disk = disk(kind);
        String[] parts = new String[3000];
        Arrays.fill(parts, "abc");
        try (DiskFile file = disk.open(folder.resolve("f"), OpenMode.CREATE)) {
            file.write(bytes(parts), 3000, 0);
            assertThat(read(file, 9000, 0)).isEqualTo("abc".repeat(3000));
        }
    }

    @ParameterizedTest
    @EnumSource
    void namesAreReplacedAndDeleted(Kind kind) throws IOException {
        Disk disk = disk(kind);
        assertThatThrownBy(() -> disk.open(folder.resolve("f"), OpenMode.WRITE))
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> disk.list(folder.resolve("none")))
                .isInstanceOf(NoSuchFileException.class);
        disk.replace(folder, "f", new byte[] {1, 2}, true);
        disk.replace(folder, "f", new byte[] {3}, false);
        assertThat(disk.readSmall(folder.resolve("f"), 1)).containsExactly(3);
        assertThatThrownBy(() -> disk.readSmall(folder.resolve("f"), 0))
                .hasMessageContaining("limit");
        disk.rename(folder.resolve("f"), folder.resolve("g"));
        assertThat(disk.exists(folder.resolve("f"))).isFalse();
        disk.delete(folder.resolve("g"));
        disk.delete(folder.resolve("g"));
        assertThat(disk.list(folder)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aLockIsHeldOnce(Kind kind) throws Exception {
        Disk disk = disk(kind);
        Path path = folder.resolve(".lock");
        AutoCloseable lock = disk.lock(path);
        assertThatThrownBy(() -> disk.lock(path)).isInstanceOf(LockHeldException.class);
        lock.close();
        disk.lock(path).close();
    }

    @Test
    void theDiskInMemoryLosesOnlyWhatWasNotForced() throws IOException {
        for (int seed = 0; seed < 200; seed++) {
            MemoryDisk disk = new MemoryDisk(new SystemClock());
            disk.createFolders(folder);
            DiskFile file = disk.open(folder.resolve("f"), OpenMode.CREATE);
            file.write(bytes("forced"), 1, 0);
            file.force();
            file.write(bytes("lost"), 1, 6);
            disk.loseUnsynced(new Random(seed));
            assertThat(file.isOpen()).isFalse();
            byte[] left = disk.readSmall(folder.resolve("f"), 100);
            assertThat(left).startsWith(bytes("forced")[0].array()).hasSizeBetween(6, 10);
        }
    }
}
