package dev.moldau.cluster.store.zookeeper;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;

/**
 * Tells those who watch a collection that it may have changed. Changes that come faster than they
 * are told are told once. Safe for use by any thread; listeners are called on the store's lane.
 */
final class ChangeSignals {

    private final Executor lane;
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

    /** Collections whose listeners are about to be told. */
    private final Set<String> queued = ConcurrentHashMap.newKeySet();

    private record Subscription(String collection, Runnable somethingChanged) {}

    ChangeSignals(Executor lane) {
        this.lane = lane;
    }

    void subscribe(String collection, Runnable somethingChanged) {
        subscriptions.add(new Subscription(collection, somethingChanged));
    }

    void changed(String collection) {
        if (queued.add(collection)) {
            lane.execute(() -> tell(collection));
        }
    }

    private void tell(String collection) {
        // Before the calls: a change during one of them is told anew.
        queued.remove(collection);
        for (Subscription subscription : subscriptions) {
            if (subscription.collection().equals(collection)) {
                subscription.somethingChanged().run();
            }
        }
    }

    /** Any collection may have changed: nobody was listening for a while. */
    void anythingChanged() {
        subscriptions.forEach(subscription -> changed(subscription.collection()));
    }
}
