package dev.moldau.broker.member;

import dev.moldau.broker.follow.ElectedController;
import dev.moldau.cluster.config.EffectiveConfigs;
import dev.moldau.cluster.controller.ControllerLoop;
import dev.moldau.cluster.controller.LeaderBalanceTimer;
import dev.moldau.cluster.election.ElectionListener;
import dev.moldau.cluster.presence.PresentBrokers;
import dev.moldau.cluster.propagation.ImageFeed;
import dev.moldau.cluster.store.StoreException;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Begins and ends this broker's terms as controller. Confined to the member's lane. */
final class ControllerTerms implements ElectionListener {

    private static final Logger LOG = LoggerFactory.getLogger(ControllerTerms.class);

    /** How many bytes of differences are kept for brokers that lag behind. */
    private static final long FEED_BYTES = 8 << 20;

    private final int brokerId;
    private final EffectiveConfigs configs;
    private final MemberPorts ports;
    private final PresentBrokers brokers;
    private final ElectedController controller;
    private final Consumer<OptionalInt> controllerIs;
    private final Runnable resign;
    private @Nullable ControllerTerm term;

    /**
     * @param brokerId this broker
     * @param configs the settings that count
     * @param brokers who is there
     * @param controller where commands go, whoever is controller
     * @param controllerIs told who is controller
     * @param resign makes way in the election
     */
    ControllerTerms(
            int brokerId,
            EffectiveConfigs configs,
            MemberPorts ports,
            PresentBrokers brokers,
            ElectedController controller,
            Consumer<OptionalInt> controllerIs,
            Runnable resign) {
        this.brokerId = brokerId;
        this.configs = configs;
        this.ports = ports;
        this.brokers = brokers;
        this.controller = controller;
        this.controllerIs = controllerIs;
        this.resign = resign;
    }

    @Override
    public void elected() {
        try {
            ControllerLoop loop =
                    ControllerLoop.start(
                            ports.store(),
                            ports.controllerLane(),
                            configs,
                            brokerId,
                            ports.random());
            loop.onLoss(resign);
            begin(loop);
        } catch (StoreException e) {
            LOG.warn("elected controller, but cannot act: {}", e.getMessage());
            resign.run();
        } catch (IllegalStateException e) {
            LOG.error("elected controller, but cannot act: {}", e.getMessage());
            resign.run();
        }
    }

    private void begin(ControllerLoop loop) {
        LOG.info("this broker is controller, {}", loop.images().current());
        ImageFeed feed =
                ImageFeed.of(loop.images(), ports.timer(), ports.diskThreads(), FEED_BYTES);
        ControllerTerm begun =
                new ControllerTerm(
                        loop,
                        brokers,
                        ports.lane(),
                        ports.timer(),
                        LeaderBalanceTimer.start(loop, ports.timer(), configs));
        term = begun;
        controller.begin(loop, feed);
        begun.presenceChanged();
    }

    @Override
    public void dismissed() {
        ControllerTerm ended = term;
        term = null;
        if (ended != null) {
            LOG.info("this broker is controller no longer");
            controller.end();
            ended.close();
        }
    }

    @Override
    public void controllerIs(OptionalInt id) {
        controllerIs.accept(id);
    }

    /** Who is there has changed. */
    void presenceChanged() {
        if (term != null) {
            term.presenceChanged();
        }
    }
}
