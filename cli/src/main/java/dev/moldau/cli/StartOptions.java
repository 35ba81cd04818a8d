package dev.moldau.cli;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What stands behind {@code moldau start}.
 *
 * <p>Plain command lines are read here, without the command-line library: that takes 120 ms of
 * processor time, a third of the start, because its class files are of a version that no start-up
 * cache can hold. Whatever is not plain (help, a mistake, an abbreviation) goes to the library, for
 * which {@link StartCommand} declares the same options.
 *
 * @param config a server.properties file
 * @param overrides settings of the command line, stronger than the file's
 * @param verbose whether debug messages are wanted
 * @param untilEndOfInput whether the end of standard input stops the broker
 */
record StartOptions(
        Optional<Path> config,
        Map<String, String> overrides,
        boolean verbose,
        boolean untilEndOfInput) {

    static final String COMMAND = "start";
    static final String CONFIG = "--config";
    static final String DATA = "--data";
    static final String LISTEN = "--listen";
    static final String OVERRIDE = "--override";
    static final String VERBOSE = "--verbose";

    static StartOptions of(
            @Nullable Path config,
            @Nullable String data,
            @Nullable String listen,
            Map<String, String> overrides,
            boolean verbose,
            boolean untilEndOfInput) {
        Map<String, String> all = new LinkedHashMap<>(overrides);
        if (data != null) {
            all.put("log.dirs", data);
        }
        if (listen != null) {
            all.put("listeners", listener(listen));
        }
        return new StartOptions(Optional.ofNullable(config), all, verbose, untilEndOfInput);
    }

    /**
     * Reads a whole command line.
     *
     * @return empty if it is not a plain one
     */
    static Optional<StartOptions> plain(List<String> arguments) {
        if (arguments.isEmpty() || !arguments.getFirst().equals(COMMAND)) {
            return Optional.empty();
        }
        Map<String, String> given = new LinkedHashMap<>();
        Map<String, String> overrides = new LinkedHashMap<>();
        boolean verbose = false;
        boolean untilEndOfInput = false;
        Iterator<String> words = arguments.listIterator(1);
        while (words.hasNext()) {
            String option = words.next();
            if (option.equals(VERBOSE)) {
                verbose = true;
                continue;
            }
            if (option.equals(EndOfInput.OPTION)) {
                untilEndOfInput = true;
                continue;
            }
            String value = words.hasNext() ? words.next() : "-";
            if (value.startsWith("-")) {
                return Optional.empty();
            }
            boolean understood =
                    switch (option) {
                        case CONFIG, DATA, LISTEN -> given.put(option, value) == null;
                        case OVERRIDE -> override(value, overrides);
                        default -> false;
                    };
            if (!understood) {
                return Optional.empty();
            }
        }
        String config = given.get(CONFIG);
        return Optional.of(
                of(
                        config == null ? null : Path.of(config),
                        given.get(DATA),
                        given.get(LISTEN),
                        overrides,
                        verbose,
                        untilEndOfInput));
    }

    private static boolean override(String pair, Map<String, String> overrides) {
        int equals = pair.indexOf('=');
        if (equals <= 0) {
            return false;
        }
        overrides.put(pair.substring(0, equals), pair.substring(equals + 1));
        return true;
    }

    /** {@code HOST:PORT}, {@code :PORT}, {@code PORT}, or a whole list of listeners. */
    private static String listener(String text) {
        if (text.contains("://")) {
            return text;
        }
        return "PLAINTEXT://" + (text.indexOf(':') < 0 ? ":" + text : text);
    }
}
