package dev.moldau.simulation.broker;

import dev.moldau.storage.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** An open file of a {@link CrashingDisk}. A crash in the middle of a write leaves a first part. */
final class CrashingFile implements DiskFile {

    private final DiskFile file;
    private final CrashPoint crash;
    private final RandomGenerator random;

    CrashingFile(DiskFile file, CrashPoint crash, RandomGenerator random) {
        this.file = file;
        this.crash = crash;
        this.random = random;
    }

    @Override
    public Path path() {
        return file.path();
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
        return file.read(into, position);
    }

    @Override
    public void write(ByteBuffer[] sources, int count, long position) throws IOException {
        if (crash.isReached()) {
            writePart(sources, count, position);
            crash.reached();
        }
        file.write(sources, count, position);
    }

    private void writePart(ByteBuffer[] sources, int count, long position) throws IOException {
        int all = 0;
        for (int i = 0; i < count; i++) {
            all += sources[i].remaining();
        }
        int part = random.nextInt(all + 1);
        long at = position;
        for (int i = 0; i < count && part > 0; i++) {
            int size = Math.min(part, sources[i].remaining());
            ByteBuffer first = sources[i].slice(sources[i].position(), size);
            file.write(new ByteBuffer[] {first}, 1, at);
            at += size;
            part -= size;
        }
    }

    @Override
    public long sizeBytes() throws IOException {
        return file.sizeBytes();
    }

    @Override
    public void truncate(long sizeBytes) throws IOException {
        mayCrash();
        file.truncate(sizeBytes);
    }

    @Override
    public void force() throws IOException {
        mayCrash();
        file.force();
    }

    private void mayCrash() {
        if (crash.isReached()) {
            crash.reached();
        }
    }

    @Override
    public boolean isOpen() {
        return file.isOpen();
    }

    @Override
    public @Nullable FileChannel channel() {
        return file.channel();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
