package dev.moldau.protocol.processor;

import java.util.ArrayList;
import java.util.List;

/** Writes the methods that read one record and its arrays. */
final class ReadMethods {

    private final MessageModel message;
    private final StructModel struct;
    private final SourceText out;

    ReadMethods(MessageModel message, StructModel struct, SourceText out) {
        this.message = message;
        this.struct = struct;
        this.out = out;
    }

    static String methodOf(StructModel struct) {
        return "read" + suffix(struct);
    }

    /** What the methods of a record are called after the verb. */
    static String suffix(StructModel struct) {
        return struct.methodSuffix().isEmpty() ? "Message" : struct.methodSuffix();
    }

    static String arraySuffix(StructModel struct, ComponentModel component) {
        return suffix(struct) + "_" + component.name();
    }

    /** The local variable for a component: never a name that the method uses itself. */
    static String local(ComponentModel component) {
        return component.name() + "Value";
    }

    void write() {
        out.line("");
        out.line(
                "private static "
                        + struct.javaName()
                        + " "
                        + methodOf(struct)
                        + "(WireReader in, short version) {");
        SourceText body = out.fork();
        for (ComponentModel component : struct.components()) {
            body.line(
                    component.type().java()
                            + " "
                            + local(component)
                            + " = "
                            + valueInPlace(component)
                            + ";");
        }
        readTaggedSection(body);
        List<String> arguments = new ArrayList<>();
        for (ComponentModel component : struct.components()) {
            arguments.add(local(component));
        }
        body.line("return new " + struct.javaName() + "(" + String.join(", ", arguments) + ");");
        finish(body);
        for (ComponentModel component : struct.components()) {
            if (component.type() instanceof WireType.Array array) {
                readArray(component, array);
            }
        }
    }

    private void finish(SourceText body) {
        flexibleLocal(message, body, out);
        out.append(body);
        out.line("}");
    }

    /** Declares the local {@code flexible} for a body that asks for it. */
    static void flexibleLocal(MessageModel message, SourceText body, SourceText out) {
        if (body.mentions("flexible")) {
            out.line(
                    "boolean flexible = "
                            + message.flexible().within(message.versions()).java()
                            + ";");
        }
    }

    private String valueInPlace(ComponentModel component) {
        VersionRange place = component.placeVersions();
        return place.within(message.versions())
                .choose(value(component, place, "Presence"), component.defaultJava());
    }

    private String value(ComponentModel component, VersionRange versions, String mark) {
        if (versions.isEmpty()) {
            return component.defaultJava();
        }
        if (component.type() instanceof WireType.Array) {
            return "read" + arraySuffix(struct, component) + "(in, version)";
        }
        if (component.nullable().isEmpty()) {
            return present(component.type(), struct.label(component));
        }
        Condition nullable = component.nullable().within(versions);
        String choice =
                nullable.choose(
                        orNull(component, mark),
                        present(component.type(), struct.label(component)));
        return nullable.always() ? choice : "(" + choice + ")";
    }

    private String orNull(ComponentModel component, String mark) {
        if (component.type() instanceof WireType.Structure structure) {
            return "(in.read"
                    + mark
                    + "() ? "
                    + methodOf(structure.model())
                    + "(in, version) : null)";
        }
        Scalar scalar = (Scalar) component.type();
        return "in.readNullable"
                + scalar.wireName()
                + "(flexible, \""
                + struct.label(component)
                + "\")";
    }

    private static String present(WireType type, String label) {
        if (type instanceof WireType.Structure structure) {
            return methodOf(structure.model()) + "(in, version)";
        }
        Scalar scalar = (Scalar) type;
        return scalar.hasLength()
                ? "in.read" + scalar.wireName() + "(flexible, \"" + label + "\")"
                : "in.read" + scalar.wireName() + "()";
    }

    private void readArray(ComponentModel component, WireType.Array array) {
        String label = "\"" + struct.label(component) + "\"";
        String arguments = "(flexible, " + minElementBytes(component, array) + ", " + label + ")";
        Condition nullable = component.nullable().within(component.versions());
        out.line("");
        out.line(
                "private static "
                        + array.java()
                        + " read"
                        + arraySuffix(struct, component)
                        + "(WireReader in, short version) {");
        SourceText body = out.fork();
        body.line(
                "int count = "
                        + nullable.choose(
                                "in.readNullableArrayCount" + arguments,
                                "in.readArrayCount" + arguments)
                        + ";");
        body.line("if (count <= 0) {");
        body.line(
                "return "
                        + (nullable.never() ? "List.of()" : "count < 0 ? null : List.of()")
                        + ";");
        body.line("}");
        body.line(array.java() + " elements = new ArrayList<>(count);");
        body.line("for (int i = 0; i < count; i++) {");
        body.line("elements.add(" + present(array.element(), struct.label(component)) + ");");
        body.line("}");
        body.line("return elements;");
        finish(body);
    }

    /** The least over all versions, so that one constant does for all. */
    private int minElementBytes(ComponentModel component, WireType.Array array) {
        int least = Integer.MAX_VALUE;
        VersionRange versions = component.versions();
        for (int version = versions.lowest(); version <= versions.highest(); version++) {
            least = Math.min(least, array.element().minBytes(version, message.flexible()));
        }
        return Math.max(least, 1);
    }

    private void readTaggedSection(SourceText body) {
        if (message.flexible().isEmpty()) {
            return;
        }
        Condition flexible = message.flexible().within(message.versions());
        boolean keeps = struct.unknownTags().isPresent();
        if (struct.tagged().isEmpty() && !keeps) {
            if (flexible.always()) {
                body.line("in.skipTaggedFields();");
            } else {
                body.line("if (flexible) {");
                body.line("in.skipTaggedFields();");
                body.line("}");
            }
            return;
        }
        body.line("int taggedCount = " + flexible.choose("in.readTaggedCount()", "0") + ";");
        if (keeps) {
            body.line("List<TaggedFields.Field> unknown = new ArrayList<>();");
        }
        body.line("for (int i = 0; i < taggedCount; i++) {");
        body.line("int tag = in.readTag();");
        for (ComponentModel component : struct.tagged()) {
            readTagged(component, body);
        }
        if (keeps) {
            body.line("unknown.add(new TaggedFields.Field(tag, in.readTagged(tag)));");
        } else {
            body.line("in.skipTagged(tag);");
        }
        body.line("}");
        struct.unknownTags().ifPresent(c -> body.line(local(c) + " = TaggedFields.of(unknown);"));
    }

    private void readTagged(ComponentModel component, SourceText body) {
        Condition known = component.taggedVersions().within(message.flexible());
        body.line("if (" + known.and("tag == " + component.tag()) + ") {");
        body.line("int end = in.beginTagged(tag);");
        body.line(
                local(component)
                        + " = "
                        + value(component, component.taggedVersions(), "TaggedPresence")
                        + ";");
        body.line("in.endTagged(tag, end);");
        body.line("continue;");
        body.line("}");
    }
}
