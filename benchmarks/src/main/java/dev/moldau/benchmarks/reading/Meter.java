package dev.moldau.benchmarks.reading;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * What the process takes from a moment on: processor time as the kernel counts it, allocation as
 * the JVM does, over all threads.
 */
final class Meter {

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final long processorNs = PROCESS.getProcessCpuTime();
    private final long allocatedBytes = THREADS.getTotalThreadAllocatedBytes();
    private final long startNs = System.nanoTime();

    private Meter() {}

    /** Measures from now on. */
    static Meter start() {
        return new Meter();
    }

    /** What was taken until now to read so much. */
    ReadResult result(long records, long valueBytes) {
        return new ReadResult(
                records,
                valueBytes,
                (System.nanoTime() - startNs) / 1e9,
                (PROCESS.getProcessCpuTime() - processorNs) / 1e9,
                THREADS.getTotalThreadAllocatedBytes() - allocatedBytes);
    }
}
