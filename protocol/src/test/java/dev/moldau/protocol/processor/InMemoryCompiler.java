package dev.moldau.protocol.processor;

import java.io.StringWriter;
import java.io.Writer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Runs the processor, and only it, over declarations that exist in memory. */
final class InMemoryCompiler {

    /**
     * What came of a compilation.
     *
     * @param errors each as {@code line: message}
     * @param generated the sources that were written, by class name
     */
    record Outcome(List<String> errors, Map<String, String> generated) {}

    private InMemoryCompiler() {}

    /** Compiles sources, given by the names of their classes. */
    static Outcome process(Map<String, String> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        List<Source> units = new ArrayList<>();
        sources.forEach((name, text) -> units.add(new Source(name, text)));
        try (StandardJavaFileManager standard =
                        compiler.getStandardFileManager(diagnostics, null, null);
                Outputs outputs = new Outputs(standard)) {
            JavaCompiler.CompilationTask task =
                    compiler.getTask(
                            null,
                            outputs,
                            diagnostics,
                            List.of("-proc:only", "-Xlint:all", "-XDrawDiagnostics"),
                            null,
                            units);
            task.setProcessors(List.of(new CodecProcessor()));
            boolean clean = task.call();
            List<String> errors =
                    diagnostics.getDiagnostics().stream()
                            .filter(d -> d.getKind() == Diagnostic.Kind.ERROR)
                            .map(d -> d.getLineNumber() + ": " + d.getMessage(null))
                            .toList();
            if (clean != errors.isEmpty()) {
                throw new AssertionError(diagnostics.getDiagnostics().toString());
            }
            return new Outcome(errors, outputs.texts());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String className, String text) {
            super(
                    URI.create("memory:///" + className.replace('.', '/') + ".java"),
                    JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Output extends SimpleJavaFileObject {
        private final StringWriter text = new StringWriter();

        Output(String className) {
            super(
                    URI.create("memory:///" + className.replace('.', '/') + ".java"),
                    JavaFileObject.Kind.SOURCE);
        }

        @Override
        public Writer openWriter() {
            return text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text.toString();
        }
    }

    private static final class Outputs extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, Output> outputs = new java.util.TreeMap<>();

        Outputs(JavaFileManager standard) {
            super(standard);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            Output output = new Output(name);
            outputs.put(name, output);
            return output;
        }

        Map<String, String> texts() {
            return outputs.entrySet().stream()
                    .collect(
                            Collectors.toMap(Map.Entry::getKey, e -> e.getValue().text.toString()));
        }
    }
}
