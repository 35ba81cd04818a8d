package dev.moldau.broker.access;

import dev.moldau.broker.api.RequestContext;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.AlterUserScramCredentialsRequest;
import dev.moldau.protocol.message.AlterUserScramCredentialsResponse;
import dev.moldau.protocol.message.DescribeUserScramCredentialsRequest;
import dev.moldau.protocol.message.DescribeUserScramCredentialsResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Answers about SCRAM credentials of a broker that keeps none (KIP-554). */
final class ScramAnswers {

    private ScramAnswers() {}

    static DescribeUserScramCredentialsResponse describe(
            RequestContext context, DescribeUserScramCredentialsRequest request) {
        List<DescribeUserScramCredentialsResponse.Result> results = new ArrayList<>();
        List<DescribeUserScramCredentialsRequest.User> users = request.users();
        if (users != null) {
            Set<String> seen = new HashSet<>();
            Set<String> twice = new HashSet<>();
            users.stream().map(u -> u.name()).filter(name -> !seen.add(name)).forEach(twice::add);
            for (String name : seen) {
                results.add(describe(context, name, twice.contains(name)));
            }
        }
        return new DescribeUserScramCredentialsResponse(0, ErrorCode.NONE.code(), null, results);
    }

    private static DescribeUserScramCredentialsResponse.Result describe(
            RequestContext context, String name, boolean namedTwice) {
        ErrorCode error = namedTwice ? ErrorCode.DUPLICATE_RESOURCE : ErrorCode.RESOURCE_NOT_FOUND;
        return new DescribeUserScramCredentialsResponse.Result(
                name,
                context.counted(error).code(),
                namedTwice
                        ? "The request names user '" + name + "' more than once."
                        : "User '" + name + "' has no SCRAM credentials.",
                List.of());
    }

    static AlterUserScramCredentialsResponse alter(
            RequestContext context, AlterUserScramCredentialsRequest request) {
        List<AlterUserScramCredentialsResponse.Result> results = new ArrayList<>();
        for (AlterUserScramCredentialsRequest.Upsertion upsertion : request.upsertions()) {
            results.add(
                    new AlterUserScramCredentialsResponse.Result(
                            upsertion.name(),
                            context.counted(ErrorCode.UNSUPPORTED_SASL_MECHANISM).code(),
                            "This broker has no SASL listeners and keeps no credentials."));
        }
        for (AlterUserScramCredentialsRequest.Deletion deletion : request.deletions()) {
            results.add(
                    new AlterUserScramCredentialsResponse.Result(
                            deletion.name(),
                            context.counted(ErrorCode.RESOURCE_NOT_FOUND).code(),
                            "User '" + deletion.name() + "' has no SCRAM credentials."));
        }
        return new AlterUserScramCredentialsResponse(0, results);
    }
}
