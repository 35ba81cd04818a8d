package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import dev.moldau.common.config.InvalidConfigException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link ListSerializer} writes, into an unmodifiable list. Counts and sizes are checked
 * against the bytes that are there before anything is allocated.
 *
 * @param <E> the elements
 */
public final class ListDeserializer<E> implements Deserializer<List<E>> {

    private static final Map<Class<?>, Integer> FIXED_SIZES =
            Map.of(
                    ShortDeserializer.class, Short.BYTES,
                    IntegerDeserializer.class, Integer.BYTES,
                    FloatDeserializer.class, Float.BYTES,
                    LongDeserializer.class, Long.BYTES,
                    DoubleDeserializer.class, Double.BYTES,
                    UUIDDeserializer.class, 36);

    private @Nullable Deserializer<E> inner;

    /**
     * Takes the deserializer of the elements from {@code default.list.key.serde.inner} or {@code
     * default.list.value.serde.inner}.
     */
    public ListDeserializer() {}

    /** With the deserializer of the elements, which is configured and closed along with this. */
    public ListDeserializer(Deserializer<E> inner) {
        this.inner = inner;
    }

    /**
     * Takes the deserializer of the elements from the settings, unless it was given in code.
     *
     * @throws InvalidConfigException if it is not set or cannot be made
     */
    // Which elements the setting's class makes is known to the user only.
    @SuppressWarnings("unchecked")
    @Override
    public void configure(Map<String, ?> config, boolean isKey) {
        Deserializer<E> chosen =
                ListElements.chosen(
                        inner,
                        config,
                        isKey,
                        "deserializer",
                        (key, named) -> (Deserializer<E>) Deserializers.load(key, named));
        chosen.configure(config, isKey);
        inner = chosen;
    }

    @Override
    public @Nullable List<E> deserialize(
            String topic, List<Header> headers, byte @Nullable [] data) {
        if (data == null) {
            return null;
        }
        Deserializer<E> ofElements = inner;
        if (ofElements == null) {
            throw new IllegalStateException(
                    "configure comes first, or give the deserializer of the elements in code");
        }
        return new Reading<>(topic, headers, ofElements, ByteBuffer.wrap(data)).list();
    }

    @Override
    public void close() {
        if (inner != null) {
            inner.close();
        }
    }

    /** One list on its way in. */
    private record Reading<E>(
            String topic, List<Header> headers, Deserializer<E> inner, ByteBuffer in) {

        List<E> list() {
            byte form = take(1).get();
            if (form == ListSerializer.ANY_SIZE) {
                return ofAnySize();
            }
            if (form == ListSerializer.FIXED_SIZE) {
                return ofFixedSize();
            }
            throw malformed("its first byte is 0 or 1, not " + form);
        }

        private List<E> ofFixedSize() {
            Integer size = FIXED_SIZES.get(inner.getClass());
            if (size == null) {
                throw malformed(
                        "its elements have a fixed size, but "
                                + inner.getClass().getSimpleName()
                                + " has none");
            }
            int nulls = count(Integer.BYTES);
            Set<Integer> placesOfNulls = new HashSet<>();
            for (int i = 0; i < nulls; i++) {
                placesOfNulls.add(in.getInt());
            }
            int elements = take(Integer.BYTES).getInt();
            long present = (long) elements - placesOfNulls.size();
            if (present < 0 || present * size > in.remaining()) {
                throw malformed(
                        elements + " elements cannot be in " + in.remaining() + " more bytes");
            }
            List<E> list = new ArrayList<>(elements);
            for (int i = 0; i < elements; i++) {
                list.add(placesOfNulls.contains(i) ? null : element(size));
            }
            return Collections.unmodifiableList(list);
        }

        private List<E> ofAnySize() {
            int elements = count(Integer.BYTES);
            List<E> list = new ArrayList<>(elements);
            for (int i = 0; i < elements; i++) {
                int size = take(Integer.BYTES).getInt();
                list.add(size == ListSerializer.NULL_SIZE ? null : element(size));
            }
            return Collections.unmodifiableList(list);
        }

        private @Nullable E element(int size) {
            byte[] bytes = new byte[Math.max(0, size)];
            take(size).get(bytes);
            return inner.deserialize(topic, headers, bytes);
        }

        /** A number of things that follow, each of at least so many bytes. */
        private int count(int leastBytes) {
            int count = take(Integer.BYTES).getInt();
            if (count < 0 || (long) count * leastBytes > in.remaining()) {
                throw malformed(count + " elements cannot be in " + in.remaining() + " bytes");
            }
            return count;
        }

        private ByteBuffer take(int bytes) {
            if (bytes < 0 || in.remaining() < bytes) {
                throw malformed(
                        "a part of "
                                + bytes
                                + " bytes begins "
                                + in.remaining()
                                + " bytes before the end");
            }
            return in;
        }

        private RuntimeException malformed(String problem) {
            return Malformed.refused(topic, "a list", problem, null);
        }
    }
}
