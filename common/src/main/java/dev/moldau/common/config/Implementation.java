package dev.moldau.common.config;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The user's part in a setting that names a class: the class's name, the class itself, or an object
 * that is ready. Immutable.
 */
public final class Implementation {

    private final String key;
    private final Object given;

    /**
     * @param key the key that it was given for, for messages
     * @param given a class's name, a class, or an object
     */
    public Implementation(String key, Object given) {
        this.key = Objects.requireNonNull(key, "key");
        this.given = Objects.requireNonNull(given, "given");
    }

    /** The class's name. */
    public String className() {
        if (given instanceof CharSequence) {
            return given.toString().trim();
        }
        return given instanceof Class<?> type ? type.getName() : given.getClass().getName();
    }

    /** Whether the user made the object, and so may hold it elsewhere too. */
    public boolean isReady() {
        return !(given instanceof CharSequence || given instanceof Class<?>);
    }

    /**
     * The object that was given, or a new one of the class.
     *
     * @param port what it must implement
     * @throws InvalidConfigException if there is no such class, it does not implement the port, or
     *     it cannot be made
     */
    public <T> T instance(Class<T> port) {
        Class<?> type = isReady() ? given.getClass() : type();
        if (!port.isAssignableFrom(type)) {
            throw invalid("it does not implement " + port.getName() + hint(type, port), null);
        }
        return port.cast(isReady() ? given : make(type));
    }

    private Class<?> type() {
        if (given instanceof Class<?> type) {
            return type;
        }
        ClassLoader own = Implementation.class.getClassLoader();
        ClassLoader ofApplication = Thread.currentThread().getContextClassLoader();
        Class<?> found = ofApplication == null ? null : find(ofApplication);
        if (found == null) {
            found = find(own);
        }
        if (found == null) {
            throw invalid(
                    "there is no such class; check the name, its package included, and that its"
                            + " jar is on the class path",
                    null);
        }
        return found;
    }

    private @Nullable Class<?> find(@Nullable ClassLoader loader) {
        try {
            return Class.forName(className(), true, loader);
        } catch (ClassNotFoundException e) {
            return null;
        } catch (LinkageError e) {
            throw invalid("the class cannot be loaded: " + e, e);
        }
    }

    private Object make(Class<?> type) {
        if (Modifier.isAbstract(type.getModifiers())) {
            throw invalid("it is abstract; name a class that can be made", null);
        }
        if (!Modifier.isPublic(type.getModifiers())) {
            throw invalid("the class is not public", null);
        }
        try {
            Constructor<?> constructor = type.getConstructor();
            return constructor.newInstance();
        } catch (NoSuchMethodException e) {
            throw invalid(
                    "it has no public constructor without parameters; add one, or hand over an"
                            + " object in place of the name",
                    e);
        } catch (InvocationTargetException e) {
            throw invalid("its constructor failed: " + e.getCause(), e);
        } catch (InstantiationException | IllegalAccessException | LinkageError e) {
            throw invalid("it cannot be made: " + e, e);
        }
    }

    /** People bring classes that implement Kafka's interface of the same name. */
    private static String hint(Class<?> type, Class<?> port) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Class<?> face : at.getInterfaces()) {
                if (face.getName().startsWith("org.apache.kafka.")) {
                    return "; it implements "
                            + face.getName()
                            + ", for which a class that implements "
                            + port.getSimpleName()
                            + " and calls it can stand";
                }
            }
        }
        return "";
    }

    private InvalidConfigException invalid(String problem, @Nullable Throwable cause) {
        String message = "Invalid value '" + className() + "' for " + key + ": " + problem + ".";
        return cause == null
                ? new InvalidConfigException(key, message)
                : new InvalidConfigException(key, message, cause);
    }

    @Override
    public String toString() {
        return className();
    }
}
