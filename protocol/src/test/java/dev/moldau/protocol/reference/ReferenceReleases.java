package dev.moldau.protocol.reference;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

/** The Kafka releases that judge us. */
public final class ReferenceReleases {

    private static final Path OLD_JAR = Path.of("target", "reference", "kafka-clients-3.9.1.jar");

    private ReferenceReleases() {}

    /** Kafka 4.4.0, from the class path. */
    public static ReferenceMessages current() {
        return new KafkaMessages();
    }

    /**
     * Kafka 3.9.1, the last release with the versions that 4.0 removed, from the jar that the build
     * copied to {@code target/reference}.
     */
    public static ReferenceMessages old() {
        if (!Files.isRegularFile(OLD_JAR)) {
            throw new IllegalStateException(
                    OLD_JAR.toAbsolutePath() + " is missing: run Maven's process-test-classes");
        }
        try {
            URL jar = OLD_JAR.toUri().toURL();
            URL tests = KafkaMessages.class.getProtectionDomain().getCodeSource().getLocation();
            // Not closed: the messages that the tests hold need it to the end.
            ClassLoader loader = new OldRelease(new URL[] {jar, tests});
            return (ReferenceMessages)
                    loader.loadClass(KafkaMessages.class.getName())
                            .getDeclaredConstructor()
                            .newInstance();
        } catch (MalformedURLException | ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Takes Kafka's classes, and those here that speak to them, from its own jars first. */
    private static final class OldRelease extends URLClassLoader {

        OldRelease(URL[] urls) {
            super(urls, ReferenceReleases.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            boolean ours = name.startsWith("dev.moldau.protocol.reference.");
            boolean shared = name.contains(".ReferenceMessage");
            boolean isolated = name.startsWith("org.apache.kafka.") || (ours && !shared);
            if (!isolated) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
        }
    }
}
