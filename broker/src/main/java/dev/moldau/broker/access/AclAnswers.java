package dev.moldau.broker.access;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.CreateAclsRequest;
import dev.moldau.protocol.message.CreateAclsResponse;
import dev.moldau.protocol.message.DeleteAclsRequest;
import dev.moldau.protocol.message.DeleteAclsResponse;
import dev.moldau.protocol.message.DescribeAclsRequest;
import dev.moldau.protocol.message.DescribeAclsResponse;
import java.util.List;

/** Answers about ACLs of a broker without an authorizer. */
final class AclAnswers {

    private static final String NO_AUTHORIZER =
            "This broker has no authorizer: everybody may do everything, and there are no ACLs.";

    private AclAnswers() {}

    static DescribeAclsResponse describe(RequestContext context, DescribeAclsRequest request) {
        return new DescribeAclsResponse(0, disabled(context), NO_AUTHORIZER, List.of());
    }

    static CreateAclsResponse create(RequestContext context, CreateAclsRequest request) {
        return new CreateAclsResponse(
                0,
                request.creations().stream()
                        .map(
                                creation ->
                                        new CreateAclsResponse.Result(
                                                disabled(context), NO_AUTHORIZER))
                        .toList());
    }

    static DeleteAclsResponse delete(RequestContext context, DeleteAclsRequest request) {
        return new DeleteAclsResponse(
                0,
                request.filters().stream()
                        .map(
                                filter ->
                                        new DeleteAclsResponse.FilterResult(
                                                disabled(context), NO_AUTHORIZER, List.of()))
                        .toList());
    }

    private static short disabled(RequestContext context) {
        return context.counted(ErrorCode.SECURITY_DISABLED).code();
    }
}
