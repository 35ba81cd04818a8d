package dev.moldau.protocol.processor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All requests and responses together: one of each to an API, with the same versions. */
final class ApiPairs {

    private final Problems problems;
    private final Map<String, MessageModel> requests = new HashMap<>();
    private final Map<String, MessageModel> responses = new HashMap<>();

    ApiPairs(Problems problems) {
        this.problems = problems;
    }

    void add(MessageModel message) {
        boolean request = message.role() == MessageModel.Role.REQUEST;
        Map<String, MessageModel> own = request ? requests : responses;
        MessageModel twin = own.putIfAbsent(message.api(), message);
        if (twin != null) {
            problems.add(
                    message.element(),
                    message.api()
                            + " has "
                            + twin.name()
                            + " as its "
                            + (request ? "request" : "response")
                            + " already");
            return;
        }
        MessageModel partner = (request ? responses : requests).get(message.api());
        if (partner != null
                && !(partner.versions().equals(message.versions())
                        && partner.flexible().equals(message.flexible()))) {
            problems.add(
                    message.element(),
                    message.name()
                            + " has versions "
                            + describe(message)
                            + ", but "
                            + partner.name()
                            + " has "
                            + describe(partner));
        }
    }

    private static String describe(MessageModel message) {
        return message.flexible().isEmpty()
                ? message.versions().toString()
                : message.versions() + " (flexible " + message.flexible() + ")";
    }

    List<MessageModel> all() {
        List<MessageModel> all = new ArrayList<>(requests.values());
        all.addAll(responses.values());
        return all;
    }
}
