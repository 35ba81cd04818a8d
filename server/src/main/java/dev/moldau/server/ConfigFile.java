package dev.moldau.server;

import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.InvalidConfigException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** Reads {@code server.properties}. */
public final class ConfigFile {

    private ConfigFile() {}

    /**
     * The settings of a file with some of them replaced.
     *
     * @param file a Java properties file in UTF-8; empty for the defaults
     * @param overrides what stands on the command line, stronger than the file
     * @throws StartException if the file cannot be read, or a value is wrong
     */
    public static BrokerConfig load(Optional<Path> file, Map<String, String> overrides)
            throws StartException {
        Map<String, String> settings = new HashMap<>();
        if (file.isPresent()) {
            settings.putAll(read(file.get()));
        }
        settings.putAll(overrides);
        try {
            return BrokerConfig.of(settings);
        } catch (InvalidConfigException e) {
            String where = file.map(path -> " (from " + path + ")").orElse("");
            throw new StartException(e.getMessage() + where, e);
        }
    }

    private static Map<String, String> read(Path file) throws StartException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (NoSuchFileException e) {
            throw new StartException("there is no configuration file " + file.toAbsolutePath(), e);
        } catch (CharacterCodingException e) {
            throw new StartException("the configuration file " + file + " is not in UTF-8", e);
        } catch (IllegalArgumentException e) {
            throw new StartException(
                    "the configuration file " + file + " is malformed: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new StartException("cannot read the configuration file " + file + ": " + e, e);
        }
        Map<String, String> settings = new HashMap<>();
        for (String name : properties.stringPropertyNames()) {
            settings.put(name, properties.getProperty(name).trim());
        }
        return settings;
    }
}
