package dev.moldau.protocol.processor;

import java.util.Comparator;
import java.util.List;

/** Writes the catalogue of all requests and responses. */
final class CatalogueSource {

    static final String PACKAGE = "dev.moldau.protocol.message";
    static final String NAME = "ApiCodecs";

    private final List<MessageModel> messages;
    private final SourceText out = new SourceText();

    CatalogueSource(List<MessageModel> messages) {
        this.messages = messages.stream().sorted(Comparator.comparing(MessageModel::name)).toList();
    }

    String write() {
        out.line("package " + PACKAGE + ";");
        out.line("");
        out.line("import dev.moldau.protocol.ApiKey;");
        out.line("import dev.moldau.protocol.wire.MessageCodec;");
        out.line("import java.util.Optional;");
        out.line("import javax.annotation.processing.Generated;");
        out.line("");
        out.line(
                "/** The codecs of every API. A codec's class is loaded when it is first asked for. */");
        out.line("@Generated(\"" + CodecProcessor.class.getName() + "\")");
        out.line("public final class " + NAME + " {");
        out.line("");
        out.line("private " + NAME + "() {}");
        lookUp("request", "The codec of an API's requests", MessageModel.Role.REQUEST);
        lookUp("response", "The codec of an API's responses", MessageModel.Role.RESPONSE);
        out.line("}");
        return out.toString();
    }

    private void lookUp(String method, String meaning, MessageModel.Role role) {
        out.line("");
        out.line("/** " + meaning + ", or empty if none is declared. */");
        out.line("public static Optional<MessageCodec<?>> " + method + "(ApiKey api) {");
        out.line("return switch (api) {");
        for (MessageModel message : messages) {
            if (message.role() == role) {
                out.line(
                        "case "
                                + message.api()
                                + " -> Optional.of("
                                + message.packageName()
                                + "."
                                + CodecSource.className(message)
                                + ".INSTANCE);");
            }
        }
        out.line("default -> Optional.empty();");
        out.line("};");
        out.line("}");
    }
}
