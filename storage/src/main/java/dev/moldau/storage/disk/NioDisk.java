package dev.moldau.storage.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The machine's own file system. Has no state. */
public final class NioDisk implements Disk {

    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ);
    private static final Set<OpenOption> WRITE =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
    private static final Set<OpenOption> CREATE =
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);

    @Override
    public DiskFile open(Path path, OpenMode mode) throws IOException {
        Set<OpenOption> options =
                switch (mode) {
                    case READ -> READ;
                    case WRITE -> WRITE;
                    case CREATE -> CREATE;
                };
        return new NioDiskFile(path, FileChannel.open(path, options));
    }

    @Override
    public List<DiskEntry> list(Path folder) throws IOException {
        List<DiskEntry> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
            for (Path path : stream) {
                BasicFileAttributes attributes;
                try {
                    attributes = Files.readAttributes(path, BasicFileAttributes.class);
                } catch (NoSuchFileException e) {
                    continue; // deleted since the folder was read
                }
                entries.add(
                        new DiskEntry(
                                path.getFileName().toString(),
                                attributes.isDirectory(),
                                attributes.size(),
                                attributes.lastModifiedTime().toMillis()));
            }
        } catch (NotDirectoryException e) {
            throw new NotDirectoryException(folder + " is a file where a folder is needed");
        }
        return entries;
    }

    @Override
    public boolean exists(Path path) {
        return Files.exists(path);
    }

    @Override
    public void createFolders(Path folder) throws IOException {
        Files.createDirectories(folder);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void delete(Path path) throws IOException {
        Files.deleteIfExists(path);
    }

    @Override
    public void syncFolder(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public AutoCloseable lock(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, CREATE);
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null; // held by somebody else in this process
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        if (lock == null) {
            channel.close();
            throw new LockHeldException(path);
        }
        return channel;
    }

    @Override
    public long usableBytes(Path folder) throws IOException {
        return Files.getFileStore(folder).getUsableSpace();
    }

    @Override
    public long totalBytes(Path folder) throws IOException {
        return Files.getFileStore(folder).getTotalSpace();
    }
}
