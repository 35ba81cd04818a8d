package dev.moldau.protocol.message;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.reference.ReferenceMessage;
import dev.moldau.protocol.reference.ReferenceMessages;
import dev.moldau.protocol.reference.ReferenceReleases;
import dev.moldau.protocol.wire.MessageCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A message with the judge of each of its versions: Kafka 4.4.0, or 3.9.1 for the versions that 4.0
 * removed. Which messages and versions there must be comes from Kafka's jars, not from our
 * declarations, so that one that we forgot cannot go unnoticed.
 *
 * @param name as in Kafka
 * @param oldVersions what 3.9.1 can judge, if it judges anything at all
 */
record JudgedMessage(
        String name, MessageCodec<?> codec, List<Version> versions, List<Version> oldVersions) {

    /** The APIs from here on are declared when they are built. */
    private static final short FIRST_LATER_API = ApiKey.SHARE_GROUP_HEARTBEAT.id();

    /** Spoken only between controllers and brokers, where ours may differ. */
    private static final Set<ApiKey> BETWEEN_CONTROLLERS =
            Set.of(
                    ApiKey.VOTE,
                    ApiKey.BEGIN_QUORUM_EPOCH,
                    ApiKey.END_QUORUM_EPOCH,
                    ApiKey.FETCH_SNAPSHOT,
                    ApiKey.BROKER_REGISTRATION,
                    ApiKey.BROKER_HEARTBEAT,
                    ApiKey.CONTROLLER_REGISTRATION,
                    ApiKey.ASSIGN_REPLICAS_TO_DIRS);

    private static final String CLIENTS = "org.apache.kafka.common.message.";
    private static final String GROUPS = "org.apache.kafka.coordinator.group.generated.";
    private static final String TRANSACTIONS =
            "org.apache.kafka.coordinator.transaction.generated.";

    private static final ReferenceMessages CURRENT = ReferenceReleases.current();
    private static final ReferenceMessages OLD = ReferenceReleases.old();

    /**
     * One version.
     *
     * @param ours its number
     * @param theirs differs where Kafka keeps the number apart from the message
     */
    record Version(short ours, ReferenceMessage judge, short theirs) {}

    JudgedMessage(String name, MessageCodec<?> codec, List<Version> versions) {
        this(name, codec, versions, List.of());
    }

    @Override
    public String toString() {
        return name;
    }

    /** Whether a value that a version lacks must not be lost without a word. */
    boolean isRequest() {
        return name.endsWith("Request");
    }

    static List<JudgedMessage> all() {
        List<JudgedMessage> all = new ArrayList<>();
        for (ApiKey api : apis()) {
            all.add(request(api));
            all.add(response(api));
        }
        all.addAll(data());
        return all;
    }

    /** The APIs that must have messages. */
    static List<ApiKey> apis() {
        SortedSet<Short> keys = new TreeSet<>(CURRENT.apiKeys());
        List<ApiKey> apis = new ArrayList<>();
        for (short key : keys.headSet(FIRST_LATER_API)) {
            ApiKey api = ApiKey.of(key).orElseThrow();
            if (!BETWEEN_CONTROLLERS.contains(api)) {
                apis.add(api);
            }
        }
        return apis;
    }

    static JudgedMessage request(ApiKey api) {
        return new JudgedMessage(
                CURRENT.name(api.id()) + "Request",
                ApiCodecs.request(api).orElseThrow(() -> missing(api, "request")),
                versions(api, CURRENT.request(api.id()), OLD.request(api.id())),
                oldVersions(CURRENT.request(api.id()), OLD.request(api.id())));
    }

    static JudgedMessage response(ApiKey api) {
        return new JudgedMessage(
                CURRENT.name(api.id()) + "Response",
                ApiCodecs.response(api).orElseThrow(() -> missing(api, "response")),
                versions(api, CURRENT.response(api.id()), OLD.response(api.id())),
                oldVersions(CURRENT.response(api.id()), OLD.response(api.id())));
    }

    private static AssertionError missing(ApiKey api, String what) {
        return new AssertionError("no " + what + " is declared for " + api);
    }

    private static List<Version> versions(
            ApiKey api, ReferenceMessage current, ReferenceMessage old) {
        List<Version> versions = new ArrayList<>();
        for (short v = old.lowestVersion(); v < current.lowestVersion(); v++) {
            versions.add(new Version(v, old, v));
        }
        for (short v = current.lowestVersion(); v <= CURRENT.highestStableVersion(api.id()); v++) {
            versions.add(new Version(v, current, v));
        }
        return versions;
    }

    private static List<Version> oldVersions(ReferenceMessage current, ReferenceMessage old) {
        List<Version> versions = new ArrayList<>();
        if (old.lowestVersion() < current.lowestVersion()) {
            for (short v = old.lowestVersion(); v <= old.highestVersion(); v++) {
                versions.add(new Version(v, old, v));
            }
        }
        return versions;
    }

    private static List<JudgedMessage> data() {
        return List.of(
                data(ConsumerProtocolSubscriptionCodec.INSTANCE, CLIENTS),
                data(ConsumerProtocolAssignmentCodec.INSTANCE, CLIENTS),
                data(EndTxnMarkerCodec.INSTANCE, CLIENTS),
                new JudgedMessage(
                        "ControlRecordTypeSchema",
                        ControlRecordKeyCodec.INSTANCE,
                        List.of(version(0, CLIENTS + "ControlRecordTypeSchema"))),
                new JudgedMessage(
                        "OffsetCommitKey",
                        OffsetCommitKeyCodec.INSTANCE,
                        List.of(
                                version(0, GROUPS + "LegacyOffsetCommitKey"),
                                version(1, GROUPS + "OffsetCommitKey"))),
                data(OffsetCommitValueCodec.INSTANCE, GROUPS),
                groupKey(2, GroupMetadataKeyCodec.INSTANCE),
                data(GroupMetadataValueCodec.INSTANCE, GROUPS),
                groupKey(3, ConsumerGroupMetadataKeyCodec.INSTANCE),
                data(ConsumerGroupMetadataValueCodec.INSTANCE, GROUPS),
                groupKey(5, ConsumerGroupMemberMetadataKeyCodec.INSTANCE),
                groupKey(6, ConsumerGroupTargetAssignmentMetadataKeyCodec.INSTANCE),
                data(ConsumerGroupTargetAssignmentMetadataValueCodec.INSTANCE, GROUPS),
                groupKey(7, ConsumerGroupTargetAssignmentMemberKeyCodec.INSTANCE),
                data(ConsumerGroupTargetAssignmentMemberValueCodec.INSTANCE, GROUPS),
                groupKey(8, ConsumerGroupCurrentMemberAssignmentKeyCodec.INSTANCE),
                data(ConsumerGroupCurrentMemberAssignmentValueCodec.INSTANCE, GROUPS),
                groupKey(16, ConsumerGroupRegularExpressionKeyCodec.INSTANCE),
                data(ConsumerGroupRegularExpressionValueCodec.INSTANCE, GROUPS),
                data(TransactionLogKeyCodec.INSTANCE, TRANSACTIONS),
                data(TransactionLogValueCodec.INSTANCE, TRANSACTIONS));
    }

    private static JudgedMessage groupKey(int type, MessageCodec<?> codec) {
        String name = codec.type().getSimpleName();
        return new JudgedMessage(name, codec, List.of(version(type, GROUPS + name)));
    }

    /** Kafka takes the version of such a key for its type and has one version of each type. */
    private static Version version(int ours, String className) {
        return new Version((short) ours, CURRENT.data(className), (short) 0);
    }

    private static JudgedMessage data(MessageCodec<?> codec, String packageName) {
        String name = codec.type().getSimpleName();
        ReferenceMessage judge = CURRENT.data(packageName + name);
        List<Version> versions = new ArrayList<>();
        for (short v = judge.lowestVersion(); v <= judge.highestVersion(); v++) {
            versions.add(new Version(v, judge, v));
        }
        return new JudgedMessage(name, codec, versions);
    }
}
