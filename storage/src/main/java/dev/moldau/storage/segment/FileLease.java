package dev.moldau.storage.segment;

import dev.moldau.storage.disk.DiskFile;

/** Keeps a segment's file open and undeleted until it is closed. Closed exactly once. */
public interface FileLease extends AutoCloseable {

    /** The open file. */
    DiskFile file();

    @Override
    void close();
}
