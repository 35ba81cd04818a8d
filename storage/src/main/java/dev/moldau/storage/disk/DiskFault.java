package dev.moldau.storage.disk;

import java.io.IOException;
import java.nio.file.Path;

/** Decides which operations of a {@link MemoryDisk} fail, before they have done anything. */
@FunctionalInterface
public interface DiskFault {

    /** Nothing fails. */
    DiskFault NONE = (operation, path) -> {};

    /**
     * Is asked before an operation, under the disk's lock.
     *
     * @throws IOException to let it fail
     */
    void before(Operation operation, Path path) throws IOException;

    /** What can fail. */
    enum Operation {
        OPEN,
        READ,
        WRITE,
        TRUNCATE,
        FORCE,
        LIST,
        CREATE_FOLDER,
        RENAME,
        DELETE
    }
}
