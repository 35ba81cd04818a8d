package dev.moldau.client.consumer.fetch;

import dev.moldau.client.Node;
import dev.moldau.client.consumer.fetch.PartitionFetch.Stage;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.DamagedRecordsException;
import dev.moldau.client.errors.LogTruncationException;
import dev.moldau.client.errors.OffsetOutOfRangeException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.net.AnswerBytes;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchResponse;
import dev.moldau.protocol.record.BatchView;
import dev.moldau.protocol.record.Batches;
import dev.moldau.protocol.record.CorruptRecordsException;
import dev.moldau.protocol.record.MemoryRecords;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What answers to fetches do to partitions: records are handed over and the next place is known
 * from their batches' headers, so that the next fetch need not wait for anybody to read them.
 * Confined to the loop.
 */
final class Answers {

    /** From this version of Fetch on the answer tells that a log was cut. */
    static final int TELLS_CUTS = 12;

    private static final Logger LOG = LoggerFactory.getLogger(Fetcher.class);

    private final FetchContext context;
    private final Placer placer;
    private final Inbox inbox;
    private final LongConsumer buffered;
    private final Batches batches = new Batches();

    Answers(FetchContext context, Placer placer, Inbox inbox, LongConsumer buffered) {
        this.context = context;
        this.placer = placer;
        this.inbox = inbox;
        this.buffered = buffered;
    }

    /** Takes an answer apart; what is stale or not asked for is dropped. */
    void take(
            FetchCall call,
            FetchResponse response,
            AnswerBytes memory,
            Map<TopicPartition, PartitionFetch> partitions) {
        if (response.errorCode() != ErrorCode.NONE.code()) {
            LOG.debug(
                    "{} answered a fetch with {}", call.node(), ErrorCode.of(response.errorCode()));
            context.counters().failed();
            pause(call, ErrorCode.of(response.errorCode()), partitions);
            return;
        }
        int bytes = 0;
        for (FetchResponse.Topic topic : response.responses()) {
            String name = call.session().topic(topic);
            if (name == null) {
                continue;
            }
            for (FetchResponse.Partition answer : topic.partitions()) {
                PartitionFetch fetch =
                        partitions.get(new TopicPartition(name, answer.partitionIndex()));
                if (fetch != null && call.isAbout(fetch)) {
                    bytes += take(call.node(), fetch, answer, response, memory);
                }
            }
        }
        context.counters().fetched(bytes);
    }

    /** A lost session is opened again at once; anything else takes a while to pass. */
    private void pause(
            FetchCall call, ErrorCode error, Map<TopicPartition, PartitionFetch> partitions) {
        if (error == ErrorCode.FETCH_SESSION_ID_NOT_FOUND
                || error == ErrorCode.INVALID_FETCH_SESSION_EPOCH) {
            return;
        }
        for (TopicPartition partition : call.wanted().keySet()) {
            PartitionFetch fetch = partitions.get(partition);
            if (fetch != null) {
                fetch.failed(context);
            }
        }
        context.metadata().refresh(call.node() + " answered a fetch with " + error);
    }

    private int take(
            Node node,
            PartitionFetch fetch,
            FetchResponse.Partition answer,
            FetchResponse response,
            AnswerBytes memory) {
        Place next = fetch.next;
        if (next == null) {
            throw new IllegalStateException(fetch.partition + " was fetched from nowhere");
        }
        ErrorCode error = ErrorCode.of(answer.errorCode());
        if (error != ErrorCode.NONE) {
            refused(node, fetch, next, answer, error, response);
            return 0;
        }
        fetch.succeeded();
        if (answer.divergingEpoch().endOffset() >= 0) {
            wasCut(
                    fetch,
                    next,
                    new Place(
                            answer.divergingEpoch().endOffset(), answer.divergingEpoch().epoch()));
            return 0;
        }
        if (answer.preferredReadReplica() >= 0) {
            fetch.preferReplica(
                    answer.preferredReadReplica(),
                    context.nowMs() + context.settings().replicaStayMs());
        }
        return answer.records() instanceof MemoryRecords records && records.sizeBytes() > 0
                ? handOver(fetch, next, answer, records.bytes(), memory)
                : 0;
    }

    private int handOver(
            PartitionFetch fetch,
            Place next,
            FetchResponse.Partition answer,
            ByteBuffer bytes,
            AnswerBytes memory) {
        int begin = bytes.position();
        int end = begin;
        long after = next.offset();
        int epoch = next.epoch();
        try {
            batches.over(bytes);
            while (batches.next()) {
                BatchView batch = batches.batch();
                after = Math.max(after, batch.lastOffset() + 1);
                epoch = batch.isV2() ? batch.partitionLeaderEpoch() : epoch;
                end = batches.nextStart();
            }
        } catch (CorruptRecordsException e) {
            stop(fetch, damaged(fetch, after, String.valueOf(e.getMessage()), e));
            return 0;
        }
        if (end == begin) {
            stop(
                    fetch,
                    damaged(
                            fetch,
                            after,
                            "the answer ends in the middle of the first batch",
                            null));
            return 0;
        }
        if (after == next.offset()) {
            return 0; // only what was read before; the next answer brings more
        }
        memory.retain();
        Chunk chunk =
                new Chunk(
                        bytes.slice(begin, end - begin),
                        memory,
                        next,
                        new Place(after, epoch),
                        context.settings().readCommitted() && answer.abortedTransactions() != null
                                ? answer.abortedTransactions()
                                : List.of(),
                        new Chunk.Marks(readableEnd(answer), answer.logStartOffset()));
        fetch.next = chunk.end();
        fetch.bufferedBytes += chunk.sizeBytes();
        buffered.accept(chunk.sizeBytes());
        inbox.put(fetch.partition, fetch.version, chunk);
        return chunk.sizeBytes();
    }

    private long readableEnd(FetchResponse.Partition answer) {
        return context.settings().readCommitted() && answer.lastStableOffset() >= 0
                ? answer.lastStableOffset()
                : answer.highWatermark();
    }

    private static DamagedRecordsException damaged(
            PartitionFetch fetch, long offset, String why, @Nullable Throwable cause) {
        return new DamagedRecordsException(
                "what was fetched from "
                        + fetch.partition
                        + " cannot be read from offset "
                        + offset
                        + " on: "
                        + why,
                fetch.partition,
                offset,
                ErrorCode.CORRUPT_MESSAGE,
                cause);
    }

    private void stop(PartitionFetch fetch, ClientException cause) {
        context.counters().failed();
        fetch.stage = Stage.STOPPED;
        inbox.put(fetch.partition, fetch.version, new Item.Trouble(cause));
    }

    // ---- errors

    private void refused(
            Node node,
            PartitionFetch fetch,
            Place next,
            FetchResponse.Partition answer,
            ErrorCode error,
            FetchResponse response) {
        if (error == ErrorCode.OFFSET_OUT_OF_RANGE) {
            outOfRange(node, fetch, next);
            return;
        }
        if (error == ErrorCode.CORRUPT_MESSAGE) {
            stop(fetch, damaged(fetch, next.offset(), node + " found them damaged", null));
            return;
        }
        context.counters().failed();
        if (!error.retriable() && error != ErrorCode.UNKNOWN_SERVER_ERROR) {
            stop(
                    fetch,
                    new RefusedException(
                            "nothing can be read from "
                                    + fetch.partition
                                    + ": "
                                    + node
                                    + " answered "
                                    + error
                                    + ": "
                                    + error.meaning(),
                            error,
                            null));
            return;
        }
        LOG.debug("{} answered a fetch of {} with {}", node, fetch.partition, error);
        fetch.failed(context);
        if (error != ErrorCode.UNKNOWN_LEADER_EPOCH) {
            believe(fetch, answer.currentLeader(), response);
            context.metadata().refresh(node + " answered " + error + " for " + fetch.partition);
        }
    }

    /** A broker that is not the leader may name the one that is (KIP-951). */
    private void believe(
            PartitionFetch fetch, FetchResponse.Leader leader, FetchResponse response) {
        if (leader.leaderId() < 0) {
            return;
        }
        Map<Integer, Node> told = new HashMap<>();
        for (FetchResponse.NodeEndpoint one : response.nodeEndpoints()) {
            told.put(one.nodeId(), new Node(one.nodeId(), one.host(), one.port(), one.rack()));
        }
        int before = context.leaderEpoch(fetch.partition);
        context.metadata()
                .leaderChanged(
                        fetch.partition.topic(),
                        fetch.partition.partition(),
                        leader.leaderId(),
                        leader.leaderEpoch(),
                        told.get(leader.leaderId()));
        if (context.leaderEpoch(fetch.partition) > before) {
            fetch.succeeded(); // there is somebody else to ask at once
        }
    }

    private void outOfRange(Node node, PartitionFetch fetch, Place next) {
        if (fetch.leaveReplica()) {
            return; // a follower may lag; the leader knows
        }
        if (context.settings().reset() instanceof ResetPolicy.None) {
            stop(
                    fetch,
                    new OffsetOutOfRangeException(
                            node
                                    + " has no "
                                    + next
                                    + " in "
                                    + fetch.partition
                                    + ", and auto.offset.reset=none: seek to where reading shall"
                                    + " go on",
                            fetch.partition,
                            next.offset(),
                            ErrorCode.OFFSET_OUT_OF_RANGE,
                            null));
            return;
        }
        LOG.warn(
                "{} has no {} in {}; reading goes on where auto.offset.reset says",
                node,
                next,
                fetch.partition);
        fetch.stage = Stage.PLACING;
        placer.reset(fetch.partition, fetch.version, null);
    }

    /** The leader's log parts from what was read: records that were read are no longer there. */
    void wasCut(PartitionFetch fetch, Place next, Place end) {
        context.counters().truncated();
        long diverging = Math.min(end.offset(), next.offset());
        if (context.settings().reset() instanceof ResetPolicy.None) {
            stop(
                    fetch,
                    new LogTruncationException(
                            "records of "
                                    + fetch.partition
                                    + " that were read are no longer in its log: reading was at "
                                    + next
                                    + ", and the logs part at offset "
                                    + diverging
                                    + "; seek to where reading shall go on",
                            fetch.partition,
                            next.offset(),
                            diverging,
                            null));
            return;
        }
        LOG.warn(
                "the log of {} was cut: reading was at {} and goes on at offset {}",
                fetch.partition,
                next,
                diverging);
        Place place = new Place(diverging, end.epoch());
        fetch.goOnAt(place);
        inbox.put(fetch.partition, fetch.version, new Item.Placed(place));
    }
}
