package dev.moldau.broker.member;

import dev.moldau.cluster.controller.BrokerPresence;
import dev.moldau.cluster.controller.ControllerCommand.BrokersPresent;
import dev.moldau.cluster.controller.ControllerCommand.StopBroker;
import dev.moldau.cluster.controller.ControllerLoop;
import dev.moldau.cluster.controller.LeaderBalanceTimer;
import dev.moldau.cluster.controller.Progress;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.presence.PresenceRecord;
import dev.moldau.cluster.presence.PresentBrokers;
import dev.moldau.common.Lane;
import dev.moldau.common.Timer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This broker's time as controller: tells the controller who is there, until it has drawn all
 * consequences, and has it balance leaders. Confined to the member's lane.
 */
final class ControllerTerm implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ControllerTerm.class);

    /** How long a controller that cannot write just now is left alone. */
    private static final int PAUSE_MS = 250;

    private final ControllerLoop controller;
    private final PresentBrokers brokers;
    private final Lane lane;
    private final Timer timer;
    private final LeaderBalanceTimer balance;
    private boolean telling;
    private boolean closed;

    /**
     * @param controller decides; closed with this
     * @param brokers who is there
     * @param lane where this lives
     */
    ControllerTerm(
            ControllerLoop controller,
            PresentBrokers brokers,
            Lane lane,
            Timer timer,
            LeaderBalanceTimer balance) {
        this.controller = controller;
        this.brokers = brokers;
        this.lane = lane;
        this.timer = timer;
        this.balance = balance;
    }

    /** Who is there may have changed. */
    void presenceChanged() {
        if (!telling && !closed) {
            telling = true;
            tell();
        }
    }

    private void tell() {
        Map<Integer, PresenceRecord> told = brokers.current();
        List<BrokerPresence> present = told.values().stream().map(PresenceRecord::broker).toList();
        List<StopBroker> stops = stops(told);
        var _ =
                controller
                        .submit(new BrokersPresent(present))
                        .whenComplete((progress, failure) -> report(told, progress))
                        .thenCombine(
                                submitAll(stops),
                                // Whoever makes way may leave more to do than one decision does.
                                (progress, stopped) -> progress.finished() && stops.isEmpty())
                        .whenComplete(
                                (finished, failure) ->
                                        lane.execute(() -> told(told, finished, failure)));
    }

    private static void report(Map<Integer, PresenceRecord> told, @Nullable Progress progress) {
        if (progress != null && progress.topics() > 0) {
            LOG.info(
                    "brokers {} are there; {} topics have other leaders or replicas in sync",
                    told.keySet(),
                    progress.topics());
        }
    }

    /** Those who are about to stop and whom the controller does not know as such. */
    private List<StopBroker> stops(Map<Integer, PresenceRecord> told) {
        return told.values().stream()
                .filter(record -> record.stopping() && !isStopping(record.broker()))
                .map(record -> new StopBroker(record.broker().id(), StopBroker.ANY_EPOCH))
                .toList();
    }

    private CompletableFuture<Void> submitAll(List<StopBroker> stops) {
        return CompletableFuture.allOf(
                stops.stream().map(controller::submit).toArray(CompletableFuture[]::new));
    }

    private boolean isStopping(BrokerPresence broker) {
        BrokerRegistration known = controller.images().current().brokers().get(broker.id());
        return known != null
                && known.stopping()
                && known.incarnation().equals(broker.incarnation());
    }

    private void told(
            Map<Integer, PresenceRecord> told,
            @Nullable Boolean finished,
            @Nullable Throwable failure) {
        if (closed) {
            return;
        }
        if (failure != null) {
            timer.schedule(PAUSE_MS, () -> lane.execute(this::again));
        } else if (Boolean.TRUE.equals(finished) && told.equals(brokers.current())) {
            telling = false;
        } else {
            tell();
        }
    }

    private void again() {
        if (!closed) {
            tell();
        }
    }

    @Override
    public void close() {
        closed = true;
        balance.close();
        controller.close();
    }
}
