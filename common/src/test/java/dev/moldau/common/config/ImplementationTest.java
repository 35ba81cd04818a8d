package dev.moldau.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class ImplementationTest {

    /** One that works. */
    public static final class Works implements Callable<String> {
        @Override
        public String call() {
            return "works";
        }
    }

    /** One without the constructor that is needed. */
    public static final class NeedsMore implements Callable<String> {
        private final String more;

        /** Needs something. */
        public NeedsMore(String more) {
            this.more = more;
        }

        @Override
        public String call() {
            return more;
        }
    }

    /** One whose constructor fails. */
    public static final class Fails implements Callable<String> {
        /** Always fails. */
        public Fails() {
            throw new IllegalStateException("no licence");
        }

        @Override
        public String call() {
            return "never";
        }
    }

    /** One that nobody else can make, though its constructor is public. */
    static final class Hidden implements Callable<String> {
        public Hidden() {}

        @Override
        public String call() {
            return "hidden";
        }
    }

    /** One that cannot be loaded. */
    public static final class Broken implements Callable<String> {
        private static final int HALF = Integer.parseInt("half");

        /** Never reached. */
        public Broken() {}

        @Override
        public String call() {
            return "" + HALF;
        }
    }

    @Test
    void aNameOrAClassMakesANewObject() throws Exception {
        for (Object given : List.of(Works.class, Works.class.getName(), " " + name("Works"))) {
            Implementation implementation = new Implementation("k", given);
            assertThat(implementation.isReady()).isFalse();
            assertThat(implementation.instance(Callable.class).call()).isEqualTo("works");
        }
    }

    @Test
    void anObjectIsTakenAsItIs() {
        Works works = new Works();
        assertThat(new Implementation("k", works).instance(Callable.class)).isSameAs(works);
    }

    @Test
    void whatIsWrongWithAClassIsSaid() {
        refused("no.Such", "Invalid value 'no.Such' for k: there is no such class; check the name");
        refused(ArrayList.class, "it does not implement java.util.concurrent.Callable.");
        refused(new ArrayList<>(), "it does not implement java.util.concurrent.Callable.");
        refused(Callable.class, "it is abstract");
        refused(name("NeedsMore"), "no public constructor without parameters");
        refused(name("Fails"), "its constructor failed: java.lang.IllegalStateException: no lic");
        refused(name("Hidden"), "the class is not public");
        refused(name("Broken"), "the class cannot be loaded");
    }

    @Test
    void aClassForKafkasInterfaceIsToldApart() {
        refused(
                StringSerializer.class,
                "it implements org.apache.kafka.common.serialization.Serializer, for which a class"
                        + " that implements Callable and calls it can stand");
    }

    private static String name(String inner) {
        return ImplementationTest.class.getName() + "$" + inner;
    }

    private static void refused(Object given, String message) {
        assertThatExceptionOfType(InvalidConfigException.class)
                .isThrownBy(() -> new Implementation("k", given).instance(Callable.class))
                .withMessageContaining(message);
    }
}
