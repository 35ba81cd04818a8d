package dev.moldau.benchmarks.groups;

import java.io.IOException;
import java.util.List;
import org.apache.kafka.common.message.FindCoordinatorRequestData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.FindCoordinatorRequest;
import org.apache.kafka.common.requests.FindCoordinatorResponse;

/** The question for a group's coordinator, on which brokers make the topic of the offsets. */
final class Coordinators {

    private static final short VERSION = 4;

    private Coordinators() {}

    /** Asks until there is a coordinator. */
    static void await(Line line, String group) throws IOException {
        FindCoordinatorRequest request =
                new FindCoordinatorRequest.Builder(
                                new FindCoordinatorRequestData()
                                        .setKeyType(
                                                FindCoordinatorRequest.CoordinatorType.GROUP.id())
                                        .setCoordinatorKeys(List.of(group)))
                        .build(VERSION);
        for (int attempt = 0; ; attempt++) {
            FindCoordinatorResponse answer = line.ask(request, FindCoordinatorResponse.class);
            Errors error = Errors.forCode(answer.coordinators().getFirst().errorCode());
            if (error == Errors.NONE) {
                return;
            }
            Pause.unless(error, attempt, group);
        }
    }
}
