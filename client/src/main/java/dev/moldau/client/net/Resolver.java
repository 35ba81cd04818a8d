package dev.moldau.client.net;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Looks names up on threads of its own, since that may take many seconds; answers on the loop. The
 * threads end when they have had nothing to do for a while.
 */
final class Resolver {

    private static final int THREADS = 2;
    private static final long KEEP_SECONDS = 10;

    /** Who waits for the addresses of a name. Called on the loop. */
    interface Waiter {

        void resolved(List<InetAddress> addresses);

        void unresolved(UnknownHostException cause);
    }

    private final NettyLoop loop;
    private final AddressLookup lookup;
    private final ThreadPoolExecutor threads;

    Resolver(NettyLoop loop, AddressLookup lookup) {
        this.loop = loop;
        this.lookup = lookup;
        this.threads =
                new ThreadPoolExecutor(
                        THREADS,
                        THREADS,
                        KEEP_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        task -> {
                            Thread thread = new Thread(task, loop.name() + "-dns");
                            thread.setDaemon(true);
                            return thread;
                        });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Looks a name up; an address needs no looking up and is answered at once. On the loop. */
    void resolve(String host, Waiter waiter) {
        byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
        if (literal == null || host.indexOf('%') >= 0) {
            threads.execute(() -> lookUp(host, waiter));
            return;
        }
        try {
            waiter.resolved(List.of(InetAddress.getByAddress(literal)));
        } catch (UnknownHostException e) {
            waiter.unresolved(e);
        }
    }

    /** No further lookups; those under way are forgotten. */
    void close() {
        threads.shutdownNow();
    }

    private void lookUp(String host, Waiter waiter) {
        Runnable answer;
        try {
            List<InetAddress> addresses = lookup.addresses(host);
            answer = () -> waiter.resolved(addresses);
        } catch (UnknownHostException e) {
            answer = () -> waiter.unresolved(e);
        } catch (Throwable fault) {
            answer = () -> loop.fail(fault);
        }
        try {
            loop.execute(answer);
        } catch (RejectedExecutionException ended) {
            // The client has ended meanwhile, and with it whoever waits.
            return;
        }
    }
}
