package dev.moldau.protocol.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Declarations that cannot be encoded do not compile, and the error is where the fault is. */
class RefusedDeclarationTest {

    private static final String HEAD =
            "package p; import dev.moldau.common.*; import dev.moldau.protocol.*;"
                    + " import dev.moldau.protocol.record.*; import dev.moldau.protocol.schema.*;"
                    + " import dev.moldau.protocol.wire.*; import java.nio.*; import java.util.*;\n";

    private static InMemoryCompiler.Outcome process(String declaration) {
        return InMemoryCompiler.process(Map.of("p.X", HEAD + declaration));
    }

    /** Puts the component on a line of its own, which is line 4. */
    private static InMemoryCompiler.Outcome processComponent(String component) {
        return process(
                "@Data(versions = \"1-5\", flexible = \"3+\")\n"
                        + "public record X(int first, @Versions(\"3+\") @Tagged(tag = 1, versions ="
                        + " \"3+\") int taken,\n"
                        + component
                        + "\n) implements ApiMessage {"
                        + " public record Inner(int n) {} record Hidden(int n) {}"
                        + " public record Loop(List<Loop> loops) {} public enum Colour { RED }"
                        + " public record WithRecords(List<Carrier> carriers) {}"
                        + " public record Carrier(Records records) {} }");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "@Versions(\"x\") int c | 'x' is not a range of versions",
                "@Versions(\"\") int c | '' is not a range of versions",
                "@Versions(\"3-\") int c | '3-' is not a range of versions",
                "@Versions(\"4-2\") int c | range '4-2' has no version",
                "@Versions(\"6+\") int c | range '6+' has no version",
                "@Versions(\"0+\") int c | '0+' is not within the message's versions, 1-5",
                "@Versions(\"2-6\") int c | '2-6' is not within the message's versions, 1-5",
                "@Nullable(\"x\") String c | 'x' is not a range",
                "@Versions(\"2-4\") @Nullable(\"1+\") String c | '1+' is not within the component's",
                "@Versions(\"2-4\") @Nullable(\"2-5\") String c | '2-5' is not within the component",
                "@Nullable(\"1+\") int c | the protocol has no null for int",
                "@Nullable(\"1+\") Uuid c | the protocol has no null for Uuid",
                "@org.jspecify.annotations.Nullable String c | no version can express null",
                "@Default(\"x\") int c | default 'x' does not fit int",
                "@Default(\"2147483648\") int c | default '2147483648' does not fit int",
                "@Default(\"128\") byte c | default '128' does not fit byte",
                "@Default(\"-32769\") short c | default '-32769' does not fit short",
                "@Default(\"9223372036854775808\") long c | does not fit long",
                "@Default(\"-1\") @Unsigned16 int c | default '-1' does not fit int",
                "@Default(\"1\") boolean c | default '1' does not fit boolean",
                "@Default(\"NaN\") double c | default 'NaN' does not fit double",
                "@Default(\"abc\") Uuid c | default 'abc' does not fit Uuid",
                "@Default(\"abc\") ByteBuffer c | default 'abc' does not fit ByteBuffer",
                "@Default(\"[]\") List<String> c | default '[]' does not fit List<String>",
                "@Default(\"x\") Inner c | default 'x' does not fit X.Inner",
                "@Default(\"null\") String c | null needs @Nullable",
                "@Versions(\"3+\") @Tagged(tag = 1, versions = \"3+\") int c | 'taken' has tag 1",
                "@Versions(\"3+\") @Tagged(tag = -2, versions = \"3+\") int c | is not negative",
                "@Tagged(tag = 2, versions = \"1+\") int c | has versions that are not flexible",
                "@Tagged(tag = 2, versions = \"x\") int c | 'x' is not a range",
                "@Versions(\"4+\") @Tagged(tag = 2, versions = \"3+\") int c | is not within",
                "@Tagged(tag = 2, versions = \"3-4\") int c | stays tagged",
                "@Tagged(tag = 2, versions = \"3+\") Records c | records cannot be tagged",
                "@Tagged(tag = 2, versions = \"3+\") WithRecords c | records cannot be tagged",
                "@Tagged(tag=2, versions=\"3+\") @Nullable(\"3+\") @Default(\"null\") Inner c | a tagged"
                        + " record does not default to null",
                "@Strict int c | @Strict means nothing here",
                "@Unsigned16 long c | @Unsigned16 goes with int only",
                "char c | type char has no form on the wire",
                "float c | type float has no form on the wire",
                "int[] c | type int[] has no form on the wire",
                "Object c | type java.lang.Object has no form on the wire",
                "Integer c | type java.lang.Integer has no form on the wire",
                "Colour c | type p.X.Colour has no form on the wire",
                "Map<String, String> c | has no form on the wire",
                "List c | a list names the type of its elements",
                "List<?> c | a list names the type of its elements",
                "List<List<String>> c | has no form on the wire",
                "List<ByteBuffer> c | has no form on the wire",
                "List<@org.jspecify.annotations.Nullable String> c | elements of an array cannot",
                "Hidden c | record p.X.Hidden must be public",
                "X c | must be nested in the message and not contain itself",
                "Uuid c, TopicPartition d | must be nested in the message",
                "TaggedFields c, TaggedFields d | keeps its unknown tagged fields in one",
                "@Versions(\"3+\") TaggedFields c | @Versions does not fit TaggedFields",
                "int First | component 'First' differs from 'first' by nothing but case",
            })
    void impossibleComponentsAreRefusedInTheirLine(String component, String message) {
        InMemoryCompiler.Outcome outcome = processComponent(component);
        assertThat(outcome.errors()).hasSize(1);
        assertThat(outcome.errors().get(0)).startsWith("4: ").contains(message);
        assertThat(outcome.generated()).isEmpty();
    }

    @Test
    void recordsThatContainThemselvesAreRefused() {
        assertThat(processComponent("Loop c").errors())
                .singleElement()
                .asString()
                .contains("record p.X.Loop must be nested in the message and not contain itself");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "@Data(versions = \"\") public record X(int a) implements ApiMessage {}"
                        + "| versions: '' is not a range",
                "@Data(versions = \"1+\") public record X(int a) implements ApiMessage {}"
                        + "| versions: range '1+' has no version",
                "@Data(versions=\"1-2\", flexible=\"0+\") public record X() implements ApiMessage {}"
                        + "| flexible versions 0-2 must lie within versions 1-2",
                "@Data(versions=\"1-4\", flexible=\"2-3\") public record X() implements ApiMessage{}"
                        + "| and reach up to their end",
                "@Data(versions=\"1-4\", flexible=\"none\") public record X() implements ApiMessage{}"
                        + "| flexible: 'none' is not a range",
                "@Data(versions = \"0\") public record X(int a) {}"
                        + "| a message implements dev.moldau.protocol.ApiMessage",
                "@Data(versions = \"0\") record X(int a) implements ApiMessage {}"
                        + "| a message is a public top-level record",
                "@Data(versions = \"0\") public class X implements ApiMessage {}"
                        + "| a message is a public top-level record",
                "@Data(versions = \"0\") public record X<T>(int a) implements ApiMessage {}"
                        + "| a message is a public top-level record",
                "public class X { @Data(versions=\"0\") public record Y(int a) implements ApiMessage {} }"
                        + "| a message is a public top-level record",
                "@Data(versions=\"0\") @Request(api=ApiKey.FETCH, versions=\"0\") public record X()"
                        + " implements ApiMessage {} | either a request or a response or data",
                "@Data(versions = \"0\") public record X(TaggedFields t) implements ApiMessage {}"
                        + "| no version of the message has tagged fields",
            })
    void impossibleMessagesAreRefusedInTheirLine(String declaration, String message) {
        InMemoryCompiler.Outcome outcome = process(declaration);
        assertThat(outcome.errors()).hasSize(1);
        assertThat(outcome.errors().get(0)).startsWith("2: ").contains(message);
    }

    private static String request(String name, String kind, String versions) {
        return HEAD
                + "@"
                + kind
                + "(api = ApiKey.FETCH, "
                + versions
                + ") public record "
                + name
                + "(int a) implements ApiMessage {}";
    }

    @Test
    void requestAndResponseHaveTheSameVersions() {
        assertThat(
                        InMemoryCompiler.process(
                                        Map.of(
                                                "p.A",
                                                request("A", "Request", "versions = \"0-3\""),
                                                "p.B",
                                                request("B", "Response", "versions = \"0-4\"")))
                                .errors())
                .singleElement()
                .asString()
                .containsAnyOf(
                        "B has versions 0-4, but A has 0-3", "A has versions 0-3, but B has 0-4");
    }

    @Test
    void requestAndResponseAreFlexibleInTheSameVersions() {
        String flexible = "versions = \"0-3\", flexible = \"2+\"";
        assertThat(
                        InMemoryCompiler.process(
                                        Map.of(
                                                "p.A",
                                                request("A", "Request", flexible),
                                                "p.B",
                                                request("B", "Response", "versions = \"0-3\"")))
                                .errors())
                .singleElement()
                .asString()
                .contains("0-3 (flexible 2-3)");
    }

    @Test
    void anApiHasOneRequest() {
        assertThat(
                        InMemoryCompiler.process(
                                        Map.of(
                                                "p.A",
                                                request("A", "Request", "versions = \"0-3\""),
                                                "p.B",
                                                request("B", "Request", "versions = \"0-3\"")))
                                .errors())
                .singleElement()
                .asString()
                .containsPattern("FETCH has [AB] as its request already");
    }

    @Test
    void possibleDeclarationsGetACodecAndAPlaceInTheCatalogue() {
        InMemoryCompiler.Outcome outcome =
                InMemoryCompiler.process(
                        Map.of(
                                "p.A",
                                request("A", "Request", "versions = \"0-3\""),
                                "p.B",
                                request("B", "Response", "versions = \"0-3\"")));
        assertThat(outcome.errors()).isEmpty();
        assertThat(outcome.generated().keySet())
                .isEqualTo(
                        java.util.Set.of(
                                "p.ACodec", "p.BCodec", "dev.moldau.protocol.message.ApiCodecs"));
        assertThat(outcome.generated().get("dev.moldau.protocol.message.ApiCodecs"))
                .contains("case FETCH -> Optional.of(p.ACodec.INSTANCE)")
                .contains("case FETCH -> Optional.of(p.BCodec.INSTANCE)");
        assertThat(List.of(outcome.generated().get("p.ACodec")))
                .singleElement()
                .asString()
                .contains("implements MessageCodec<A>");
    }
}
