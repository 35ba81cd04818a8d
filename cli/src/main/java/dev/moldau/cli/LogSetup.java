package dev.moldau.cli;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets Logback up in code, which is quicker than reading a file: one line per event to standard
 * error, written by a thread of its own, so that an event loop never waits for a terminal. Under
 * pressure, lines below WARN are dropped rather than waited for. A file named by {@code
 * -Dlogback.configurationFile} takes precedence.
 *
 * <p>Called by {@link LogbackProvider} in our own process, and found by Logback as a service where
 * another provider has been chosen.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {

    private static final int QUEUE_LINES = 4_096;
    private static final int FLUSH_MS = 1_000;

    /** Made by Logback. */
    public LogSetup() {}

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty("logback.configurationFile") != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        LateConsole stderr = new LateConsole();
        stderr.setContext(context);
        stderr.start();

        AsyncAppender async = new AsyncAppender();
        async.setContext(context);
        async.setQueueSize(QUEUE_LINES);
        async.setNeverBlock(true);
        async.setMaxFlushTime(FLUSH_MS);
        async.addAppender(stderr);
        async.start();

        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(async);
        context.getLogger("dev.moldau").setLevel(Level.INFO);
        // Each attempt to connect comes as a warning with a stack trace; we say it in a sentence.
        context.getLogger("org.apache.zookeeper").setLevel(Level.ERROR);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Switches our own debug messages on. */
    static void verbose(boolean verbose) {
        if (verbose && LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getLogger("dev.moldau").setLevel(Level.DEBUG);
        }
    }

    /** Writes what is still queued; nothing is logged after this. */
    static void flush() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.stop();
        }
    }
}
