package dev.moldau.protocol.processor;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Writes the source of one codec. */
final class CodecSource {

    private final MessageModel message;
    private final SourceText out = new SourceText(1);

    CodecSource(MessageModel message) {
        this.message = message;
    }

    static String className(MessageModel message) {
        return message.name() + "Codec";
    }

    String write() {
        SourceText members = members();
        SourceText file = new SourceText();
        file.line("package " + message.packageName() + ";");
        file.line("");
        for (String type : imports(members)) {
            file.line("import " + type + ";");
        }
        file.line("");
        file.line("/** Reads and writes {@link " + message.name() + "}. */");
        file.line("@Generated(\"" + CodecProcessor.class.getName() + "\")");
        file.line(
                "public final class "
                        + className(message)
                        + " implements MessageCodec<"
                        + message.name()
                        + "> {");
        file.append(members);
        file.line("}");
        return file.toString();
    }

    private SourceText members() {
        String codec = className(message);
        out.line("");
        out.line("/** The one instance. */");
        out.line("public static final " + codec + " INSTANCE = new " + codec + "();");
        constants();
        out.line("");
        out.line("private " + codec + "() {}");
        facts();
        publicRead();
        publicWrite();
        checkVersion();
        List<StructModel> structs = message.structs();
        for (int i = structs.size() - 1; i >= 0; i--) {
            new ReadMethods(message, structs.get(i), out).write();
            new WriteMethods(message, structs.get(i), out).write();
        }
        return out;
    }

    private void constants() {
        Set<StructModel> wanted = new LinkedHashSet<>();
        for (StructModel struct : message.structs()) {
            for (ComponentModel component : struct.components()) {
                boolean readAsDefault =
                        component.isTagged()
                                || !component.placeVersions().contains(message.versions());
                if (readAsDefault && !component.defaultsToNull()) {
                    collectDefaults(component.type(), wanted);
                }
            }
        }
        boolean bytes =
                message.structs().stream()
                        .flatMap(s -> s.components().stream())
                        .anyMatch(c -> c.type() == Scalar.BYTES && !c.defaultsToNull());
        if (bytes) {
            out.line("");
            out.line("private static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0);");
        }
        for (StructModel struct : message.structs()) {
            if (wanted.contains(struct)) {
                defaultConstant(struct);
            }
        }
    }

    private static void collectDefaults(WireType type, Set<StructModel> wanted) {
        if (type instanceof WireType.Structure structure && wanted.add(structure.model())) {
            for (ComponentModel component : structure.model().components()) {
                if (!component.defaultsToNull()) {
                    collectDefaults(component.type(), wanted);
                }
            }
        }
    }

    private void defaultConstant(StructModel struct) {
        List<String> values = new ArrayList<>();
        for (ComponentModel component : struct.components()) {
            values.add(component.defaultJava());
        }
        out.line("");
        out.line(
                "private static final "
                        + struct.javaName()
                        + " "
                        + DefaultLiteral.defaultOf(struct)
                        + " =");
        out.line("        new " + struct.javaName() + "(" + String.join(", ", values) + ");");
    }

    private void facts() {
        method("public Class<" + message.name() + "> type()", message.name() + ".class");
        method("public short lowestVersion()", Integer.toString(message.versions().lowest()));
        method("public short highestVersion()", Integer.toString(message.versions().highest()));
        method(
                "public boolean flexible(short version)",
                message.flexible().within(message.versions()).java());
    }

    private void method(String signature, String value) {
        out.line("");
        out.line("@Override");
        out.line(signature + " {");
        out.line("return " + value + ";");
        out.line("}");
    }

    private void publicRead() {
        out.line("");
        out.line("@Override");
        out.line("public " + message.name() + " read(WireReader in, short version) {");
        out.line("checkVersion(version);");
        out.line("return readMessage(in, version);");
        out.line("}");
    }

    private void publicWrite() {
        out.line("");
        out.line("@Override");
        out.line(
                "public void write("
                        + message.name()
                        + " message, WireWriter out, short version) {");
        out.line("checkVersion(version);");
        out.line("writeMessage(message, out, version);");
        out.line("}");
    }

    private void checkVersion() {
        VersionRange versions = message.versions();
        out.line("");
        out.line("private static void checkVersion(short version) {");
        out.line(
                "if (version < "
                        + versions.lowest()
                        + " || version > "
                        + versions.highest()
                        + ") {");
        out.line("throw new IllegalArgumentException(");
        out.line(
                "        \""
                        + message.name()
                        + " has versions "
                        + versions
                        + ", not \" + version);");
        out.line("}");
        out.line("}");
    }

    private static Set<String> imports(SourceText members) {
        Set<String> imports = new TreeSet<>();
        imports.add("dev.moldau.protocol.wire.MessageCodec");
        imports.add("dev.moldau.protocol.wire.WireReader");
        imports.add("dev.moldau.protocol.wire.WireWriter");
        imports.add("javax.annotation.processing.Generated");
        for (String optional :
                List.of(
                        "dev.moldau.common.Uuid",
                        "dev.moldau.protocol.record.MemoryRecords",
                        "dev.moldau.protocol.record.Records",
                        "dev.moldau.protocol.wire.TaggedFields",
                        "dev.moldau.protocol.wire.UnsupportedFieldException",
                        "java.nio.ByteBuffer",
                        "java.util.ArrayList",
                        "java.util.List")) {
            String simple = optional.substring(optional.lastIndexOf('.') + 1);
            if (members.mentionsType(simple)) {
                imports.add(optional);
            }
        }
        return imports;
    }
}
