package dev.moldau.protocol.reference;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Message;
import org.jspecify.annotations.Nullable;

/** The fields of Kafka's message objects. */
final class KafkaValues {

    /** Fields that are not part of the message; two hold places in Kafka's linked collections. */
    private static final Set<String> INSIDES = Set.of("_unknownTaggedFields", "next", "prev");

    private KafkaValues() {}

    /** Takes a message apart into values of the JDK. */
    static Map<String, @Nullable Object> of(Message message) {
        Map<String, @Nullable Object> values = new HashMap<>();
        for (Field field : message.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !INSIDES.contains(field.getName())) {
                values.put(field.getName(), value(get(field, message)));
            }
        }
        return values;
    }

    /** Gives about half of the fields, at every level, the values that they have by default. */
    static void thinOut(Message message, RandomGenerator random) {
        Message defaults = newInstance(message.getClass());
        for (Field field : message.getClass().getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) || INSIDES.contains(field.getName())) {
                continue;
            }
            if (random.nextBoolean()) {
                set(field, message, get(field, defaults));
            } else {
                thinOutValue(get(field, message), random);
            }
        }
    }

    private static void thinOutValue(@Nullable Object value, RandomGenerator random) {
        if (value instanceof Message nested) {
            thinOut(nested, random);
        } else if (value instanceof Collection<?> elements) {
            elements.forEach(element -> thinOutValue(element, random));
        }
    }

    private static Message newInstance(Class<? extends Message> type) {
        try {
            return type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static void set(Field field, Object owner, @Nullable Object value) {
        try {
            field.setAccessible(true);
            field.set(owner, value);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static @Nullable Object get(Field field, Object owner) {
        try {
            field.setAccessible(true);
            return field.get(owner);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static @Nullable Object value(@Nullable Object value) {
        if (value instanceof Message nested) {
            return of(nested);
        }
        if (value instanceof Collection<?> elements) {
            List<@Nullable Object> list = new ArrayList<>();
            elements.forEach(element -> list.add(value(element)));
            return list;
        }
        if (value instanceof Double number) {
            return number;
        }
        if (value instanceof Number number) {
            return number.longValue();
        }
        if (value instanceof byte[] bytes) {
            return ByteBuffer.wrap(bytes);
        }
        if (value instanceof Uuid id) {
            return id.toString();
        }
        if (value != null && value.getClass().getSimpleName().equals("MemoryRecords")) {
            return recordBytes(value);
        }
        return value;
    }

    /** Kafka's class for records moved between releases. */
    private static Object recordBytes(Object records) {
        try {
            return records.getClass().getMethod("buffer").invoke(records);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
