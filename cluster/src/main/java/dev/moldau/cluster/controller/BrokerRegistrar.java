package dev.moldau.cluster.controller;

import dev.moldau.cluster.controller.ControllerCommand.BrokersPresent;
import dev.moldau.cluster.controller.ControllerCommand.RegisterBroker;
import dev.moldau.cluster.controller.ControllerCommand.StopBroker;
import dev.moldau.cluster.image.BrokerRegistration;
import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Decides about brokers that come, go, die and are about to stop, and what becomes of leaders. */
final class BrokerRegistrar {

    private final Settler settler;

    BrokerRegistrar(Settler settler) {
        this.settler = settler;
    }

    /** Registers a broker that is a cluster of its own. */
    static Decision<BrokerRegistration> register(ControllerState state, RegisterBroker command) {
        BrokerRegistration old = state.image().brokers().get(command.id());
        BrokerRegistration broker =
                new BrokerRegistration(
                        command.id(),
                        old == null ? 0 : old.epoch() + 1,
                        command.endpoints(),
                        command.rack(),
                        true);
        List<StoreWrite> writes = new ArrayList<>();
        writes.add(write(state.image(), broker));
        if (old == null || !old.alive()) {
            writes.add(
                    new StoreWrite.CreateEphemeral(
                            StoreRecords.presenceKey(broker.id()),
                            StoreRecords.encode(broker.epoch())));
        }
        ClusterImage.Builder next = state.image().next().broker(broker);
        return new Decision<>(writes, state.withImage(next.build()), broker);
    }

    /**
     * Draws the consequences of who is there. First come those who are gone, and those who were
     * started anew count as gone for a moment: what they led gets a new epoch, because they may
     * have lost what they had not yet written. Those that did not end in good order do not count as
     * having everything any more, as long as another replica does; those that come with another
     * data folder do not lead what they alone had. Only when all their partitions are settled do
     * the newcomers register.
     */
    Decision<Progress> present(ControllerState state, BrokersPresent command) {
        Map<Integer, BrokerPresence> present =
                command.brokers().stream()
                        .collect(Collectors.toMap(BrokerPresence::id, Function.identity()));
        TopicEdits edits = new TopicEdits();
        ClusterImage.Builder builder = state.image().next();
        state.image().aliveBrokers().stream()
                .filter(broker -> !isSame(broker, present))
                .map(BrokerRegistration::gone)
                .forEach(builder::broker);
        ClusterImage without = builder.build();
        boolean finished =
                settler.settleAll(without, edits)
                        && settler.distrustAll(without, distrusted(without, present), edits);
        if (!finished) {
            return decision(state, without, edits, new Progress(edits.size(), false));
        }
        present.values().stream()
                .filter(p -> !isAlive(without, p.id()))
                .map(p -> registration(without.brokers().get(p.id()), p))
                .forEach(builder::broker);
        ClusterImage with = builder.build();
        finished = settler.settleAll(with, edits);
        return decision(state, with, edits, new Progress(edits.size(), finished));
    }

    /**
     * Those who come back, and may lack what they had not forced to the disk, or all, because they
     * have another data folder than before; with the former folder, if there is another one now.
     */
    private static Map<Integer, Uuid> distrusted(
            ClusterImage without, Map<Integer, BrokerPresence> present) {
        Map<Integer, Uuid> distrusted = new HashMap<>();
        for (BrokerPresence now : present.values()) {
            BrokerRegistration old = without.brokers().get(now.id());
            if (old == null || old.alive() || old.incarnation().equals(now.incarnation())) {
                continue;
            }
            if (!old.directory().equals(Uuid.ZERO) && !old.directory().equals(now.directory())) {
                distrusted.put(now.id(), old.directory());
            } else if (old.epoch() != now.closedInEpoch()) {
                distrusted.put(now.id(), Uuid.ZERO);
            }
        }
        return distrusted;
    }

    private static boolean isSame(BrokerRegistration broker, Map<Integer, BrokerPresence> present) {
        BrokerPresence now = present.get(broker.id());
        return now != null && now.incarnation().equals(broker.incarnation());
    }

    private static boolean isAlive(ClusterImage image, int id) {
        BrokerRegistration broker = image.brokers().get(id);
        return broker != null && broker.alive();
    }

    private static BrokerRegistration registration(
            @Nullable BrokerRegistration old, BrokerPresence presence) {
        boolean stopping =
                old != null && old.stopping() && old.incarnation().equals(presence.incarnation());
        return new BrokerRegistration(
                presence.id(),
                old == null ? 0 : old.epoch() + 1,
                presence.endpoints(),
                presence.rack(),
                true,
                presence.incarnation(),
                stopping,
                presence.directory());
    }

    /** Moves the leaders off a broker and takes it out of the replicas in sync. */
    Decision<StopProgress> stop(ControllerState state, StopBroker command) {
        BrokerRegistration broker = state.image().brokers().get(command.id());
        ApiError problem = problem(broker, command);
        if (broker == null || problem.failed()) {
            return Decision.unchanged(state, new StopProgress(problem, 0));
        }
        TopicEdits edits = new TopicEdits();
        // A broker that is a cluster of its own has nobody to hand its partitions to.
        ClusterImage stopping =
                broker.incarnation().equals(Uuid.ZERO)
                        ? state.image()
                        : state.image().next().broker(broker.aboutToStop()).build();
        settler.settleAll(stopping, edits);
        int remaining = led(stopping, edits, broker.id());
        return decision(state, stopping, edits, new StopProgress(ApiError.NONE, remaining));
    }

    private static ApiError problem(@Nullable BrokerRegistration broker, StopBroker command) {
        if (broker == null || !broker.alive()) {
            return ApiError.of(
                    ErrorCode.BROKER_NOT_AVAILABLE,
                    "Broker " + command.id() + " is not there, so that it leads nothing.");
        }
        if (command.epoch() != StopBroker.ANY_EPOCH && command.epoch() != broker.epoch()) {
            return ApiError.of(
                    ErrorCode.STALE_BROKER_EPOCH,
                    "Broker "
                            + command.id()
                            + " was started anew since: its epoch is "
                            + broker.epoch()
                            + ", not "
                            + command.epoch()
                            + ".");
        }
        return ApiError.NONE;
    }

    private static int led(ClusterImage image, TopicEdits edits, int broker) {
        int count = 0;
        for (TopicImage topic : image.topics()) {
            for (int index = 0; index < topic.partitions().size(); index++) {
                count += edits.current(topic, index).leader() == broker ? 1 : 0;
            }
        }
        return count;
    }

    /** The decision to make the brokers those of the given image, and to change the topics. */
    private static <R> Decision<R> decision(
            ControllerState state, ClusterImage brokers, TopicEdits edits, R reply) {
        List<StoreWrite> writes = new ArrayList<>();
        ClusterImage.Builder next = state.image().next();
        for (BrokerRegistration broker : brokers.brokers().values()) {
            if (!broker.equals(state.image().brokers().get(broker.id()))) {
                writes.add(write(state.image(), broker));
                next.broker(broker);
            }
        }
        edits.addTo(writes, next);
        return writes.isEmpty()
                ? Decision.unchanged(state, reply)
                : new Decision<>(writes, state.withImage(next.build()), reply);
    }

    private static StoreWrite write(ClusterImage image, BrokerRegistration broker) {
        byte[] value = StoreRecords.encode(broker);
        return image.brokers().containsKey(broker.id())
                ? new StoreWrite.Replace(
                        StoreRecords.brokerKey(broker.id()), value, StoreWrite.ANY_VERSION)
                : new StoreWrite.Create(StoreRecords.brokerKey(broker.id()), value);
    }
}
