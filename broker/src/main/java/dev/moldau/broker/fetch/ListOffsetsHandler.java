package dev.moldau.broker.fetch;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.partition.Partition;
import dev.moldau.broker.partition.PartitionLookup;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ListOffsetsRequest;
import dev.moldau.protocol.message.ListOffsetsResponse;
import dev.moldau.storage.LogView;
import dev.moldau.storage.OffsetAtTime;
import dev.moldau.storage.ReadBound;
import dev.moldau.storage.StorageException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds offsets by time or by special place. The special places are answered from the published
 * view on the event loop; times are looked up on a disk thread.
 */
public final class ListOffsetsHandler
        implements ApiHandler<ListOffsetsRequest, ListOffsetsResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(ListOffsetsHandler.class);

    private static final long LATEST = -1;
    private static final long EARLIEST = -2;
    private static final long MAX_TIMESTAMP = -3;
    private static final long EARLIEST_LOCAL = -4;
    private static final long LATEST_TIERED = -5;
    private static final long EARLIEST_PENDING_UPLOAD = -6;

    private static final long NO_TIMESTAMP = -1;
    private static final long NO_OFFSET = -1;
    private static final int NO_EPOCH = -1;
    private static final int CONSUMER = -1;
    private static final int FIRST_VERSION_WITH_NOT_AVAILABLE = 5;

    private final PartitionLookup partitions;
    private final Executor diskThreads;

    /**
     * @param partitions finds the partitions
     * @param diskThreads look up times
     */
    public ListOffsetsHandler(PartitionLookup partitions, Executor diskThreads) {
        this.partitions = partitions;
        this.diskThreads = diskThreads;
    }

    @Override
    public ApiKey apiKey() {
        return ApiKey.LIST_OFFSETS;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 11;
    }

    @Override
    public CompletionStage<ListOffsetsResponse> handle(
            RequestContext context, ListOffsetsRequest request) {
        boolean readsDisk =
                request.topics().stream()
                        .flatMap(topic -> topic.partitions().stream())
                        .anyMatch(p -> p.timestamp() >= 0 || p.timestamp() == MAX_TIMESTAMP);
        return readsDisk
                ? CompletableFuture.supplyAsync(() -> answer(context, request), diskThreads)
                : CompletableFuture.completedFuture(answer(context, request));
    }

    private ListOffsetsResponse answer(RequestContext context, ListOffsetsRequest request) {
        ReadBound bound = bound(request);
        return new ListOffsetsResponse(
                0, request.topics().stream().map(topic -> answer(context, topic, bound)).toList());
    }

    private static ReadBound bound(ListOffsetsRequest request) {
        if (request.replicaId() != CONSUMER) {
            return ReadBound.LOG_END;
        }
        return request.isolationLevel() == 0
                ? ReadBound.HIGH_WATERMARK
                : ReadBound.LAST_STABLE_OFFSET;
    }

    private ListOffsetsResponse.Topic answer(
            RequestContext context, ListOffsetsRequest.Topic topic, ReadBound bound) {
        return new ListOffsetsResponse.Topic(
                topic.name(),
                topic.partitions().stream()
                        .map(asked -> answer(context, topic.name(), asked, bound))
                        .toList());
    }

    private ListOffsetsResponse.Partition answer(
            RequestContext context,
            String topic,
            ListOffsetsRequest.Partition asked,
            ReadBound bound) {
        Partition partition = partitions.find(topic, asked.partitionIndex());
        ErrorCode refused =
                partition == null
                        ? partitions.whyMissing(topic, asked.partitionIndex())
                        : partition.checkLeader(asked.currentLeaderEpoch());
        if (refused == ErrorCode.NONE && !isServed(asked.timestamp(), context.apiVersion())) {
            refused = ErrorCode.UNSUPPORTED_VERSION;
        }
        if (partition == null || refused != ErrorCode.NONE) {
            return ListOffsetsResponse.Partition.error(
                    asked.partitionIndex(), context.counted(refused));
        }
        try {
            ListOffsetsResponse.Partition found =
                    context.apiVersion() == 0
                            ? oldStyle(partition.view(), asked, bound)
                            : find(partition.view(), asked, bound);
            return isKnown(partition, asked, bound, found)
                    ? found
                    : notKnownYet(context, asked.partitionIndex());
        } catch (StorageException e) {
            LOG.warn("{}: offsets cannot be looked up: {}", partition, e.getMessage());
            return ListOffsetsResponse.Partition.error(
                    asked.partitionIndex(), context.counted(ErrorCode.KAFKA_STORAGE_ERROR));
        }
    }

    /**
     * Whether the answer holds, as far as it depends on what is committed. A new leader that does
     * not know that yet might name an end that lies below what consumers have read already.
     */
    private static boolean isKnown(
            Partition partition,
            ListOffsetsRequest.Partition asked,
            ReadBound bound,
            ListOffsetsResponse.Partition found) {
        long time = asked.timestamp();
        boolean dependsOnEnd =
                time == LATEST
                        || time == MAX_TIMESTAMP
                        || (time >= 0 && found.offset() == NO_OFFSET);
        return !dependsOnEnd || bound == ReadBound.LOG_END || partition.knowsHighWatermark();
    }

    private static ListOffsetsResponse.Partition notKnownYet(RequestContext context, int index) {
        ErrorCode error =
                context.apiVersion() >= FIRST_VERSION_WITH_NOT_AVAILABLE
                        ? ErrorCode.OFFSET_NOT_AVAILABLE
                        : ErrorCode.LEADER_NOT_AVAILABLE;
        return ListOffsetsResponse.Partition.error(index, context.counted(error));
    }

    /** The special places came one after the other. */
    private static boolean isServed(long timestamp, short version) {
        if (timestamp >= EARLIEST) {
            return true;
        }
        if (timestamp == MAX_TIMESTAMP) {
            return version >= 7;
        }
        if (timestamp == EARLIEST_LOCAL) {
            return version >= 8;
        }
        if (timestamp == LATEST_TIERED) {
            return version >= 9;
        }
        return timestamp == EARLIEST_PENDING_UPLOAD && version >= 11;
    }

    private static ListOffsetsResponse.Partition find(
            LogView view, ListOffsetsRequest.Partition asked, ReadBound bound) {
        int index = asked.partitionIndex();
        long timestamp = asked.timestamp();
        if (timestamp == LATEST) {
            return ListOffsetsResponse.Partition.found(
                    index, NO_TIMESTAMP, end(view, bound), view.leaderEpoch());
        }
        if (timestamp == EARLIEST || timestamp == EARLIEST_LOCAL) {
            long start = view.logStartOffset();
            return ListOffsetsResponse.Partition.found(
                    index, NO_TIMESTAMP, start, view.epochOf(start));
        }
        Optional<OffsetAtTime> found = Optional.empty();
        if (timestamp == MAX_TIMESTAMP) {
            found = view.maxTimestamp();
        } else if (timestamp >= 0) {
            found = view.offsetForTime(timestamp, bound);
        }
        // Nothing is that young, or nothing is tiered: there is no tiered storage here.
        return found.map(
                        at ->
                                ListOffsetsResponse.Partition.found(
                                        index, at.timestampMs(), at.offset(), at.leaderEpoch()))
                .orElseGet(
                        () ->
                                ListOffsetsResponse.Partition.found(
                                        index, NO_TIMESTAMP, NO_OFFSET, NO_EPOCH));
    }

    /**
     * Version 0 answers a list of places to read from, greatest first: the one that was asked for,
     * then the beginnings of the segments before it, so that a client can find its way by hand.
     */
    private static ListOffsetsResponse.Partition oldStyle(
            LogView view, ListOffsetsRequest.Partition asked, ReadBound bound) {
        long start = view.logStartOffset();
        long time = asked.timestamp();
        long greatest = start;
        if (time == LATEST) {
            greatest = end(view, bound);
        } else if (time >= 0) {
            greatest =
                    view.offsetForTime(time, bound)
                            .map(OffsetAtTime::offset)
                            .orElse(end(view, bound));
        }
        List<Long> offsets =
                LongStream.concat(LongStream.of(greatest), view.segmentStartsBefore(greatest))
                        .limit(Math.max(0, asked.maxNumOffsets()))
                        .boxed()
                        .toList();
        return ListOffsetsResponse.Partition.oldStyle(asked.partitionIndex(), offsets);
    }

    private static long end(LogView view, ReadBound bound) {
        return switch (bound) {
            case HIGH_WATERMARK -> view.highWatermark();
            case LAST_STABLE_OFFSET -> view.lastStableOffset();
            case LOG_END -> view.logEndOffset();
        };
    }
}
