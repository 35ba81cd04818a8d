package dev.moldau.storage.disk;

/**
 * A name in a folder.
 *
 * @param name the last part of the path
 * @param folder whether it is a folder
 * @param sizeBytes how long the file is, in bytes
 * @param modifiedMs when it was written last, in milliseconds since 1970
 */
public record DiskEntry(String name, boolean folder, long sizeBytes, long modifiedMs) {}
