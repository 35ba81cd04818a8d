package dev.moldau.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class in which a buffer of Netty was lost. Netty follows every buffer (its paranoid
 * level, set in the module's pom) and learns of a lost one when the garbage collector has found it.
 * Registered for all tests of the module through the service file.
 */
public final class LeakCheck implements BeforeAllCallback, AfterAllCallback {

    private static final int ROUNDS = 3;
    private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();

    static {
        // Before any class of Netty that has a detector.
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(
                new ResourceLeakDetectorFactory() {
                    @Override
                    @SuppressWarnings("deprecation") // The one that subclasses must implement.
                    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
                            Class<T> resource, int samplingInterval, long maxActive) {
                        return new Detector<>(resource, samplingInterval);
                    }
                });
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        if (ResourceLeakDetector.getLevel() != ResourceLeakDetector.Level.PARANOID) {
            throw new IllegalStateException("leaks are not looked for: see the module's pom");
        }
    }

    @Override
    @SuppressWarnings("SystemGc") // Lost buffers are known once they are collected.
    public void afterAll(ExtensionContext context) {
        for (int round = 0; round < ROUNDS; round++) {
            System.gc();
            // The detector looks at what was collected when it follows the next buffer.
            ByteBuf buffer = PooledByteBufAllocator.DEFAULT.directBuffer(16);
            buffer.release();
        }
        if (!LEAKS.isEmpty()) {
            String all = String.join("\n", LEAKS);
            LEAKS.clear();
            throw new AssertionError("buffers were lost:\n" + all);
        }
    }

    private static final class Detector<T> extends ResourceLeakDetector<T> {

        Detector(Class<T> resource, int samplingInterval) {
            super(resource, samplingInterval);
        }

        @Override
        protected boolean needReport() {
            return true;
        }

        @Override
        protected void reportTracedLeak(String resource, String records) {
            LEAKS.add(resource + records);
        }

        @Override
        protected void reportUntracedLeak(String resource) {
            LEAKS.add(resource);
        }
    }
}
