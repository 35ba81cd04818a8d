package dev.moldau.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.common.Uuid;
import dev.moldau.protocol.record.MemoryRecords;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values of our records, taken apart in the same way as those of Kafka's messages. The bytes of
 * a message do not tell what its reader makes of a field that the version does not carry, nor that
 * two fields of the same type have not changed places: the values do.
 */
final class Values {

    /** Fields that only versions marked unstable carry. */
    private static final Set<String> UNSTABLE =
            Set.of(
                    "enable2Pc",
                    "keepPreparedTxn",
                    "ongoingTxnProducerId",
                    "ongoingTxnProducerEpoch");

    private Values() {}

    static Map<String, @Nullable Object> of(Record message) {
        Map<String, @Nullable Object> values = new HashMap<>();
        for (RecordComponent component : message.getClass().getRecordComponents()) {
            values.put(component.getName(), value(get(component, message)));
        }
        return values;
    }

    private static @Nullable Object get(RecordComponent component, Record owner) {
        try {
            return component.getAccessor().invoke(owner);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static @Nullable Object value(@Nullable Object value) {
        if (value instanceof Uuid id) {
            return id.toString();
        }
        if (value instanceof MemoryRecords records) {
            return records.bytes();
        }
        if (value instanceof Record nested) {
            return of(nested);
        }
        if (value instanceof List<?> elements) {
            List<@Nullable Object> list = new ArrayList<>();
            elements.forEach(element -> list.add(value(element)));
            return list;
        }
        if (value instanceof Number number && !(value instanceof Double)) {
            return number.longValue();
        }
        return value;
    }

    /**
     * Asserts that two messages say the same. A field that the judging release lacks is left to the
     * comparison of bytes; a field that we lack is an error.
     */
    static void assertSame(
            Map<String, @Nullable Object> ours, Map<String, @Nullable Object> theirs) {
        assertSame("", ours, theirs);
    }

    private static void assertSame(String path, @Nullable Object ours, @Nullable Object theirs) {
        if (ours instanceof Map<?, ?> ourFields && theirs instanceof Map<?, ?> theirFields) {
            assertSameFields(path, ourFields, theirFields);
        } else if (ours instanceof List<?> ourList && theirs instanceof List<?> theirList) {
            assertThat(ourList).as(path).hasSameSizeAs(theirList);
            for (int i = 0; i < ourList.size(); i++) {
                assertSame(path + "[" + i + "]", ourList.get(i), theirList.get(i));
            }
        } else {
            assertThat(ours).as(path).isEqualTo(theirs);
        }
    }

    private static void assertSameFields(String path, Map<?, ?> ours, Map<?, ?> theirs) {
        theirs.forEach(
                (name, value) -> {
                    if (ours.containsKey(name)) {
                        assertSame(path + "." + name, ours.get(name), value);
                    } else {
                        assertThat(UNSTABLE)
                                .as("fields of %s that we lack", path)
                                .contains(name.toString());
                    }
                });
    }
}
