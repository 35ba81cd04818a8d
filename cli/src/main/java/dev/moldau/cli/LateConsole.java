package dev.moldau.cli;

import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.ConsoleAppender;
import org.jspecify.annotations.Nullable;

/**
 * Standard error, opened with the first line: patterns, time zones and formats are read by the
 * thread that writes the log, and not at all by a start that has nothing to say, which is ready
 * sooner by that. Confined to that thread by the queue in front of it.
 */
final class LateConsole extends AppenderBase<ILoggingEvent> {

    private static final String PATTERN =
            "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level %msg [%logger{0}]%n";

    private @Nullable ConsoleAppender<ILoggingEvent> console;

    @Override
    protected void append(ILoggingEvent event) {
        if (console == null) {
            console = open();
        }
        console.doAppend(event);
    }

    private ConsoleAppender<ILoggingEvent> open() {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(getContext());
        encoder.setPattern(PATTERN);
        encoder.start();
        ConsoleAppender<ILoggingEvent> opened = new ConsoleAppender<>();
        opened.setContext(getContext());
        opened.setTarget("System.err");
        opened.setEncoder(encoder);
        opened.start();
        return opened;
    }

    @Override
    public void stop() {
        super.stop();
        if (console != null) {
            console.stop();
        }
    }
}
