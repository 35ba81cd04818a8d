package dev.moldau.benchmarks.groups;

import dev.moldau.benchmarks.brokers.Setup;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A process of {@link MemberLoad}. */
final class MemberProcess implements AutoCloseable {

    private final Process process;
    private final long joinedMs;

    private MemberProcess(Process process, long joinedMs) {
        this.process = process;
        this.joinedMs = joinedMs;
    }

    /** Starts it and waits until its members join. */
    static MemberProcess start(
            String bootstrap, String topic, Membership membership, int first, int count, Path log)
            throws IOException {
        Process process =
                new ProcessBuilder(
                                Setup.java(),
                                "-Xmx768m",
                                "-cp",
                                Setup.loadClassPath() + ":" + Setup.kafkaClassPath(),
                                MemberLoad.class.getName(),
                                bootstrap,
                                topic,
                                membership.label(),
                                Integer.toString(first),
                                Integer.toString(count),
                                log.toString())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        if (!"JOINING".equals(said.readLine())) {
            process.destroyForcibly();
            throw new IOException("a process of members did not start");
        }
        return new MemberProcess(process, System.currentTimeMillis());
    }

    /** When its members began to join, in epoch ms. */
    long joinedMs() {
        return joinedMs;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Ends it at once: its members say nothing to anybody.
     *
     * @return when, in epoch ms
     */
    long kill() throws InterruptedException {
        long killedMs = System.currentTimeMillis();
        process.destroyForcibly().waitFor();
        return killedMs;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
