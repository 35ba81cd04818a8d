package dev.moldau.client.serialization;

import dev.moldau.client.Header;
import dev.moldau.common.config.InvalidConfigException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes lists of what another serializer writes; elements may be null. The form is that of Kafka's
 * class of this name: a byte that tells the two forms apart; for elements of fixed size the places
 * of those that are null, how many there are, and the others one after the other; for all else how
 * many there are, and each with its size before it, -1 for null.
 *
 * @param <E> the elements
 */
public final class ListSerializer<E> implements Serializer<List<E>> {

    static final byte FIXED_SIZE = 0;
    static final byte ANY_SIZE = 1;
    static final int NULL_SIZE = -1;

    private static final Set<Class<?>> OF_FIXED_SIZE =
            Set.of(
                    ShortSerializer.class,
                    IntegerSerializer.class,
                    FloatSerializer.class,
                    LongSerializer.class,
                    DoubleSerializer.class,
                    UUIDSerializer.class);

    private @Nullable Serializer<E> inner;

    /**
     * Takes the serializer of the elements from {@code default.list.key.serde.inner} or {@code
     * default.list.value.serde.inner}.
     */
    public ListSerializer() {}

    /** With the serializer of the elements, which is configured and closed along with this one. */
    public ListSerializer(Serializer<E> inner) {
        this.inner = inner;
    }

    /**
     * Takes the serializer of the elements from the settings, unless it was given in code.
     *
     * @throws InvalidConfigException if it is not set or cannot be made
     */
    // Which elements the setting's class takes is known to the user only.
    @SuppressWarnings("unchecked")
    @Override
    public void configure(Map<String, ?> config, boolean isKey) {
        Serializer<E> chosen =
                ListElements.chosen(
                        inner,
                        config,
                        isKey,
                        "serializer",
                        (key, named) -> (Serializer<E>) Serializers.load(key, named));
        chosen.configure(config, isKey);
        inner = chosen;
    }

    @Override
    public byte @Nullable [] serialize(String topic, List<Header> headers, @Nullable List<E> data) {
        if (data == null) {
            return null;
        }
        Serializer<E> ofElements = inner;
        if (ofElements == null) {
            throw new IllegalStateException(
                    "configure comes first, or give the serializer of the elements in code");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            if (OF_FIXED_SIZE.contains(ofElements.getClass())) {
                out.writeByte(FIXED_SIZE);
                writePlacesOfNulls(data, out);
                out.writeInt(data.size());
                for (E element : data) {
                    byte[] written = ofElements.serialize(topic, headers, element);
                    out.write(written == null ? new byte[0] : written);
                }
            } else {
                out.writeByte(ANY_SIZE);
                out.writeInt(data.size());
                for (E element : data) {
                    byte[] written =
                            element == null ? null : ofElements.serialize(topic, headers, element);
                    out.writeInt(written == null ? NULL_SIZE : written.length);
                    out.write(written == null ? new byte[0] : written);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("writing into memory", e);
        }
        return bytes.toByteArray();
    }

    private void writePlacesOfNulls(List<E> data, DataOutputStream out) throws IOException {
        List<Integer> places = new ArrayList<>();
        int place = 0;
        for (E element : data) {
            if (element == null) {
                places.add(place);
            }
            place++;
        }
        out.writeInt(places.size());
        for (int each : places) {
            out.writeInt(each);
        }
    }

    @Override
    public void close() {
        if (inner != null) {
            inner.close();
        }
    }
}
