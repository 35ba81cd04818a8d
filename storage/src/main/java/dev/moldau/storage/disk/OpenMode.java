package dev.moldau.storage.disk;

/** What {@link Disk#open} may do with a file. */
public enum OpenMode {
    /** The file must be there and is only read. */
    READ,
    /** The file must be there; it is read, appended to and truncated. */
    WRITE,
    /** As {@link #WRITE}, and made if it is not there. */
    CREATE
}
