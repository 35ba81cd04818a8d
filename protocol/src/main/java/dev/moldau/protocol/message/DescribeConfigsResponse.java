package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Lists settings by resource. */
@Response(api = ApiKey.DESCRIBE_CONFIGS, versions = "0-4", flexible = "4+")
public record DescribeConfigsResponse(int throttleTimeMs, List<Result> results)
        implements ApiMessage {

    /** The settings of one resource, or why they cannot be told. */
    public record Result(
            short errorCode,
            @Nullable("0+") String errorMessage,
            byte resourceType,
            String resourceName,
            List<Config> configs) {

        /** The settings cannot be told. */
        public static Result error(
                byte resourceType,
                String resourceName,
                ErrorCode error,
                @org.jspecify.annotations.Nullable String errorMessage) {
            return new Result(error.code(), errorMessage, resourceType, resourceName, List.of());
        }
    }

    /**
     * A setting.
     *
     * @param value null for a sensitive one or for one without a value
     * @param isDefault whether nobody set it, version 0 only
     * @param configSource 1 topic, 2 broker, 3 default of all brokers, 4 broker's file, 5 built-in
     *     default, 6 broker logger, 7 client metrics, 8 group
     * @param synonyms what gives the value and what it would fall back to, most specific first
     * @param configType 0 unknown, 1 boolean, 2 string, 3 int, 4 short, 5 long, 6 double, 7 list, 8
     *     class, 9 password
     */
    public record Config(
            String name,
            @Nullable("0+") String value,
            boolean readOnly,
            @Versions("0") boolean isDefault,
            @Versions("1+") @Default("-1") byte configSource,
            boolean isSensitive,
            @Versions("1+") List<Synonym> synonyms,
            @Versions("3+") byte configType,
            @Versions("3+") @Nullable("3+") String documentation) {}

    /**
     * A place where the setting has a value.
     *
     * @param source numbered as {@code configSource}
     */
    public record Synonym(String name, @Nullable("1+") String value, byte source) {}
}
