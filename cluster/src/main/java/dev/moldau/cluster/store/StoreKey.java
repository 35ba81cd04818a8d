package dev.moldau.cluster.store;

/**
 * The name of a record in the store.
 *
 * @param collection what it is one of, such as {@code topics}; letters and dashes
 * @param name which one; any text without a zero character
 */
public record StoreKey(String collection, String name) implements Comparable<StoreKey> {

    /**
     * @throws IllegalArgumentException if the collection's name holds anything but lower-case
     *     letters and dashes, or the record's name is empty or holds a zero character
     */
    public StoreKey {
        if (collection.isEmpty() || !collection.chars().allMatch(StoreKey::isPlain)) {
            throw new IllegalArgumentException("not a name of a collection: '" + collection + "'");
        }
        if (name.isEmpty() || name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("not a name of a record: '" + name + "'");
        }
    }

    private static boolean isPlain(int c) {
        return (c >= 'a' && c <= 'z') || c == '-';
    }

    @Override
    public int compareTo(StoreKey other) {
        int byCollection = collection.compareTo(other.collection);
        return byCollection != 0 ? byCollection : name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return collection + "/" + name;
    }
}
