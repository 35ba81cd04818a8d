package dev.moldau.protocol.processor;

import java.util.Optional;
import javax.lang.model.AnnotatedConstruct;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/** Looks up annotations by name: the processor does not have their classes. */
final class Declared {

    private static final String SCHEMA = "dev.moldau.protocol.schema.";
    private static final String JSPECIFY_NULLABLE = "org.jspecify.annotations.Nullable";

    static final String REQUEST = SCHEMA + "Request";
    static final String RESPONSE = SCHEMA + "Response";
    static final String DATA = SCHEMA + "Data";

    private Declared() {}

    /** An annotation of the schema, by its simple name. */
    static Optional<AnnotationMirror> schema(AnnotatedConstruct on, String simpleName) {
        return find(on, SCHEMA + simpleName);
    }

    static boolean nullableType(AnnotatedConstruct type) {
        return find(type, JSPECIFY_NULLABLE).isPresent();
    }

    static Optional<AnnotationMirror> find(AnnotatedConstruct on, String qualifiedName) {
        for (AnnotationMirror mirror : on.getAnnotationMirrors()) {
            TypeElement type = (TypeElement) mirror.getAnnotationType().asElement();
            if (type.getQualifiedName().contentEquals(qualifiedName)) {
                return Optional.of(mirror);
            }
        }
        return Optional.empty();
    }

    /** The text of a member; the empty string if it was left out. */
    static String text(AnnotationMirror annotation, String member) {
        return value(annotation, member).map(v -> v.getValue().toString()).orElse("");
    }

    static int number(AnnotationMirror annotation, String member) {
        return value(annotation, member)
                .map(v -> v.getValue() instanceof Integer i ? i : -1)
                .orElse(-1);
    }

    /** The name of an enum constant. */
    static String constant(AnnotationMirror annotation, String member) {
        return value(annotation, member)
                .map(
                        v ->
                                v.getValue() instanceof VariableElement constant
                                        ? constant.getSimpleName().toString()
                                        : "")
                .orElse("");
    }

    private static Optional<? extends AnnotationValue> value(
            AnnotationMirror annotation, String member) {
        for (ExecutableElement key : annotation.getElementValues().keySet()) {
            if (key.getSimpleName().contentEquals(member)) {
                return Optional.ofNullable(annotation.getElementValues().get(key));
            }
        }
        return Optional.empty();
    }
}
