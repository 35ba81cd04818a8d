package dev.moldau.protocol.processor;

import java.util.List;
import java.util.Optional;

/** Writes the methods that write one record and its arrays. */
final class WriteMethods {

    private final MessageModel message;
    private final StructModel struct;
    private final SourceText out;

    WriteMethods(MessageModel message, StructModel struct, SourceText out) {
        this.message = message;
        this.struct = struct;
        this.out = out;
    }

    private static String methodOf(StructModel struct) {
        return "write" + ReadMethods.suffix(struct);
    }

    private static String local(ComponentModel component) {
        return ReadMethods.local(component);
    }

    void write() {
        out.line("");
        out.line(
                "private static void "
                        + methodOf(struct)
                        + "("
                        + struct.javaName()
                        + " message, WireWriter out, short version) {");
        SourceText body = out.fork();
        for (ComponentModel component : struct.components()) {
            if (component.type() != Scalar.TAGGED_FIELDS) {
                writeInPlace(component, body);
            }
        }
        writeTaggedSection(body);
        finish(body);
        for (ComponentModel component : struct.components()) {
            if (component.type() instanceof WireType.Array array) {
                writeArray(component, array);
            }
        }
    }

    private void finish(SourceText body) {
        ReadMethods.flexibleLocal(message, body, out);
        out.append(body);
        out.line("}");
    }

    private void writeInPlace(ComponentModel component, SourceText body) {
        body.line(
                component.type().java()
                        + " "
                        + local(component)
                        + " = message."
                        + component.name()
                        + "();");
        Condition carried = component.versions().within(message.versions());
        if (component.strict() && !carried.always()) {
            refuseUnless(carried, component, body);
        }
        VersionRange place = component.placeVersions();
        Condition inPlace = place.within(message.versions());
        if (inPlace.never()) {
            return;
        }
        if (inPlace.always()) {
            writeValue(component, place, "Presence", body);
        } else {
            body.line("if (" + inPlace.java() + ") {");
            writeValue(component, place, "Presence", body);
            body.line("}");
        }
    }

    private void refuseUnless(Condition carried, ComponentModel component, SourceText body) {
        String differs = component.differs(local(component));
        body.line("if (" + carried.not().java() + " && " + differs + ") {");
        body.line("throw UnsupportedFieldException.absent(" + label(component) + ", version);");
        body.line("}");
    }

    /**
     * Writes a value in versions that carry it, in its place or as a tagged field.
     *
     * @param mark the kind of mark before a record that may be null
     */
    private void writeValue(
            ComponentModel component, VersionRange versions, String mark, SourceText body) {
        String value = local(component);
        boolean reference = !(component.type() instanceof Scalar scalar) || scalar.isReference();
        if (!reference) {
            body.line(present(component.type(), value, label(component)) + ";");
            return;
        }
        Condition nullable = component.nullable().within(versions);
        boolean marked = component.type() instanceof WireType.Structure;
        body.line("if (" + value + " == null) {");
        if (!nullable.always()) {
            if (!nullable.never()) {
                body.line("if (" + nullable.not().java() + ") {");
            }
            body.line(
                    "throw UnsupportedFieldException.unexpectedNull("
                            + label(component)
                            + ", version);");
            if (!nullable.never()) {
                body.line("}");
            }
        }
        if (nullable.never()) {
            body.line("}");
            body.line(presentReference(component, value) + ";");
            return;
        }
        body.line(writeNull(component.type(), mark) + ";");
        body.line("} else {");
        if (marked && nullable.always()) {
            body.line("out.write" + mark + "(true);");
        } else if (marked) {
            body.line("if (" + nullable.java() + ") {");
            body.line("out.write" + mark + "(true);");
            body.line("}");
        }
        body.line(presentReference(component, value) + ";");
        body.line("}");
    }

    private String presentReference(ComponentModel component, String value) {
        if (component.type() instanceof WireType.Array) {
            return "write"
                    + ReadMethods.arraySuffix(struct, component)
                    + "("
                    + value
                    + ", out, version)";
        }
        return present(component.type(), value, label(component));
    }

    private static String writeNull(WireType type, String mark) {
        if (type instanceof WireType.Structure) {
            return "out.write" + mark + "(false)";
        }
        if (type instanceof WireType.Array) {
            return "out.writeNullArray(flexible)";
        }
        return type == Scalar.STRING
                ? "out.writeNullString(flexible)"
                : "out.writeNullBytes(flexible)";
    }

    private static String present(WireType type, String value, String label) {
        if (type instanceof WireType.Structure structure) {
            return methodOf(structure.model()) + "(" + value + ", out, version)";
        }
        Scalar scalar = (Scalar) type;
        String method = "out.write" + scalar.wireName();
        return switch (scalar) {
            case STRING -> method + "(flexible, " + value + ", " + label + ")";
            case BYTES, RECORDS -> method + "(flexible, " + value + ")";
            case UINT16 -> method + "(" + value + ", " + label + ")";
            default -> method + "(" + value + ")";
        };
    }

    private void writeArray(ComponentModel component, WireType.Array array) {
        out.line("");
        out.line(
                "private static void write"
                        + ReadMethods.arraySuffix(struct, component)
                        + "("
                        + array.java()
                        + " elements, WireWriter out, short version) {");
        SourceText body = out.fork();
        body.line("int count = elements.size();");
        body.line("out.writeArrayCount(flexible, count);");
        body.line("for (int i = 0; i < count; i++) {");
        body.line(present(array.element(), "elements.get(i)", label(component)) + ";");
        body.line("}");
        finish(body);
    }

    private void writeTaggedSection(SourceText body) {
        if (message.flexible().isEmpty()) {
            return;
        }
        Optional<ComponentModel> unknown = struct.unknownTags();
        unknown.ifPresent(
                c -> body.line("TaggedFields " + local(c) + " = message." + c.name() + "();"));
        Condition flexible = message.flexible().within(message.versions());
        if (!flexible.always()) {
            body.line("if (flexible) {");
        }
        List<ComponentModel> tagged = struct.tagged();
        if (tagged.isEmpty() && unknown.isEmpty()) {
            body.line("out.writeUnsignedVarint(0);");
        } else {
            writeTagged(tagged, unknown, body);
        }
        if (!flexible.always()) {
            unknown.ifPresent(
                    c -> {
                        body.line("} else if (" + local(c) + ".size() > 0) {");
                        body.line(
                                "throw UnsupportedFieldException.absent("
                                        + label(c)
                                        + ", version);");
                    });
            body.line("}");
        }
    }

    private void writeTagged(
            List<ComponentModel> tagged, Optional<ComponentModel> unknown, SourceText body) {
        body.line("int taggedCount = " + unknown.map(c -> local(c) + ".size()").orElse("0") + ";");
        for (ComponentModel component : tagged) {
            Condition carried = component.taggedVersions().within(message.flexible());
            String has = "has" + SourceText.capitalize(component.name());
            body.line(
                    "boolean "
                            + has
                            + " = "
                            + carried.and(component.differs(local(component)))
                            + ";");
            body.line("if (" + has + ") {");
            body.line("taggedCount++;");
            body.line("}");
        }
        body.line("out.writeUnsignedVarint(taggedCount);");
        unknown.ifPresent(c -> body.line("int nextUnknown = 0;"));
        for (ComponentModel component : tagged) {
            unknown.ifPresent(
                    c -> {
                        Condition carried = component.taggedVersions().within(message.flexible());
                        String write =
                                local(c)
                                        + ".writeBefore("
                                        + component.tag()
                                        + ", nextUnknown, out)";
                        body.line("nextUnknown = " + carried.choose(write, "nextUnknown") + ";");
                    });
            body.line("if (has" + SourceText.capitalize(component.name()) + ") {");
            body.line("int begin = out.beginTagged(" + component.tag() + ");");
            writeValue(component, component.taggedVersions(), "TaggedPresence", body);
            body.line("out.endTagged(begin);");
            body.line("}");
        }
        unknown.ifPresent(c -> body.line(local(c) + ".writeRest(nextUnknown, out);"));
    }

    private String label(ComponentModel component) {
        return "\"" + struct.label(component) + "\"";
    }
}
