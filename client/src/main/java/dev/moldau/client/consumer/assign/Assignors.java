package dev.moldau.client.consumer.assign;

import dev.moldau.common.config.ClientConfig;
import dev.moldau.common.config.ConsumerKeys;
import dev.moldau.common.config.Implementation;
import dev.moldau.common.config.InvalidConfigException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Makes the assignors that settings name. */
public final class Assignors {

    private static final String KAFKAS_PACKAGE = "org.apache.kafka.clients.consumer.";

    private Assignors() {}

    /**
     * The assignors of {@code partition.assignment.strategy}, the most wanted first.
     *
     * @throws InvalidConfigException if there is none, one cannot be made, or two have one name
     */
    public static List<PartitionAssignor> of(ClientConfig config) {
        List<Implementation> named =
                config.implementations(ConsumerKeys.PARTITION_ASSIGNMENT_STRATEGY);
        List<PartitionAssignor> assignors = new ArrayList<>();
        if (!config.isSet(ConsumerKeys.PARTITION_ASSIGNMENT_STRATEGY)) {
            assignors.add(new RangeAssignor());
            assignors.add(new CooperativeStickyAssignor());
            return assignors;
        }
        Set<String> names = new HashSet<>();
        for (Implementation one : named) {
            PartitionAssignor made =
                    ours(one.className())
                            .map(Supplier::get)
                            .orElseGet(() -> one.instance(PartitionAssignor.class));
            if (!names.add(made.name())) {
                throw invalid("two assignors are called " + made.name());
            }
            assignors.add(made);
        }
        if (assignors.isEmpty()) {
            throw invalid("none is named; give range, for instance");
        }
        return assignors;
    }

    private static InvalidConfigException invalid(String problem) {
        String key = ConsumerKeys.PARTITION_ASSIGNMENT_STRATEGY.name();
        return new InvalidConfigException(key, "Invalid value for " + key + ": " + problem + ".");
    }

    private static Optional<Supplier<PartitionAssignor>> ours(String name) {
        String simple =
                name.startsWith(KAFKAS_PACKAGE) ? name.substring(KAFKAS_PACKAGE.length()) : name;
        return switch (simple) {
            case "range", "RangeAssignor" -> Optional.of(RangeAssignor::new);
            case "roundrobin", "RoundRobinAssignor" -> Optional.of(RoundRobinAssignor::new);
            case "sticky", "StickyAssignor" -> Optional.of(StickyAssignor::new);
            case "cooperative-sticky", "CooperativeStickyAssignor" ->
                    Optional.of(CooperativeStickyAssignor::new);
            default -> Optional.empty();
        };
    }
}
