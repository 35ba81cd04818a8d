package dev.moldau.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The end of standard input as a sign to stop: whoever started this process is gone. */
final class EndOfInput {

    /** Given by a process that starts others and must not outlive them. */
    static final String OPTION = "--until-end-of-input";

    private EndOfInput() {}

    /** Calls when standard input ends; nothing else may read from it. */
    static void then(Runnable stop) {
        Thread.ofPlatform().daemon(true).name("input").start(() -> await(System.in, stop));
    }

    private static void await(InputStream in, Runnable stop) {
        try {
            in.transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException("standard input cannot be read", e);
        } finally {
            stop.run();
        }
    }
}
