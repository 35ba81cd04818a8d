package dev.moldau.protocol.processor;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Reads the components of one record and checks each by itself and against the others. */
final class ComponentReader {

    private final DeclarationReader declarations;
    private final Problems problems;
    private final VersionRange messageVersions;
    private final VersionRange flexible;

    private final Map<Integer, String> tags = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private boolean keepsUnknownTags;

    ComponentReader(
            DeclarationReader declarations,
            Problems problems,
            VersionRange messageVersions,
            VersionRange flexible) {
        this.declarations = declarations;
        this.problems = problems;
        this.messageVersions = messageVersions;
        this.flexible = flexible;
    }

    /** The model of a component, or empty if a problem was reported. */
    Optional<ComponentModel> read(RecordComponentElement component) {
        int before = problems.count();
        Optional<WireType> wireType = typeOf(component);
        if (wireType.isEmpty()) {
            return Optional.empty();
        }
        WireType type = wireType.get();
        checkName(component);
        if (type == Scalar.TAGGED_FIELDS) {
            return readUnknownTags(component);
        }
        VersionRange versions =
                range(component, "Versions", messageVersions, "the message's versions")
                        .orElse(messageVersions);
        VersionRange nullable =
                range(component, "Nullable", versions, "the component's versions")
                        .orElse(VersionRange.NONE);
        VersionRange tagged = readTaggedVersions(component, versions);
        int tag =
                Declared.schema(component, "Tagged").map(a -> Declared.number(a, "tag")).orElse(-1);
        checkNullable(component, type);
        checkTag(component, type, tag, nullable);
        boolean strict = Declared.schema(component, "Strict").isPresent();
        if (strict && versions.contains(messageVersions)) {
            problems.add(component, "@Strict means nothing here: every version has the component");
        }
        String defaultJava = readDefault(component, type, nullable);
        if (problems.count() > before) {
            return Optional.empty();
        }
        return Optional.of(
                new ComponentModel(
                        component.getSimpleName().toString(),
                        type,
                        versions,
                        nullable,
                        defaultJava,
                        tag,
                        tagged,
                        strict));
    }

    private void checkName(RecordComponentElement component) {
        String name = component.getSimpleName().toString();
        String other = names.put(name.toLowerCase(Locale.ROOT), name);
        if (other != null) {
            problems.add(
                    component,
                    "component '" + name + "' differs from '" + other + "' by nothing but case");
        }
    }

    private Optional<ComponentModel> readUnknownTags(RecordComponentElement component) {
        int before = problems.count();
        if (keepsUnknownTags) {
            problems.add(component, "a record keeps its unknown tagged fields in one component");
        }
        if (flexible.isEmpty()) {
            problems.add(component, "no version of the message has tagged fields");
        }
        for (String annotation :
                List.of("Versions", "Nullable", "Default", "Tagged", "Strict", "Unsigned16")) {
            if (Declared.schema(component, annotation).isPresent()) {
                problems.add(component, "@" + annotation + " does not fit TaggedFields");
            }
        }
        keepsUnknownTags = true;
        if (problems.count() > before) {
            return Optional.empty();
        }
        return Optional.of(
                new ComponentModel(
                        component.getSimpleName().toString(),
                        Scalar.TAGGED_FIELDS,
                        flexible,
                        VersionRange.NONE,
                        DefaultLiteral.none(Scalar.TAGGED_FIELDS),
                        -1,
                        VersionRange.NONE,
                        true));
    }

    /** The range an annotation gives; empty if there is none or it is wrong, which is reported. */
    private Optional<VersionRange> range(
            RecordComponentElement component, String annotation, VersionRange within, String what) {
        return Declared.schema(component, annotation)
                .flatMap(
                        mirror ->
                                parse(
                                        component,
                                        annotation,
                                        Declared.text(mirror, "value"),
                                        within,
                                        what));
    }

    private Optional<VersionRange> parse(
            RecordComponentElement component,
            String annotation,
            String text,
            VersionRange within,
            String what) {
        VersionRange range;
        try {
            range = VersionRange.parse(text, within.highest());
        } catch (IllegalArgumentException e) {
            problems.add(component, "@" + annotation + ": " + e.getMessage());
            return Optional.empty();
        }
        if (!within.contains(range)) {
            problems.add(
                    component,
                    "@" + annotation + ": '" + text + "' is not within " + what + ", " + within);
            return Optional.empty();
        }
        return Optional.of(range);
    }

    private VersionRange readTaggedVersions(
            RecordComponentElement component, VersionRange versions) {
        Optional<AnnotationMirror> annotation = Declared.schema(component, "Tagged");
        if (annotation.isEmpty()) {
            return VersionRange.NONE;
        }
        String text = Declared.text(annotation.get(), "versions");
        Optional<VersionRange> tagged =
                parse(component, "Tagged", text, versions, "the component's versions");
        if (tagged.isEmpty()) {
            return VersionRange.NONE;
        }
        if (!flexible.contains(tagged.get())) {
            problems.add(
                    component,
                    "@Tagged: '"
                            + text
                            + "' has versions that are not flexible, unlike "
                            + (flexible.isEmpty() ? "none" : flexible));
        }
        if (tagged.get().highest() != versions.highest()) {
            problems.add(component, "@Tagged: a component that is tagged once stays tagged");
        }
        return tagged.get();
    }

    private void checkTag(
            RecordComponentElement component, WireType type, int tag, VersionRange nullable) {
        if (Declared.schema(component, "Tagged").isEmpty()) {
            return;
        }
        if (tag < 0) {
            problems.add(component, "@Tagged: a tag is not negative");
        }
        String name = component.getSimpleName().toString();
        String other = tags.put(tag, name);
        if (other != null) {
            problems.add(component, "@Tagged: '" + other + "' has tag " + tag + " already");
        }
        if (StructModel.hasRecords(type)) {
            problems.add(component, "@Tagged: records cannot be tagged");
        }
        if (type instanceof WireType.Structure
                && !nullable.isEmpty()
                && defaultsToNull(component)) {
            problems.add(
                    component,
                    "@Tagged: a tagged record does not default to null; left out, it reads as a"
                            + " record of defaults, and null is written");
        }
    }

    private static boolean defaultsToNull(RecordComponentElement component) {
        return Declared.schema(component, "Default")
                .map(annotation -> Declared.text(annotation, "value"))
                .filter(ComponentModel.NULL::equals)
                .isPresent();
    }

    private void checkNullable(RecordComponentElement component, WireType type) {
        boolean declared = Declared.schema(component, "Nullable").isPresent();
        boolean nullableType = Declared.nullableType(component.asType());
        if (declared && !type.canBeNull()) {
            problems.add(component, "@Nullable: the protocol has no null for " + type.java());
        } else if (!declared && nullableType) {
            problems.add(
                    component,
                    "its type carries JSpecify's @Nullable, but no version can express null");
        }
    }

    private String readDefault(
            RecordComponentElement component, WireType type, VersionRange nullable) {
        Optional<AnnotationMirror> annotation = Declared.schema(component, "Default");
        if (annotation.isEmpty()) {
            return DefaultLiteral.none(type);
        }
        String text = Declared.text(annotation.get(), "value");
        if (text.equals(ComponentModel.NULL)) {
            if (nullable.isEmpty()) {
                problems.add(component, "@Default: null needs @Nullable");
            }
            return ComponentModel.NULL;
        }
        try {
            return DefaultLiteral.of(text, type);
        } catch (IllegalArgumentException e) {
            problems.add(component, "@Default: " + e.getMessage());
            return ComponentModel.NULL;
        }
    }

    private Optional<WireType> typeOf(RecordComponentElement component) {
        TypeMirror type = component.asType();
        boolean unsigned = Declared.schema(component, "Unsigned16").isPresent();
        Optional<WireType> wireType;
        if (unsigned) {
            wireType =
                    type.getKind() == TypeKind.INT
                            ? Optional.of(Scalar.UINT16)
                            : refuse(component, "@Unsigned16 goes with int only");
        } else if (type instanceof DeclaredType declared) {
            wireType = declaredTypeOf(component, declared);
        } else {
            wireType = primitiveOf(component, type);
        }
        return wireType;
    }

    private Optional<WireType> primitiveOf(RecordComponentElement component, TypeMirror type) {
        return switch (type.getKind()) {
            case BOOLEAN -> Optional.of(Scalar.BOOLEAN);
            case BYTE -> Optional.of(Scalar.INT8);
            case SHORT -> Optional.of(Scalar.INT16);
            case INT -> Optional.of(Scalar.INT32);
            case LONG -> Optional.of(Scalar.INT64);
            case DOUBLE -> Optional.of(Scalar.FLOAT64);
            default -> refuse(component, "type " + type + " has no form on the wire");
        };
    }

    private Optional<WireType> declaredTypeOf(RecordComponentElement component, DeclaredType type) {
        TypeElement element = (TypeElement) type.asElement();
        String name = element.getQualifiedName().toString();
        return switch (name) {
            case "java.lang.String" -> Optional.of(Scalar.STRING);
            case "dev.moldau.common.Uuid" -> Optional.of(Scalar.UUID);
            case "java.nio.ByteBuffer" -> Optional.of(Scalar.BYTES);
            case "dev.moldau.protocol.record.Records" -> Optional.of(Scalar.RECORDS);
            case "dev.moldau.protocol.wire.TaggedFields" -> Optional.of(Scalar.TAGGED_FIELDS);
            case "java.util.List" -> elementOf(component, type).map(WireType.Array::new);
            default -> structureOf(component, element);
        };
    }

    private Optional<WireType> elementOf(RecordComponentElement component, DeclaredType list) {
        if (list.getTypeArguments().size() != 1
                || !(list.getTypeArguments().get(0) instanceof DeclaredType argument)) {
            return refuse(component, "a list names the type of its elements");
        }
        if (Declared.nullableType(argument)) {
            return refuse(component, "elements of an array cannot be null");
        }
        TypeElement element = (TypeElement) argument.asElement();
        String name = element.getQualifiedName().toString();
        return switch (name) {
            case "java.lang.Boolean" -> Optional.of(Scalar.BOOLEAN);
            case "java.lang.Byte" -> Optional.of(Scalar.INT8);
            case "java.lang.Short" -> Optional.of(Scalar.INT16);
            case "java.lang.Integer" -> Optional.of(Scalar.INT32);
            case "java.lang.Long" -> Optional.of(Scalar.INT64);
            case "java.lang.Double" -> Optional.of(Scalar.FLOAT64);
            case "java.lang.String" -> Optional.of(Scalar.STRING);
            case "dev.moldau.common.Uuid" -> Optional.of(Scalar.UUID);
            default -> structureOf(component, element);
        };
    }

    private Optional<WireType> structureOf(RecordComponentElement component, TypeElement element) {
        if (element.getKind() != ElementKind.RECORD) {
            return refuse(component, "type " + element + " has no form on the wire");
        }
        if (!declarations.isInside(element) || declarations.isOpen(element)) {
            return refuse(
                    component,
                    "record " + element + " must be nested in the message and not contain itself");
        }
        if (!element.getModifiers().contains(Modifier.PUBLIC)) {
            return refuse(component, "record " + element + " must be public");
        }
        return Optional.of(new WireType.Structure(declarations.readStruct(element)));
    }

    private Optional<WireType> refuse(RecordComponentElement component, String why) {
        problems.add(component, why);
        return Optional.empty();
    }
}
