package dev.moldau.storage.segment;

/** A place in a segment's file and the size of the batch there, packed in a long. */
public final class Place {

    private Place() {}

    static long of(int position, int sizeBytes) {
        return (long) sizeBytes << 32 | position;
    }

    /** Where the batch begins, in bytes from the start of the file. */
    public static int position(long place) {
        return (int) place;
    }

    /** How long the batch is; 0 if the place is the end. */
    public static int sizeBytes(long place) {
        return (int) (place >>> 32);
    }
}
