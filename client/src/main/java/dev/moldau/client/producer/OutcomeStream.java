package dev.moldau.client.producer;

import dev.moldau.client.net.UserFaults;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A stream of outcomes to one subscriber at a time, with its demand respected. Holds what it has
 * not asked for yet; what comes while nobody is subscribed is dropped. Its owner bounds how much
 * that can be: each item is a place taken, given back when the item is handed on or dropped.
 *
 * <p>Safe for use by any thread; subscribers are called by the executor, one call at a time.
 */
final class OutcomeStream<T> implements Flow.Publisher<T> {

    private final String name;
    private final Executor executor;
    private final Runnable placeFree;
    private final UserFaults faults;

    // Guarded by this.
    private final ArrayDeque<T> waiting = new ArrayDeque<>();
    private @Nullable Subscribed current;
    private boolean complete;

    /** One subscriber and its demand. */
    private final class Subscribed implements Flow.Subscription {
        private final Flow.Subscriber<? super T> subscriber;
        private long demand;
        private @Nullable Throwable fault;
        // Until onSubscribe has returned nothing else is called.
        private boolean draining = true;

        Subscribed(Flow.Subscriber<? super T> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void request(long count) {
            synchronized (OutcomeStream.this) {
                if (count <= 0) {
                    fault = new IllegalArgumentException("request(" + count + ") asks for nothing");
                } else {
                    demand = demand + count < 0 ? Long.MAX_VALUE : demand + count;
                }
            }
            drainSoon(this);
        }

        @Override
        public void cancel() {
            end(this);
        }
    }

    /**
     * An empty stream.
     *
     * @param name what its items are, for people
     * @param placeFree called for each item that is handed on or dropped
     * @param faults told what subscribers throw
     */
    OutcomeStream(String name, Executor executor, Runnable placeFree, UserFaults faults) {
        this.name = name;
        this.executor = executor;
        this.placeFree = placeFree;
        this.faults = faults;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super T> subscriber) {
        Subscribed made = new Subscribed(subscriber);
        boolean taken;
        synchronized (this) {
            taken = current != null;
            if (!taken) {
                current = made;
            }
        }
        executor.execute(() -> begin(made, taken));
    }

    private void begin(Subscribed made, boolean taken) {
        try {
            made.subscriber.onSubscribe(made);
            if (taken) {
                made.subscriber.onError(
                        new IllegalStateException("this stream has a subscriber already"));
            } else {
                drain(made);
            }
        } catch (Throwable thrown) {
            threw(made, thrown);
        }
    }

    /** A subscriber that throws is told nothing more, and holds no places. */
    private void threw(Subscribed to, Throwable thrown) {
        end(to);
        faults.threw("a subscriber", name, thrown);
    }

    /** Hands an item on as soon as it is asked for. */
    void publish(T item) {
        Subscribed to;
        synchronized (this) {
            to = current;
            if (to != null) {
                waiting.addLast(item);
            }
        }
        if (to == null) {
            placeFree.run();
        } else {
            drainSoon(to);
        }
    }

    /** Nothing comes any more. */
    void complete() {
        Subscribed to;
        synchronized (this) {
            complete = true;
            to = current;
        }
        if (to != null) {
            drainSoon(to);
        }
    }

    private void drainSoon(Subscribed to) {
        synchronized (this) {
            if (to.draining) {
                return;
            }
            to.draining = true;
        }
        executor.execute(
                () -> {
                    try {
                        drain(to);
                    } catch (Throwable thrown) {
                        threw(to, thrown);
                    }
                });
    }

    /** Until there is nothing to tell, or the subscriber has left. One run per subscriber. */
    private void drain(Subscribed to) {
        while (true) {
            T item = null;
            Throwable fault;
            synchronized (this) {
                if (current == null || !current.equals(to)) {
                    return;
                }
                fault = to.fault;
                if (fault == null && to.demand > 0) {
                    item = waiting.pollFirst();
                }
                boolean over = complete && item == null && waiting.isEmpty();
                if (item == null && fault == null && !over) {
                    to.draining = false;
                    return;
                }
                to.demand -= item == null ? 0 : 1;
            }
            if (item == null) {
                finish(to, fault);
                return;
            }
            placeFree.run();
            to.subscriber.onNext(item);
        }
    }

    private void finish(Subscribed to, @Nullable Throwable fault) {
        end(to);
        if (fault == null) {
            to.subscriber.onComplete();
        } else {
            to.subscriber.onError(fault);
        }
    }

    private void end(Subscribed ended) {
        int dropped;
        synchronized (this) {
            if (current == null || !current.equals(ended)) {
                return;
            }
            current = null;
            dropped = waiting.size();
            waiting.clear();
        }
        for (int i = 0; i < dropped; i++) {
            placeFree.run();
        }
    }
}
