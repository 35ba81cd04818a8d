package dev.moldau.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import dev.moldau.broker.topic.LoggerLevels;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.LoggerFactory;

/** Logback's loggers, for those who administer the broker. Safe for any thread. */
final class LogbackLevels implements LoggerLevels {

    /** Kafka's name of the root logger. */
    private static final String ROOT = "root";

    private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();

    @Override
    public Map<String, String> levels() {
        Map<String, String> levels = new TreeMap<>();
        for (Logger logger : context.getLoggerList()) {
            levels.put(shown(logger), logger.getEffectiveLevel().toString());
        }
        return levels;
    }

    @Override
    public boolean set(String logger, String level) {
        Level parsed = Level.toLevel(level.equals("FATAL") ? "ERROR" : level, null);
        Logger found = find(logger);
        if (parsed == null || found == null) {
            return false;
        }
        found.setLevel(parsed);
        return true;
    }

    @Override
    public boolean reset(String logger) {
        Logger found = find(logger);
        if (found == null || found.getName().equals(org.slf4j.Logger.ROOT_LOGGER_NAME)) {
            return false;
        }
        found.setLevel(null);
        return true;
    }

    private @org.jspecify.annotations.Nullable Logger find(String name) {
        return context.exists(name.equals(ROOT) ? org.slf4j.Logger.ROOT_LOGGER_NAME : name);
    }

    private static String shown(Logger logger) {
        return logger.getName().equals(org.slf4j.Logger.ROOT_LOGGER_NAME) ? ROOT : logger.getName();
    }
}
