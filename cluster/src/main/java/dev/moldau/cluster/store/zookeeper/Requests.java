package dev.moldau.cluster.store.zookeeper;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * ZooKeeper's calls as futures. Nothing here waits. The requests of one session are handled in the
 * order in which they were made, so that several may be under way. A future fails with a {@link
 * KeeperException} or not at all, and completes on ZooKeeper's event thread.
 */
final class Requests {

    private static final byte[] NOTHING = {};

    private Requests() {}

    /**
     * A node as it was read.
     *
     * @param data what it holds
     * @param version how often that was replaced
     */
    // Handed on at once, never compared.
    @SuppressWarnings("ArrayRecordComponent")
    record Node(byte[] data, int version) {}

    /**
     * Has the server catch up with what the ensemble has agreed on before it answers what follows.
     */
    private static CompletableFuture<String> sync(ZooKeeper handle, String path) {
        CompletableFuture<String> done = new CompletableFuture<>();
        handle.sync(path, (rc, _, _) -> complete(done, rc, path, () -> path), null);
        return done;
    }

    /** A node, if it is there, as the server that answers knows it. */
    static CompletableFuture<Optional<Node>> read(ZooKeeper handle, String path) {
        CompletableFuture<Optional<Node>> found = new CompletableFuture<>();
        handle.getData(
                path,
                false,
                (rc, _, _, data, stat) -> completeIfThere(found, rc, path, () -> node(data, stat)),
                null);
        return found;
    }

    private static Node node(byte @Nullable [] data, Stat stat) {
        // A node that another tool made may hold nothing at all.
        return new Node(data == null ? NOTHING : data, stat.getVersion());
    }

    /** As {@link #read}, with all that the ensemble had agreed on before. */
    static CompletableFuture<Optional<Node>> readNewest(ZooKeeper handle, String path) {
        return sync(handle, path).thenCombine(read(handle, path), (_, node) -> node);
    }

    /** The names in a folder, if it is there, with all that the ensemble had agreed on before. */
    static CompletableFuture<Optional<List<String>>> namesNewest(ZooKeeper handle, String path) {
        CompletableFuture<Optional<List<String>>> found = new CompletableFuture<>();
        CompletableFuture<String> current = sync(handle, path);
        handle.getChildren(
                path,
                false,
                (int rc, String _, Object _, List<String> names) ->
                        completeIfThere(found, rc, path, () -> names),
                null);
        return current.thenCombine(found, (_, names) -> names);
    }

    /** Makes a node that holds nothing, unless it is there. */
    static CompletableFuture<String> ensure(
            ZooKeeper handle, String path, List<ACL> acl, CreateMode mode) {
        // Looked for first: whoever may not write into a folder may still use what is in it.
        return exists(handle, path)
                .thenCompose(
                        there ->
                                there
                                        ? CompletableFuture.completedFuture(path)
                                        : create(handle, path, acl, mode));
    }

    private static CompletableFuture<Boolean> exists(ZooKeeper handle, String path) {
        CompletableFuture<Boolean> there = new CompletableFuture<>();
        handle.exists(
                path,
                false,
                (rc, _, _, _) -> {
                    boolean absent = rc == Code.NONODE.intValue();
                    complete(there, absent ? 0 : rc, path, () -> !absent);
                },
                null);
        return there;
    }

    private static CompletableFuture<String> create(
            ZooKeeper handle, String path, List<ACL> acl, CreateMode mode) {
        CompletableFuture<String> made = new CompletableFuture<>();
        handle.create(
                path,
                NOTHING,
                acl,
                mode,
                (int rc, String _, Object _, String _) -> {
                    boolean there = rc == Code.NODEEXISTS.intValue();
                    complete(made, there ? 0 : rc, path, () -> path);
                },
                null);
        return made;
    }

    /**
     * Has the watcher told of every change of a node and of all below it, for the session's life.
     */
    static CompletableFuture<String> watch(ZooKeeper handle, String path, Watcher watcher) {
        CompletableFuture<String> done = new CompletableFuture<>();
        handle.addWatch(
                path,
                watcher,
                AddWatchMode.PERSISTENT_RECURSIVE,
                (rc, _, _) -> complete(done, rc, path, () -> path),
                null);
        return done;
    }

    /**
     * Does all operations or none.
     *
     * @return what became of each; if one failed, all did, and the results say which
     */
    static CompletableFuture<List<OpResult>> multi(ZooKeeper handle, List<Op> operations) {
        CompletableFuture<List<OpResult>> done = new CompletableFuture<>();
        handle.multi(
                operations,
                (rc, _, _, results) -> {
                    boolean decided = results != null && !results.isEmpty();
                    complete(done, decided ? 0 : rc, "a transaction", () -> results);
                },
                null);
        return done;
    }

    private static <T> void completeIfThere(
            CompletableFuture<Optional<T>> future, int rc, String path, Supplier<T> value) {
        if (rc == Code.NONODE.intValue()) {
            future.complete(Optional.empty());
        } else {
            complete(future, rc, path, () -> Optional.of(value.get()));
        }
    }

    private static <T> void complete(
            CompletableFuture<T> future, int rc, String path, Supplier<T> value) {
        if (rc == 0) {
            future.complete(value.get());
        } else {
            future.completeExceptionally(KeeperException.create(Code.get(rc), path));
        }
    }
}
