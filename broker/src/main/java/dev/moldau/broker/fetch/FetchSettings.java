package dev.moldau.broker.fetch;

/**
 * The limits of fetches.
 *
 * @param maxResponseBytes no response brings more records than this ({@code fetch.max.bytes}),
 *     except for one batch that is larger
 * @param hotBytes so many bytes at the end of a log are taken to be in the page cache; what lies
 *     before is read on a disk thread
 * @param heapBytes how large this process's heap may be; a part of it is for records in old formats
 * @param readsByRack whether consumers are sent to followers in their racks ({@code
 *     replica.selector.class})
 */
public record FetchSettings(
        int maxResponseBytes, long hotBytes, long heapBytes, boolean readsByRack) {

    /** Kafka's limit, and a guess that is right for most machines. */
    public static final FetchSettings DEFAULTS =
            new FetchSettings(55 << 20, 256L << 20, 256L << 20, false);

    /**
     * @throws IllegalArgumentException if a limit is negative
     */
    public FetchSettings {
        if (maxResponseBytes < 0 || hotBytes < 0 || heapBytes < 0) {
            throw new IllegalArgumentException("a limit is negative");
        }
    }
}
