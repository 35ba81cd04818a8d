package dev.moldau.protocol.record;

/**
 * A run of record batches or message sets, wherever its bytes are: in memory ({@link
 * MemoryRecords}) or in a file, from where they go to a socket without passing through the process.
 */
public interface Records {

    /** How many bytes the run has, in bytes. */
    int sizeBytes();
}
