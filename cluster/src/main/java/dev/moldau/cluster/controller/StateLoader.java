package dev.moldau.cluster.controller;

import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.store.ClusterStore;
import dev.moldau.cluster.store.StoreConflictException;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.cluster.store.StoreRecord;
import dev.moldau.cluster.store.StoreWrite;
import dev.moldau.common.Uuid;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads the store into a state, and makes what a new cluster begins with. */
final class StateLoader {

    private final ClusterStore store;
    private final int controllerId;

    StateLoader(ClusterStore store, int controllerId) {
        this.store = store;
        this.controllerId = controllerId;
    }

    /**
     * Claims the office of controller: from now on every transaction of a controller before fails.
     *
     * @return the check that every transaction of this controller must begin with
     * @throws StoreConflictException if another broker claims it at the same moment
     */
    StoreWrite.Check claim() {
        Optional<StoreRecord> claimed = store.read(StoreRecords.CONTROLLER);
        byte[] value = StoreRecords.encode(controllerId);
        if (claimed.isEmpty()) {
            store.commit(List.of(new StoreWrite.Create(StoreRecords.CONTROLLER, value)));
            return new StoreWrite.Check(StoreRecords.CONTROLLER, 0);
        }
        int version = claimed.get().version();
        store.commit(List.of(new StoreWrite.Replace(StoreRecords.CONTROLLER, value, version)));
        return new StoreWrite.Check(StoreRecords.CONTROLLER, version + 1);
    }

    /**
     * The whole state.
     *
     * @param base the image whose next one is made
     * @throws IllegalStateException if a record cannot be read
     */
    ControllerState load(ClusterImage base) {
        ClusterImage.Builder image = base.nextFromNothing();
        image.controllerId(controllerId);
        Set<String> present = new HashSet<>();
        store.list(StoreRecords.PRESENCE).forEach(r -> present.add(r.key().name()));
        for (StoreRecord record : store.list(StoreRecords.BROKERS)) {
            String id = record.key().name();
            image.broker(
                    decoded(
                            record,
                            bytes ->
                                    StoreRecords.decodeBroker(
                                            Integer.parseInt(id), present.contains(id), bytes)));
        }
        for (StoreRecord record : store.list(StoreRecords.TOPICS)) {
            String name = record.key().name();
            image.topic(decoded(record, bytes -> StoreRecords.decodeTopic(name, bytes)));
        }
        for (StoreRecord record : store.list(StoreRecords.DELETED_TOPICS)) {
            image.deletedTopic(decoded(record, bytes -> Uuid.parse(record.key().name())));
        }
        for (String collection : List.of(StoreRecords.BROKER_CONFIGS, StoreRecords.GROUP_CONFIGS)) {
            for (StoreRecord record : store.list(collection)) {
                image.configs(
                        StoreRecords.configResource(record.key()),
                        decoded(record, StoreRecords::decodeConfigs));
            }
        }
        Optional<StoreRecord> producerIds = store.read(StoreRecords.PRODUCER_IDS);
        long next = producerIds.map(r -> decoded(r, StoreRecords::decodeNumber)).orElse(0L);
        return new ControllerState(image.build(), next, producerIds.isPresent());
    }

    private <T> T decoded(StoreRecord record, Function<byte[], T> decoder) {
        try {
            return decoder.apply(record.value());
        } catch (IllegalArgumentException e) {
            StoreKey key = record.key();
            throw new IllegalStateException(
                    "The record "
                            + key
                            + " of the "
                            + store
                            + " cannot be understood: "
                            + e.getMessage()
                            + ". Start the release that wrote it, or restore a backup.",
                    e);
        }
    }
}
