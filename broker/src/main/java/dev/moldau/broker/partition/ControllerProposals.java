package dev.moldau.broker.partition;

import dev.moldau.cluster.controller.Controller;
import dev.moldau.cluster.controller.ControllerCommand.AlterPartitions;
import dev.moldau.cluster.controller.IsrOutcome;
import dev.moldau.cluster.controller.IsrProposal;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the proposals of this broker's partitions to the controller: one command at a time, with
 * all that came while the one before was under way.
 *
 * <p>Safe for use by any thread; guarded by its own lock, outside of which proposers are told.
 */
public final class ControllerProposals implements IsrProposals {

    private static final Logger LOG = LoggerFactory.getLogger(ControllerProposals.class);

    /** More than a controller decides in a moment would hold up everybody else's commands. */
    private static final int MOST_AT_ONCE = 1_000;

    /** How many partitions a line of the log names. */
    private static final int MOST_NAMED = 8;

    private final int brokerId;
    private final Controller controller;
    private final List<Asked> waiting = new ArrayList<>();
    private boolean asking;

    private record Asked(IsrProposal proposal, Consumer<IsrOutcome> answer) {}

    /**
     * @param brokerId this broker
     * @param controller decides
     */
    public ControllerProposals(int brokerId, Controller controller) {
        this.brokerId = brokerId;
        this.controller = controller;
    }

    @Override
    public void propose(IsrProposal proposal, Consumer<IsrOutcome> answer) {
        synchronized (this) {
            waiting.add(new Asked(proposal, answer));
            if (asking) {
                return;
            }
            asking = true;
        }
        ask();
    }

    private void ask() {
        List<Asked> taken = take();
        AlterPartitions command =
                new AlterPartitions(brokerId, taken.stream().map(Asked::proposal).toList());
        LOG.info("proposes who is in sync: {}", described(command.proposals()));
        CompletableFuture<List<IsrOutcome>> asked = controller.submit(command);
        var _ = asked.whenComplete((outcomes, failure) -> answered(taken, outcomes, failure));
    }

    /** One line, however many there are: a broker that goes may concern all partitions. */
    private String described(List<IsrProposal> proposals) {
        ClusterImage image = controller.images().current();
        StringJoiner text = new StringJoiner(", ");
        proposals.stream().limit(MOST_NAMED).forEach(p -> text.add(described(p, image)));
        int others = proposals.size() - MOST_NAMED;
        return others > 0 ? text + " and " + others + " more" : text.toString();
    }

    private static String described(IsrProposal proposal, ClusterImage image) {
        String topic =
                image.topic(proposal.topicId())
                        .map(TopicImage::name)
                        .orElseGet(() -> proposal.topicId().toString());
        return topic + "-" + proposal.partition() + " " + proposal.isr();
    }

    private synchronized List<Asked> take() {
        List<Asked> first = waiting.subList(0, Math.min(waiting.size(), MOST_AT_ONCE));
        List<Asked> taken = List.copyOf(first);
        first.clear();
        return taken;
    }

    private void answered(
            List<Asked> taken, @Nullable List<IsrOutcome> outcomes, @Nullable Throwable failure) {
        if (outcomes == null) {
            LOG.info("{} proposals did not reach the controller: {}", taken.size(), failure);
        }
        for (int i = 0; i < taken.size(); i++) {
            taken.get(i)
                    .answer
                    .accept(
                            outcomes == null
                                    ? new IsrOutcome(ErrorCode.NOT_CONTROLLER, null)
                                    : outcomes.get(i));
        }
        synchronized (this) {
            asking = !waiting.isEmpty();
            if (!asking) {
                return;
            }
        }
        ask();
    }
}
