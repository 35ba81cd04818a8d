package dev.moldau.broker.partition;

import dev.moldau.cluster.controller.IsrOutcome;
import dev.moldau.cluster.controller.IsrProposal;
import java.util.function.Consumer;

/**
 * Takes to the controller what a leader wants its in-sync replicas to be: the controller alone
 * decides, and every change gets a partition epoch of its own.
 *
 * <p>Called on partitions' lanes; does not wait. Proposals of several partitions may travel
 * together.
 */
@FunctionalInterface
public interface IsrProposals {

    /**
     * Proposes.
     *
     * @param answer told the outcome exactly once, on any thread, also if the controller cannot be
     *     reached ({@code NOT_CONTROLLER}, {@code REQUEST_TIMED_OUT} and the like); the proposer
     *     tries again after errors that may pass
     */
    void propose(IsrProposal proposal, Consumer<IsrOutcome> answer);
}
