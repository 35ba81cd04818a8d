package dev.moldau.protocol.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures how much the current thread allocates between two points. */
public final class AllocationBound {

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private long before;

    /** Starts a measurement. */
    public void begin() {
        before = threads.getCurrentThreadAllocatedBytes();
    }

    /** Fails if more has been allocated since {@link #begin}. */
    public void check(long maxBytes, String what) {
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        if (allocated > maxBytes) {
            assertThat(allocated).as("bytes allocated, %s", what).isLessThanOrEqualTo(maxBytes);
        }
    }
}
