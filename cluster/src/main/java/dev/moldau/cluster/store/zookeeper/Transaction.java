package dev.moldau.cluster.store.zookeeper;

import dev.moldau.cluster.store.StoreConflictException;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.StoreWrite;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.jute.BinaryOutputArchive;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.MultiOperationRecord;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.proto.RequestHeader;

/**
 * Steps of the store as operations of ZooKeeper. Where anything is changed, the first operation is
 * the count of the session's commits; see {@link Session}.
 */
final class Transaction {

    private static final byte[] NOTHING = {};

    private final List<? extends StoreWrite> writes;
    private final NodePaths paths;
    private final List<ACL> acl;
    private final boolean changes;

    Transaction(List<? extends StoreWrite> writes, NodePaths paths, List<ACL> acl) {
        this.writes = List.copyOf(writes);
        this.paths = paths;
        this.acl = acl;
        this.changes = !writes.stream().allMatch(StoreWrite.Check.class::isInstance);
    }

    /** Whether it does more than look; one that only looks may be made as often as one likes. */
    boolean changes() {
        return changes;
    }

    /** The collections that get new records, whose folders must exist. */
    Set<String> grown() {
        Set<String> grown = new TreeSet<>();
        for (StoreWrite write : writes) {
            if (write instanceof StoreWrite.Create || write instanceof StoreWrite.CreateEphemeral) {
                grown.add(write.key().collection());
            }
        }
        return grown;
    }

    /**
     * What to send.
     *
     * @param counter the session's own node
     * @param count how many commits the session has made
     */
    List<Op> operations(String counter, int count) {
        List<Op> operations = new ArrayList<>(writes.size() + 1);
        if (changes) {
            operations.add(Op.setData(counter, NOTHING, count));
        }
        writes.forEach(write -> operations.add(operation(write)));
        return operations;
    }

    private Op operation(StoreWrite write) {
        String path = paths.record(write.key());
        return switch (write) {
            case StoreWrite.Create w -> Op.create(path, w.value(), acl, CreateMode.PERSISTENT);
            case StoreWrite.CreateEphemeral w ->
                    Op.create(path, w.value(), acl, CreateMode.EPHEMERAL);
            case StoreWrite.Replace w -> Op.setData(path, w.value(), w.version());
            case StoreWrite.Delete w -> Op.delete(path, w.version());
            case StoreWrite.Check w -> Op.check(path, w.version());
        };
    }

    /** How large the operations are as one request, which is what servers bound. */
    static long bytes(List<Op> operations) {
        BinaryOutputArchive counting =
                BinaryOutputArchive.getArchive(OutputStream.nullOutputStream());
        try {
            new RequestHeader().serialize(counting, "header");
            new MultiOperationRecord(operations).serialize(counting, "request");
        } catch (IOException e) {
            throw new UncheckedIOException("a stream that goes nowhere failed", e);
        }
        return counting.getDataSize();
    }

    /** What became of a transaction. */
    sealed interface Outcome {

        /** It is done, or the same was done before its answer was lost. */
        record Done() implements Outcome {}

        /** Nothing was done: somebody removed the session's own node. */
        record SessionNodeGone() implements Outcome {}

        /** Nothing was done: somebody removed the folder of a collection. */
        record FolderGone(StoreKey key) implements Outcome {}

        /** Nothing was done: a condition does not hold. */
        record Conflict(StoreConflictException exception) implements Outcome {}

        /** Nothing was done, for a reason that has to do with rights or limits. */
        record Refused(KeeperException exception) implements Outcome {}
    }

    /**
     * What ZooKeeper's results mean.
     *
     * @param repeated whether the same was sent before, with an outcome that is not known
     */
    Outcome outcome(List<OpResult> results, boolean repeated) {
        for (int i = 0; i < results.size(); i++) {
            Code code = code(results.get(i));
            if (code != Code.OK) {
                boolean own = changes && i == 0;
                return own ? ofCount(code, repeated) : ofStep(changes ? i - 1 : i, code);
            }
        }
        return new Outcome.Done();
    }

    private static Code code(OpResult result) {
        return result instanceof OpResult.ErrorResult error ? Code.get(error.getErr()) : Code.OK;
    }

    private static Outcome ofCount(Code code, boolean repeated) {
        if (code == Code.BADVERSION && repeated) {
            return new Outcome.Done();
        }
        return code == Code.NONODE
                ? new Outcome.SessionNodeGone()
                : new Outcome.Refused(KeeperException.create(code));
    }

    private Outcome ofStep(int index, Code code) {
        StoreWrite write = writes.get(index);
        Optional<String> found =
                switch (code) {
                    case NODEEXISTS -> Optional.of("it exists");
                    case NONODE -> Optional.of("it does not exist");
                    case BADVERSION -> Optional.of("it has another version than " + version(write));
                    default -> Optional.empty();
                };
        if (found.isEmpty()) {
            return new Outcome.Refused(KeeperException.create(code, paths.record(write.key())));
        }
        boolean made =
                write instanceof StoreWrite.Create || write instanceof StoreWrite.CreateEphemeral;
        return made && code == Code.NONODE
                ? new Outcome.FolderGone(write.key())
                : new Outcome.Conflict(new StoreConflictException(write, found.get()));
    }

    private static int version(StoreWrite write) {
        return switch (write) {
            case StoreWrite.Replace w -> w.version();
            case StoreWrite.Delete w -> w.version();
            case StoreWrite.Check w -> w.version();
            case StoreWrite.Create _, StoreWrite.CreateEphemeral _ -> StoreWrite.ANY_VERSION;
        };
    }
}
