package dev.moldau.cluster.store.zookeeper;

import dev.moldau.cluster.store.StoreKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where things are in the ensemble: {@code CHROOT/moldau/records/COLLECTION/NAME}, and {@code
 * CHROOT/moldau/sessions/ID} for the sessions that are alive. The paths are whole; ZooKeeper's own
 * chroot is not used, so that the chroot can be made through the same connection.
 */
final class NodePaths {

    private final String records;
    private final String sessions;

    /**
     * @param chroot the cluster's folder, empty for the root
     */
    NodePaths(String chroot) {
        this.records = chroot + "/moldau/records";
        this.sessions = chroot + "/moldau/sessions";
    }

    /** What lies above all records, and is watched. */
    String records() {
        return records;
    }

    String collection(String collection) {
        return records + "/" + collection;
    }

    String record(StoreKey key) {
        return records + "/" + key.collection() + "/" + NodeNames.encode(key.name());
    }

    String session(long id) {
        return sessions + "/" + Long.toHexString(id);
    }

    /** The collection that a node belongs to or is. */
    Optional<String> collectionOf(String path) {
        if (!path.startsWith(records + "/")) {
            return Optional.empty();
        }
        int begin = records.length() + 1;
        int end = path.indexOf('/', begin);
        return Optional.of(end < 0 ? path.substring(begin) : path.substring(begin, end));
    }

    /** The folders that must be there before anything else, each after the one it lies in. */
    List<String> folders() {
        List<String> folders = new ArrayList<>();
        for (int at = records.indexOf('/', 1); at >= 0; at = records.indexOf('/', at + 1)) {
            folders.add(records.substring(0, at));
        }
        folders.add(records);
        folders.add(sessions);
        return folders;
    }
}
