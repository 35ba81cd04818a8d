import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A consumer of some make, as far as a member of a group needs it. */
interface Member extends AutoCloseable {

    /** A place in a partition. */
    record Place(String topic, int partition, long offset) {

        String partitionWords() {
            return topic + " " + partition;
        }
    }

    /** A record: its place and the number in it. */
    record Numbered(Place place, String number) {}

    /** Told of changes within {@link #poll} and {@link #close}; the offsets of the places mean nothing. */
    interface Changes {

        void assigned(List<Place> partitions);

        void revoked(List<Place> partitions);

        void lost(List<Place> partitions);
    }

    void subscribe(Collection<String> topics, Changes changes);

    List<Numbered> poll(int ms);

    /** Commits, and waits for the answer; whether the broker said yes. */
    boolean commitSync(Map<String, Place> next);

    /** Commits without waiting; told if the broker says yes. */
    void commitAsync(Map<String, Place> next, Runnable committed);

    @Override
    void close();
}
