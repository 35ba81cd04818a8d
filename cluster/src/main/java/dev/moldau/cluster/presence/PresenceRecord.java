package dev.moldau.cluster.presence;

import dev.moldau.cluster.controller.BrokerPresence;
import dev.moldau.cluster.image.Endpoint;
import dev.moldau.cluster.store.RecordBytes;
import dev.moldau.cluster.store.StoreKey;
import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.List;

/**
 * What a broker that is there keeps in the store while it is.
 *
 * @param broker the broker
 * @param stopping whether it is about to stop and wants others to lead its partitions
 */
public record PresenceRecord(BrokerPresence broker, boolean stopping) {

    /** The collection of these records; each is named by its broker's number. */
    public static final String COLLECTION = "presence";

    private static final int FORMAT = 1;
    private static final int HAS_RACK = 1;
    private static final int STOPPING = 2;

    /** The same broker, which is about to stop. */
    PresenceRecord aboutToStop() {
        return new PresenceRecord(broker, true);
    }

    StoreKey key() {
        return new StoreKey(COLLECTION, Integer.toString(broker.id()));
    }

    byte[] encoded() {
        RecordBytes.Writer out = new RecordBytes.Writer(FORMAT);
        put(out, broker.incarnation());
        put(out, broker.directory());
        out.fixed(broker.closedInEpoch());
        String rack = broker.rack();
        out.unsigned((rack == null ? 0 : HAS_RACK) | (stopping ? STOPPING : 0));
        out.unsigned(broker.endpoints().size());
        for (Endpoint endpoint : broker.endpoints()) {
            out.text(endpoint.listener())
                    .text(endpoint.securityProtocol())
                    .text(endpoint.host())
                    .unsigned(endpoint.port());
        }
        return rack == null ? out.bytes() : out.text(rack).bytes();
    }

    private static void put(RecordBytes.Writer out, Uuid id) {
        out.fixed(id.mostSignificantBits()).fixed(id.leastSignificantBits());
    }

    /**
     * The record of the broker of that number.
     *
     * @throws IllegalArgumentException if the bytes are none
     */
    static PresenceRecord decoded(int id, byte[] bytes) {
        RecordBytes.Reader in = new RecordBytes.Reader(bytes, FORMAT);
        Uuid incarnation = new Uuid(in.fixed(), in.fixed());
        Uuid directory = new Uuid(in.fixed(), in.fixed());
        long closedInEpoch = in.fixed();
        int flags = in.unsigned();
        int count = in.count();
        List<Endpoint> endpoints = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            endpoints.add(new Endpoint(in.text(), in.text(), in.text(), in.unsigned()));
        }
        String rack = (flags & HAS_RACK) == 0 ? null : in.text();
        in.end();
        return new PresenceRecord(
                new BrokerPresence(id, incarnation, directory, endpoints, rack, closedInEpoch),
                (flags & STOPPING) != 0);
    }
}
