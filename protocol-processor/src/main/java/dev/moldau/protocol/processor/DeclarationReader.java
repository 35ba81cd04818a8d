package dev.moldau.protocol.processor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.NestingKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/** Reads one annotated record, with the records inside it, into a model. Used once. */
final class DeclarationReader {

    private static final String API_MESSAGE = "dev.moldau.protocol.ApiMessage";

    private final Elements elements;
    private final Problems problems;
    private final TypeElement message;

    /** Records that are complete, each after those that it uses. */
    private final Map<TypeElement, StructModel> structs = new LinkedHashMap<>();

    /** Records that are being read: one that is met again contains itself. */
    private final Deque<TypeElement> open = new ArrayDeque<>();

    private VersionRange versions = VersionRange.NONE;
    private VersionRange flexible = VersionRange.NONE;

    DeclarationReader(Elements elements, Problems problems, TypeElement message) {
        this.elements = elements;
        this.problems = problems;
        this.message = message;
    }

    /** The model, or empty if a problem was reported. */
    Optional<MessageModel> read(AnnotationMirror annotation, MessageModel.Role role) {
        int before = problems.count();
        checkShape();
        readVersions(annotation);
        if (problems.count() > before) {
            return Optional.empty();
        }
        readStruct(message);
        if (problems.count() > before) {
            return Optional.empty();
        }
        return Optional.of(
                new MessageModel(
                        message,
                        elements.getPackageOf(message).getQualifiedName().toString(),
                        message.getSimpleName().toString(),
                        role,
                        Declared.constant(annotation, "api"),
                        versions,
                        flexible,
                        List.copyOf(structs.values())));
    }

    private void checkShape() {
        if (message.getKind() != ElementKind.RECORD
                || message.getNestingKind() != NestingKind.TOP_LEVEL
                || !message.getModifiers().contains(Modifier.PUBLIC)
                || !message.getTypeParameters().isEmpty()) {
            problems.add(message, "a message is a public top-level record without type parameters");
        }
        boolean isMessage =
                message.getInterfaces().stream().anyMatch(i -> i.toString().equals(API_MESSAGE));
        if (!isMessage) {
            problems.add(message, "a message implements " + API_MESSAGE);
        }
    }

    private void readVersions(AnnotationMirror annotation) {
        try {
            versions = VersionRange.parse(Declared.text(annotation, "versions"), -1);
        } catch (IllegalArgumentException e) {
            problems.add(message, "versions: " + e.getMessage());
            return;
        }
        String text = Declared.text(annotation, "flexible");
        if (text.isEmpty()) {
            return;
        }
        try {
            flexible = VersionRange.parse(text, versions.highest());
        } catch (IllegalArgumentException e) {
            problems.add(message, "flexible: " + e.getMessage());
            return;
        }
        if (!versions.contains(flexible) || flexible.highest() != versions.highest()) {
            problems.add(
                    message,
                    "flexible versions "
                            + flexible
                            + " must lie within versions "
                            + versions
                            + " and reach up to their end");
        }
    }

    /** The model of a record, which is the message or lies inside it. */
    StructModel readStruct(TypeElement element) {
        StructModel known = structs.get(element);
        if (known != null) {
            return known;
        }
        StructModel struct = new StructModel(javaName(element), methodSuffix(element));
        open.push(element);
        ComponentReader reader = new ComponentReader(this, problems, versions, flexible);
        for (RecordComponentElement component : element.getRecordComponents()) {
            reader.read(component).ifPresent(struct::add);
        }
        open.pop();
        structs.put(element, struct);
        return struct;
    }

    boolean isOpen(TypeElement element) {
        return open.contains(element);
    }

    /** Whether a record is nested, at any depth, in the message. */
    boolean isInside(TypeElement element) {
        return outerNames(element).get(0).equals(message.getSimpleName().toString())
                && elements.getPackageOf(element).equals(elements.getPackageOf(message));
    }

    private static String javaName(TypeElement element) {
        return String.join(".", outerNames(element));
    }

    private static String methodSuffix(TypeElement element) {
        List<String> names = outerNames(element);
        return String.join("", names.subList(1, names.size()));
    }

    private static List<String> outerNames(TypeElement element) {
        List<String> names = new ArrayList<>();
        names.add(element.getSimpleName().toString());
        TypeElement inner = element;
        while (inner.getEnclosingElement() instanceof TypeElement outer) {
            names.add(0, outer.getSimpleName().toString());
            inner = outer;
        }
        return names;
    }
}
