import java.util.Map;

/** A producer of one client library, as the driver sees it. */
interface Sends extends AutoCloseable {

    /** Told what became of a record: an offset, or -1 without one, or an error. */
    interface Told {
        void told(long offset, Throwable error);
    }

    /** How a library's producer is made from settings by Kafka's names. */
    interface Maker {
        Sends make(Map<String, String> settings) throws Exception;
    }

    /**
     * Sends a record; an error that the call throws counts as a refusal.
     *
     * @param header its value under the name "n", or null for no header
     */
    void send(String topic, int partition, long timestampMs, byte[] key, byte[] value, byte[] header, Told told);

    /** Whether failures are called back in the order of sending too, not only successes. */
    boolean ordersFailures();

    /** Returns when all that was sent is answered. */
    @Override
    void close();
}
