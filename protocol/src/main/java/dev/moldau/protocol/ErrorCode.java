package dev.moldau.protocol;

/**
 * What an answer says about success or failure, by its number on the wire.
 *
 * <p>Retriable means that the same request may well succeed later or at another broker, without
 * anybody changing it; it is what Kafka's clients act on. The numbers and names are those of the
 * protocol's page of error codes.
 */
public enum ErrorCode {
    UNKNOWN_SERVER_ERROR(
            -1,
            false,
            "The broker failed in a way that no other code describes; its log says more."),
    NONE(0, false, "All went well."),
    OFFSET_OUT_OF_RANGE(
            1, false, "The offset lies before the start or beyond the end of the partition."),
    CORRUPT_MESSAGE(2, true, "The records are damaged, or a compacted topic got one without key."),
    UNKNOWN_TOPIC_OR_PARTITION(
            3, true, "The broker knows no such topic or partition, perhaps not yet."),
    INVALID_FETCH_SIZE(4, false, "The number of bytes to fetch makes no sense."),
    LEADER_NOT_AVAILABLE(5, true, "The partition has no leader at present."),
    NOT_LEADER_OR_FOLLOWER(
            6, true, "The broker does not lead the partition, or holds no replica of it."),
    REQUEST_TIMED_OUT(7, true, "The time that the request allowed ran out."),
    BROKER_NOT_AVAILABLE(8, false, "The broker cannot be reached."),
    REPLICA_NOT_AVAILABLE(
            9, true, "The replica that was asked for is not there or cannot be read."),
    MESSAGE_TOO_LARGE(10, false, "A batch exceeds the size that the topic accepts."),
    STALE_CONTROLLER_EPOCH(11, false, "The sender speaks for a controller that has been replaced."),
    OFFSET_METADATA_TOO_LARGE(12, false, "The text that goes with a committed offset is too long."),
    NETWORK_EXCEPTION(
            13, true, "The connection broke before the answer came; never sent by a broker."),
    COORDINATOR_LOAD_IN_PROGRESS(14, true, "The coordinator is still reading its state."),
    COORDINATOR_NOT_AVAILABLE(
            15, true, "There is no coordinator for the group or transaction at present."),
    NOT_COORDINATOR(16, true, "Another broker coordinates this group or transaction."),
    INVALID_TOPIC_EXCEPTION(
            17,
            false,
            "The topic's name is not a valid one, or the topic may not be used in this way."),
    RECORD_LIST_TOO_LARGE(18, false, "A batch does not fit into one segment of the log."),
    NOT_ENOUGH_REPLICAS(
            19,
            true,
            "Fewer replicas are in sync than the topic demands, so nothing was appended."),
    NOT_ENOUGH_REPLICAS_AFTER_APPEND(
            20,
            true,
            "The records are in the log, but fewer replicas have them than the topic demands."),
    INVALID_REQUIRED_ACKS(21, false, "The acknowledgements asked for are none of -1, 0 and 1."),
    ILLEGAL_GENERATION(22, false, "The generation is not the group's current one."),
    INCONSISTENT_GROUP_PROTOCOL(
            23,
            false,
            "The member shares no assignor or protocol type with the others of its group."),
    INVALID_GROUP_ID(24, false, "The group's name is not a valid one."),
    UNKNOWN_MEMBER_ID(25, false, "The group has no such member."),
    INVALID_SESSION_TIMEOUT(
            26, false, "The session timeout lies outside the range that the broker allows."),
    REBALANCE_IN_PROGRESS(27, false, "The group rebalances and the member must join again."),
    INVALID_COMMIT_OFFSET_SIZE(28, false, "The offsets to commit do not fit into one batch."),
    TOPIC_AUTHORIZATION_FAILED(29, false, "The principal may not do this with the topic."),
    GROUP_AUTHORIZATION_FAILED(30, false, "The principal may not do this with the group."),
    CLUSTER_AUTHORIZATION_FAILED(31, false, "The principal may not do this with the cluster."),
    INVALID_TIMESTAMP(32, false, "A record's time is too far from the broker's clock."),
    UNSUPPORTED_SASL_MECHANISM(33, false, "The listener does not offer this SASL mechanism."),
    ILLEGAL_SASL_STATE(
            34, false, "The request does not belong at this point of the authentication."),
    UNSUPPORTED_VERSION(35, false, "The broker does not serve the API in this version."),
    TOPIC_ALREADY_EXISTS(36, false, "There is a topic of this name already."),
    INVALID_PARTITIONS(37, false, "A topic cannot have this number of partitions."),
    INVALID_REPLICATION_FACTOR(
            38, false, "The number of replicas is below one or above the number of brokers."),
    INVALID_REPLICA_ASSIGNMENT(39, false, "The brokers named for the replicas cannot be used so."),
    INVALID_CONFIG(40, false, "A setting is unknown or has an impossible value."),
    NOT_CONTROLLER(41, true, "The broker is not the controller."),
    INVALID_REQUEST(42, false, "The request contradicts itself or the protocol."),
    UNSUPPORTED_FOR_MESSAGE_FORMAT(
            43, false, "The format of the stored records cannot answer this request."),
    POLICY_VIOLATION(44, false, "A policy of the broker forbids what was asked for."),
    OUT_OF_ORDER_SEQUENCE_NUMBER(
            45, false, "A batch of an idempotent producer does not follow on its last one."),
    DUPLICATE_SEQUENCE_NUMBER(
            46, false, "The batch was appended before, too long ago to say where."),
    INVALID_PRODUCER_EPOCH(
            47, false, "The producer's epoch is older than the one that the partition has seen."),
    INVALID_TXN_STATE(48, false, "The transaction is in a state that does not allow this."),
    INVALID_PRODUCER_ID_MAPPING(
            49, false, "The producer id does not belong to the transactional id."),
    INVALID_TRANSACTION_TIMEOUT(
            50, false, "The transaction's timeout exceeds what the broker allows."),
    CONCURRENT_TRANSACTIONS(
            51, true, "The transaction is still busy with an earlier request, such as its end."),
    TRANSACTION_COORDINATOR_FENCED(
            52, false, "The marker comes from a transaction coordinator that has been replaced."),
    TRANSACTIONAL_ID_AUTHORIZATION_FAILED(
            53, false, "The principal may not use the transactional id."),
    SECURITY_DISABLED(
            54, false, "The broker runs without an authorizer, so there are no access rules."),
    OPERATION_NOT_ATTEMPTED(
            55, false, "This part of the request was left alone because another part failed."),
    KAFKA_STORAGE_ERROR(56, true, "The disk under the partition failed or is full."),
    LOG_DIR_NOT_FOUND(57, false, "The broker has no such log directory."),
    SASL_AUTHENTICATION_FAILED(58, false, "The credentials were refused."),
    UNKNOWN_PRODUCER_ID(
            59,
            false,
            "The partition remembers nothing of this producer, for its records have expired."),
    REASSIGNMENT_IN_PROGRESS(60, false, "The partition is being moved to other brokers."),
    DELEGATION_TOKEN_AUTH_DISABLED(61, false, "The broker does not offer delegation tokens."),
    DELEGATION_TOKEN_NOT_FOUND(62, false, "There is no such delegation token."),
    DELEGATION_TOKEN_OWNER_MISMATCH(
            63, false, "The principal neither owns the delegation token nor may renew it."),
    DELEGATION_TOKEN_REQUEST_NOT_ALLOWED(
            64,
            false,
            "The connection is not authenticated well enough to ask for delegation tokens."),
    DELEGATION_TOKEN_AUTHORIZATION_FAILED(
            65, false, "The principal may not do this with the delegation token."),
    DELEGATION_TOKEN_EXPIRED(66, false, "The delegation token has expired."),
    INVALID_PRINCIPAL_TYPE(67, false, "Principals of this type are not supported here."),
    NON_EMPTY_GROUP(68, false, "The group still has members."),
    GROUP_ID_NOT_FOUND(69, false, "There is no such group."),
    FETCH_SESSION_ID_NOT_FOUND(70, true, "The broker has no such fetch session, or no longer."),
    INVALID_FETCH_SESSION_EPOCH(71, true, "The request is not the next one of its fetch session."),
    LISTENER_NOT_FOUND(
            72, true, "The leader has no listener of the name through which the client asked."),
    TOPIC_DELETION_DISABLED(73, false, "The broker does not allow topics to be deleted."),
    FENCED_LEADER_EPOCH(74, true, "The leader epoch in the request is older than the broker's."),
    UNKNOWN_LEADER_EPOCH(75, true, "The leader epoch in the request is newer than the broker's."),
    UNSUPPORTED_COMPRESSION_TYPE(
            76,
            false,
            "The client's version of the API cannot carry the compression of these records."),
    STALE_BROKER_EPOCH(77, false, "The request comes from an earlier life of the broker."),
    OFFSET_NOT_AVAILABLE(78, true, "A new leader does not know its high watermark yet."),
    MEMBER_ID_REQUIRED(
            79, false, "The member must join again with the id that this answer gives it."),
    PREFERRED_LEADER_NOT_AVAILABLE(80, true, "The preferred replica cannot lead at present."),
    GROUP_MAX_SIZE_REACHED(81, false, "The group has as many members as the broker allows."),
    FENCED_INSTANCE_ID(82, false, "Another member has taken over this static member's name."),
    ELIGIBLE_LEADERS_NOT_AVAILABLE(83, true, "No replica that may lead is available."),
    ELECTION_NOT_NEEDED(84, true, "The partition has the right leader already."),
    NO_REASSIGNMENT_IN_PROGRESS(85, false, "The partition is not being moved."),
    GROUP_SUBSCRIBED_TO_TOPIC(86, false, "The group still reads the topic whose offsets shall go."),
    INVALID_RECORD(87, false, "A record breaks the rules of its format or its topic."),
    UNSTABLE_OFFSET_COMMIT(88, true, "An open transaction may still change the offset."),
    THROTTLING_QUOTA_EXCEEDED(89, true, "The quota for changes like this is used up for now."),
    PRODUCER_FENCED(90, false, "A newer producer with the same transactional id has taken over."),
    RESOURCE_NOT_FOUND(91, false, "The request names something that does not exist."),
    DUPLICATE_RESOURCE(92, false, "The request names the same thing twice."),
    UNACCEPTABLE_CREDENTIAL(93, false, "The credential does not meet the broker's demands."),
    INCONSISTENT_VOTER_SET(
            94, false, "Sender and receiver disagree about who votes in the quorum."),
    INVALID_UPDATE_VERSION(95, false, "The version to update to is not a possible one."),
    FEATURE_UPDATE_FAILED(
            96, false, "The features could not be settled because of an error in the controller."),
    PRINCIPAL_DESERIALIZATION_FAILURE(
            97, false, "The principal in a forwarded request cannot be read."),
    SNAPSHOT_NOT_FOUND(98, false, "There is no such snapshot."),
    POSITION_OUT_OF_RANGE(99, false, "The position lies outside the snapshot."),
    UNKNOWN_TOPIC_ID(100, true, "The broker knows no topic with this id, perhaps not yet."),
    DUPLICATE_BROKER_REGISTRATION(101, false, "Another live broker uses the same id."),
    BROKER_ID_NOT_REGISTERED(102, false, "No broker is registered with this id."),
    INCONSISTENT_TOPIC_ID(103, true, "The topic's id in the request is not the one in the log."),
    INCONSISTENT_CLUSTER_ID(104, false, "The request is meant for another cluster."),
    TRANSACTIONAL_ID_NOT_FOUND(105, false, "There is no such transactional id."),
    FETCH_SESSION_TOPIC_ID_ERROR(
            106, true, "The fetch session mixes requests with topic ids and with names."),
    INELIGIBLE_REPLICA(107, false, "A replica proposed for the in-sync set may not be part of it."),
    NEW_LEADER_ELECTED(
            108, false, "The change was made, and it gave the partition another leader."),
    OFFSET_MOVED_TO_TIERED_STORAGE(
            109, false, "The offset is no longer on local disks but in tiered storage."),
    FENCED_MEMBER_EPOCH(
            110,
            false,
            "The member's epoch has been given up; it must drop its partitions and join again."),
    UNRELEASED_INSTANCE_ID(111, false, "Another member still holds this static member's name."),
    UNSUPPORTED_ASSIGNOR(
            112, false, "The broker does not have the assignor that the member asks for."),
    STALE_MEMBER_EPOCH(
            113,
            false,
            "The member's epoch is not its current one; it must hear its next heartbeat first."),
    MISMATCHED_ENDPOINT_TYPE(
            114, false, "The request asks a broker for controllers, or a controller for brokers."),
    UNSUPPORTED_ENDPOINT_TYPE(115, false, "Endpoints of this type are not known."),
    UNKNOWN_CONTROLLER_ID(116, false, "There is no controller with this id."),
    UNKNOWN_SUBSCRIPTION_ID(
            117,
            false,
            "The client pushes metrics for a subscription that is not its current one."),
    TELEMETRY_TOO_LARGE(
            118, false, "The client pushes more metrics than the broker takes at once."),
    INVALID_REGISTRATION(119, false, "The controller refuses the broker's registration."),
    TRANSACTION_ABORTABLE(
            120,
            false,
            "The transaction cannot be committed any more, but aborted, and the producer can go on."),
    INVALID_RECORD_STATE(
            121, false, "The record is not in a state in which it can be acknowledged."),
    SHARE_SESSION_NOT_FOUND(122, true, "The broker has no such share session, or no longer."),
    INVALID_SHARE_SESSION_EPOCH(123, true, "The request is not the next one of its share session."),
    FENCED_STATE_EPOCH(
            124, false, "The epoch of the share partition's state is not the current one."),
    INVALID_VOTER_KEY(
            125, false, "The voter's key is not that of the replica that got the request."),
    DUPLICATE_VOTER(126, false, "The voter is part of the quorum already."),
    VOTER_NOT_FOUND(127, false, "The quorum has no such voter."),
    INVALID_REGULAR_EXPRESSION(128, false, "The regular expression cannot be parsed."),
    REBOOTSTRAP_REQUIRED(
            129,
            false,
            "The client has lost the cluster and must start again from its bootstrap addresses."),
    STREAMS_INVALID_TOPOLOGY(130, false, "The topology of a streams group makes no sense."),
    STREAMS_INVALID_TOPOLOGY_EPOCH(
            131, false, "The epoch of the topology of a streams group makes no sense."),
    STREAMS_TOPOLOGY_FENCED(
            132, false, "The topology of a streams group has been replaced by a newer one."),
    SHARE_SESSION_LIMIT_REACHED(133, true, "The broker has as many share sessions as it allows."),
    GROUP_DELETION_FAILED(
            134, false, "The group could not be deleted; the message beside the code says why."),
    STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED(
            135,
            false,
            "The description of a topology was not taken; the message beside the code says why."),
    CONTROLLER_ID_NOT_REGISTERED(136, false, "No controller is registered with this id.");

    private static final ErrorCode[] BY_CODE = new ErrorCode[CONTROLLER_ID_NOT_REGISTERED.code + 2];

    static {
        for (ErrorCode error : values()) {
            BY_CODE[error.code + 1] = error;
        }
    }

    private final short code;
    private final boolean retriable;
    private final String meaning;

    ErrorCode(int code, boolean retriable, String meaning) {
        this.code = (short) code;
        this.retriable = retriable;
        this.meaning = meaning;
    }

    /** The number on the wire. */
    public short code() {
        return code;
    }

    /** Whether the same request may succeed later or at another broker. */
    public boolean retriable() {
        return retriable;
    }

    /** What happened, in one sentence for people. */
    public String meaning() {
        return meaning;
    }

    /**
     * The error with this number; {@link #UNKNOWN_SERVER_ERROR} if the number is not known, because
     * a newer peer may send numbers that we have not heard of.
     */
    public static ErrorCode of(short code) {
        int index = code + 1;
        return index >= 0 && index < BY_CODE.length ? BY_CODE[index] : UNKNOWN_SERVER_ERROR;
    }
}
