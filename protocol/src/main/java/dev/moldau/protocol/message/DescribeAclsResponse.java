package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.schema.Default;
import dev.moldau.protocol.schema.Nullable;
import dev.moldau.protocol.schema.Response;
import dev.moldau.protocol.schema.Versions;
import java.util.List;

/** Lists access rules by resource. */
@Response(api = ApiKey.DESCRIBE_ACLS, versions = "0-3", flexible = "2+")
public record DescribeAclsResponse(
        int throttleTimeMs,
        short errorCode,
        @Nullable("0+") String errorMessage,
        List<Resource> resources)
        implements ApiMessage {

    /**
     * A resource, or a pattern of them, and its rules.
     *
     * @param resourceType numbered as in {@link DescribeAclsRequest}
     * @param patternType 3 literal, 4 prefixed
     */
    public record Resource(
            byte resourceType,
            String resourceName,
            @Versions("1+") @Default("3") byte patternType,
            List<Acl> acls) {}

    /**
     * A rule.
     *
     * @param permissionType 2 deny, 3 allow
     */
    public record Acl(String principal, String host, byte operation, byte permissionType) {}
}
