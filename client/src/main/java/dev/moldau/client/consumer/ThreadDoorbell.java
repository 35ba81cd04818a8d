package dev.moldau.client.consumer;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A doorbell between threads. */
final class ThreadDoorbell implements Doorbell {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition condition = lock.newCondition();

    /** Guarded by the lock for changes that somebody may wait for. */
    private volatile boolean rung;

    @Override
    public void ring() {
        if (rung) {
            return; // whoever waits next sees it
        }
        lock.lock();
        try {
            rung = true;
            condition.signal();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void await(long limitMs) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long leftNs = TimeUnit.MILLISECONDS.toNanos(limitMs);
            while (!rung && leftNs > 0) {
                leftNs = condition.awaitNanos(leftNs);
            }
            rung = false;
        } finally {
            lock.unlock();
        }
    }
}
