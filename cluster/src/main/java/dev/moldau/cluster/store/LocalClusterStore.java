package dev.moldau.cluster.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.StringDataType;
import org.jspecify.annotations.Nullable;

/**
 * The store of a broker that is a cluster of its own: one file of H2's MVStore under the data
 * folder.
 *
 * <p>A commit writes one chunk and syncs the file before it returns. MVStore writes nothing by
 * itself: its background thread and its automatic writes are off, so that a chunk on disk is always
 * a whole transaction, and an idle store costs nothing. Each record carries its own checksum,
 * because MVStore checks chunks only in part.
 *
 * <p>Ephemeral records live in memory: they end with the process, as they must.
 *
 * <p>A lock guards everything; it is held while a commit waits for the disk.
 */
public final class LocalClusterStore implements ClusterStore {

    private static final String MAP_NAME = "records";

    /** After so many commits the file is looked through for space that old chunks waste. */
    private static final int COMMITS_BETWEEN_COMPACTIONS = 1_000;

    private static final int WORTH_COMPACTING_FILL_PERCENT = 50;

    private static final int COMPACTION_BYTES = 8 * 1_024 * 1_024;

    private final Path file;
    private final ReentrantLock lock = new ReentrantLock();
    private final TreeMap<String, byte[]> ephemeral = new TreeMap<>();
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

    private record Subscription(String collection, Runnable somethingChanged) {}

    /** Null after a failure, until the file is opened again; guarded by the lock. */
    private @Nullable MVStore store;

    private @Nullable MVMap<String, byte[]> records;
    private int commits;
    private boolean closed;

    private LocalClusterStore(Path file) {
        this.file = file;
    }

    /**
     * Opens the store's file, and makes it if there is none.
     *
     * @param file where it is, such as {@code data/cluster.mv}
     * @throws StoreInUseException if another process has it open
     * @throws StoreDamagedException if it cannot be read
     * @throws StoreUnavailableException if it cannot be made or opened
     */
    public static LocalClusterStore open(Path file) {
        LocalClusterStore opened = new LocalClusterStore(file.toAbsolutePath());
        opened.openFile();
        return opened;
    }

    private void openFile() {
        try {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            MVStore opened =
                    new MVStore.Builder()
                            .fileName(file.toString())
                            .autoCommitDisabled()
                            .autoCommitBufferSize(0)
                            .cacheSize(1)
                            .open();
            // Each commit is synced before the next begins, so that freed space may be used at
            // once: what it held is never needed to recover.
            opened.setRetentionTime(0);
            opened.setVersionsToKeep(0);
            MVMap.Builder<String, byte[]> map = new MVMap.Builder<>();
            map.keyType(StringDataType.INSTANCE).valueType(ByteArrayDataType.INSTANCE);
            records = opened.openMap(MAP_NAME, map);
            store = opened;
        } catch (MVStoreException e) {
            throw translated(e);
        } catch (IOException e) {
            throw new StoreUnavailableException(
                    "The folder of the cluster store " + file + " cannot be made: " + e, e);
        }
    }

    private StoreException translated(MVStoreException e) {
        String what = String.valueOf(e.getMessage());
        return switch (e.getErrorCode()) {
            case DataUtils.ERROR_FILE_LOCKED -> new StoreInUseException(file, e);
            case DataUtils.ERROR_FILE_CORRUPT,
                    DataUtils.ERROR_CHUNK_NOT_FOUND,
                    DataUtils.ERROR_BLOCK_NOT_FOUND,
                    DataUtils.ERROR_SERIALIZATION,
                    DataUtils.ERROR_UNSUPPORTED_FORMAT,
                    DataUtils.ERROR_UNKNOWN_DATA_TYPE,
                    DataUtils.ERROR_INTERNAL ->
                    new StoreDamagedException(file, what, e);
            default ->
                    new StoreUnavailableException(
                            "The cluster store "
                                    + file
                                    + " cannot be read or written: "
                                    + what
                                    + ". Check the disk's space and the file's permissions.",
                            e);
        };
    }

    /** The map of a usable store; opens the file again after a failure. */
    private MVMap<String, byte[]> usable() {
        if (closed) {
            throw new StoreUnavailableException("The cluster store " + file + " is closed.", null);
        }
        if (store == null) {
            openFile();
        }
        return Objects.requireNonNull(records);
    }

    @Override
    public Optional<StoreRecord> read(StoreKey key) {
        lock.lock();
        try {
            byte[] stored = stored(usable(), key.toString());
            return stored == null ? Optional.empty() : Optional.of(decoded(key, stored));
        } catch (MVStoreException e) {
            throw failed(e);
        } finally {
            lock.unlock();
        }
    }

    private byte @Nullable [] stored(MVMap<String, byte[]> map, String key) {
        byte[] fleeting = ephemeral.get(key);
        return fleeting != null ? fleeting : map.get(key);
    }

    private StoreRecord decoded(StoreKey key, byte[] stored) {
        try {
            return StoredValue.decode(key, stored);
        } catch (IllegalArgumentException e) {
            throw new StoreDamagedException(file, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public List<StoreRecord> list(String collection) {
        lock.lock();
        try {
            String prefix = collection + "/";
            List<StoreRecord> found = new ArrayList<>();
            Iterator<String> keys = usable().keyIterator(prefix);
            while (keys.hasNext()) {
                String key = keys.next();
                if (!key.startsWith(prefix)) {
                    break;
                }
                read(new StoreKey(collection, key.substring(prefix.length())))
                        .ifPresent(found::add);
            }
            for (Map.Entry<String, byte[]> entry : ephemeral.tailMap(prefix).entrySet()) {
                if (!entry.getKey().startsWith(prefix)) {
                    break;
                }
                String name = entry.getKey().substring(prefix.length());
                found.add(decoded(new StoreKey(collection, name), entry.getValue()));
            }
            found.sort((left, right) -> left.key().compareTo(right.key()));
            return found;
        } catch (MVStoreException e) {
            throw failed(e);
        } finally {
            lock.unlock();
        }
    }

    /**
     * All records that outlive this process, by name.
     *
     * @throws StoreUnavailableException if they cannot be read just now
     * @throws StoreDamagedException if what is kept is not what was written
     */
    public List<StoreRecord> records() {
        lock.lock();
        try {
            MVMap<String, byte[]> map = usable();
            List<StoreRecord> found = new ArrayList<>();
            for (String name : map.keySet()) {
                int slash = name.indexOf('/');
                StoreKey key = new StoreKey(name.substring(0, slash), name.substring(slash + 1));
                found.add(decoded(key, Objects.requireNonNull(map.get(name))));
            }
            return found;
        } catch (MVStoreException e) {
            throw failed(e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void commit(List<? extends StoreWrite> writes) {
        Set<String> changed = new TreeSet<>();
        lock.lock();
        try {
            MVMap<String, byte[]> map = usable();
            Map<String, Change> changes = decide(map, writes);
            boolean durable = false;
            for (Map.Entry<String, Change> entry : changes.entrySet()) {
                durable |= applyDurably(map, entry.getKey(), entry.getValue());
            }
            if (durable) {
                writeOut();
            }
            changes.forEach(this::applyFleetingly);
            changes.values().forEach(change -> changed.add(change.collection()));
        } catch (MVStoreException e) {
            throw failed(e);
        } finally {
            lock.unlock();
        }
        for (Subscription subscription : subscriptions) {
            if (changed.contains(subscription.collection())) {
                subscription.somethingChanged().run();
            }
        }
    }

    /** What a transaction makes of one record; a null value takes it away. */
    // Made and applied within one commit, never compared.
    @SuppressWarnings("ArrayRecordComponent")
    private record Change(String collection, byte @Nullable [] value, boolean fleeting) {}

    /** Checks every step against what the steps before it made, and changes nothing yet. */
    private Map<String, Change> decide(
            MVMap<String, byte[]> map, List<? extends StoreWrite> writes) {
        Map<String, Change> changes = new TreeMap<>();
        for (StoreWrite write : writes) {
            String key = write.key().toString();
            Change earlier = changes.get(key);
            byte[] before = earlier != null ? earlier.value() : stored(map, key);
            boolean fleeting = earlier != null ? earlier.fleeting() : ephemeral.containsKey(key);
            Optional<StoreRecord> found =
                    before == null ? Optional.empty() : Optional.of(decoded(write.key(), before));
            Conditions.check(write, found);
            byte[] after =
                    switch (write) {
                        case StoreWrite.Create w -> StoredValue.encode(w.key(), w.value(), 0);
                        case StoreWrite.CreateEphemeral w ->
                                StoredValue.encode(w.key(), w.value(), 0);
                        case StoreWrite.Replace w ->
                                StoredValue.encode(
                                        w.key(), w.value(), found.orElseThrow().version() + 1);
                        case StoreWrite.Delete w -> null;
                        case StoreWrite.Check w -> before;
                    };
            if (!(write instanceof StoreWrite.Check)) {
                boolean staysFleeting =
                        write instanceof StoreWrite.CreateEphemeral
                                || (fleeting && !(write instanceof StoreWrite.Create));
                changes.put(key, new Change(write.key().collection(), after, staysFleeting));
            }
        }
        return changes;
    }

    /** Makes a change in the map; tells whether the file must be written for it. */
    private static boolean applyDurably(MVMap<String, byte[]> map, String key, Change change) {
        if (change.value() != null && !change.fleeting()) {
            map.put(key, change.value());
            return true;
        }
        return map.remove(key) != null;
    }

    private void applyFleetingly(String key, Change change) {
        ephemeral.remove(key);
        if (change.value() != null && change.fleeting()) {
            ephemeral.put(key, change.value());
        }
    }

    private void writeOut() {
        MVStore open = Objects.requireNonNull(store);
        open.commit();
        open.sync();
        commits++;
        if (commits % COMMITS_BETWEEN_COMPACTIONS == 0) {
            open.compact(WORTH_COMPACTING_FILL_PERCENT, COMPACTION_BYTES);
        }
    }

    /** Drops what is in memory: the file is opened and read again by the next call. */
    private StoreException failed(MVStoreException e) {
        MVStore broken = store;
        store = null;
        records = null;
        if (broken != null) {
            broken.closeImmediately();
        }
        return translated(e);
    }

    @Override
    public void onChange(String collection, Runnable somethingChanged) {
        subscriptions.add(new Subscription(collection, somethingChanged));
    }

    /** Never calls: what is ephemeral lives as long as this store. */
    @Override
    public void onSessionEnd(Runnable ephemeralRecordsGone) {}

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            ephemeral.clear();
            MVStore open = store;
            store = null;
            if (open != null) {
                open.close();
            }
        } catch (MVStoreException e) {
            throw translated(e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return "local cluster store " + file;
    }
}
