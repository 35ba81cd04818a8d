package dev.moldau.broker.group.api;

import dev.moldau.broker.group.GenerationRecord;
import dev.moldau.broker.group.GroupCoordinator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Why the last generations of a group began, for those who ask for that too. */
final class GenerationsAsked {

    private final GroupCoordinator coordinator;

    GenerationsAsked(GroupCoordinator coordinator) {
        this.coordinator = coordinator;
    }

    /** Nothing if they were not asked for, or are not known here. */
    CompletionStage<List<GenerationRecord>> of(String groupId, boolean asked) {
        return asked
                ? coordinator.generations(groupId)
                : CompletableFuture.completedStage(List.of());
    }
}
