package dev.moldau.protocol.processor;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;

/**
 * Writes a codec for each record that is annotated as request, response or data, and the catalogue
 * {@code dev.moldau.protocol.message.ApiCodecs} of all requests and responses that are compiled
 * together. A declaration that cannot be encoded is refused with an error on the element itself.
 */
@SupportedAnnotationTypes({Declared.REQUEST, Declared.RESPONSE, Declared.DATA})
public final class CodecProcessor extends AbstractProcessor {

    /** Made by the compiler, through the service loader. */
    public CodecProcessor() {}

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        if (annotations.isEmpty()) {
            return false;
        }
        Problems problems = new Problems(processingEnv.getMessager());
        ApiPairs pairs = new ApiPairs(problems);
        for (Element root : round.getRootElements()) {
            if (root instanceof TypeElement type) {
                process(type, problems)
                        .ifPresent(
                                message -> {
                                    if (message.role() != MessageModel.Role.DATA) {
                                        pairs.add(message);
                                    }
                                });
            }
        }
        for (TypeElement annotation : annotations) {
            for (Element element : round.getElementsAnnotatedWith(annotation)) {
                if (!round.getRootElements().contains(element)) {
                    problems.add(element, "a message is a public top-level record");
                }
            }
        }
        if (problems.count() == 0 && !pairs.all().isEmpty()) {
            writeFile(
                    CatalogueSource.PACKAGE + "." + CatalogueSource.NAME,
                    new CatalogueSource(pairs.all()).write(),
                    pairs.all().stream().map(MessageModel::element).toArray(Element[]::new));
        }
        return false;
    }

    private Optional<MessageModel> process(TypeElement type, Problems problems) {
        List<String> names = List.of(Declared.REQUEST, Declared.RESPONSE, Declared.DATA);
        List<MessageModel.Role> roles = List.of(MessageModel.Role.values());
        Optional<MessageModel> found = Optional.empty();
        for (int i = 0; i < names.size(); i++) {
            Optional<AnnotationMirror> annotation = Declared.find(type, names.get(i));
            if (annotation.isPresent()) {
                if (found.isPresent()) {
                    problems.add(type, "a message is either a request or a response or data");
                    return Optional.empty();
                }
                found =
                        new DeclarationReader(processingEnv.getElementUtils(), problems, type)
                                .read(annotation.get(), roles.get(i));
            }
        }
        found.ifPresent(
                message ->
                        writeFile(
                                message.packageName() + "." + CodecSource.className(message),
                                new CodecSource(message).write(),
                                type));
        return found;
    }

    private void writeFile(String name, String source, Element... origins) {
        try (Writer writer =
                processingEnv.getFiler().createSourceFile(name, origins).openWriter()) {
            writer.write(source);
        } catch (IOException e) {
            new Problems(processingEnv.getMessager())
                    .add(origins[0], "cannot write " + name + ": " + e);
        }
    }
}
