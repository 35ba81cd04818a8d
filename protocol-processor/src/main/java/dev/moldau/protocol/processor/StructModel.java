package dev.moldau.protocol.processor;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * A record: the message itself or one inside it. Filled by the reader of declarations, then read
 * only.
 */
final class StructModel {

    private final String javaName;
    private final String methodSuffix;
    private final String label;
    private final List<ComponentModel> components = new ArrayList<>();

    /**
     * @param javaName the type in generated code, such as {@code MetadataRequest.Topic}
     * @param methodSuffix what its methods are called, such as {@code Topic}; empty for the message
     */
    StructModel(String javaName, String methodSuffix) {
        this.javaName = javaName;
        this.methodSuffix = methodSuffix;
        this.label = javaName;
    }

    void add(ComponentModel component) {
        components.add(component);
    }

    String javaName() {
        return javaName;
    }

    String methodSuffix() {
        return methodSuffix;
    }

    List<ComponentModel> components() {
        return Collections.unmodifiableList(components);
    }

    /** The components that are tagged in some version, in ascending order of tags. */
    List<ComponentModel> tagged() {
        return components.stream()
                .filter(ComponentModel::isTagged)
                .sorted(java.util.Comparator.comparingInt(ComponentModel::tag))
                .toList();
    }

    /** The component that keeps unknown tagged fields, if the record wants them. */
    Optional<ComponentModel> unknownTags() {
        return components.stream().filter(c -> c.type() == Scalar.TAGGED_FIELDS).findFirst();
    }

    /** The name of a component in error messages. */
    String label(ComponentModel component) {
        return label + "." + component.name();
    }

    /** What the record takes at least in a version, in bytes. */
    int minBytes(int version, VersionRange flexible) {
        int bytes = flexible.contains(version) ? 1 : 0;
        for (ComponentModel component : components) {
            if (component.inPlace(version)) {
                boolean mark =
                        component.type() instanceof WireType.Structure
                                && component.nullable().contains(version);
                bytes += mark ? 1 : component.type().minBytes(version, flexible);
            }
        }
        return bytes;
    }

    /** Whether records stand somewhere in it. */
    boolean hasRecords() {
        return components.stream().anyMatch(c -> hasRecords(c.type()));
    }

    static boolean hasRecords(WireType type) {
        if (type instanceof WireType.Array array) {
            return hasRecords(array.element());
        }
        return type instanceof WireType.Structure structure
                ? structure.model().hasRecords()
                : type == Scalar.RECORDS;
    }
}
