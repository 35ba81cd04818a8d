package dev.moldau.protocol.reference;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Message;
import org.jspecify.annotations.Nullable;

/** Takes Kafka's message objects apart into values of the JDK. */
final class KafkaValues {

    private KafkaValues() {}

    static Map<String, @Nullable Object> of(Message message) {
        Map<String, @Nullable Object> values = new HashMap<>();
        for (Field field : message.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                values.put(field.getName(), value(get(field, message)));
            }
        }
        return values;
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
