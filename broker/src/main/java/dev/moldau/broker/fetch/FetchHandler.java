package dev.moldau.broker.fetch;

import dev.moldau.broker.api.ApiHandler;
import dev.moldau.broker.api.RequestContext;
import dev.moldau.broker.partition.PartitionLookup;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.FetchRequest;
import dev.moldau.protocol.message.FetchResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Brings records to consumers and to followers. A request at the tail of its logs is read on the
 * event loop, without a system call; one that finds too little waits without a thread; one that
 * reads old data, or wants an old format, goes to a disk thread.
 */
public final class FetchHandler implements ApiHandler<FetchRequest, FetchResponse> {

    private static final int FIRST_VERSION_WITH_TOPIC_IDS = 13;

    private final FetchParts parts;
    private final FetchSessionCache sessions;
    private final PartitionLookup partitions;

    /**
     * @param settings limits
     * @param ports what fetches work with
     */
    public FetchHandler(FetchSettings settings, FetchPorts ports) {
        this.sessions = ports.sessions();
        this.partitions = ports.partitions();
        SlowService slow = new SlowService(ports.throttle());
        FetchReader reader =
                new FetchReader(
                        partitions, new ReadReplicas(partitions, settings.readsByRack()), slow);
        this.parts =
                new FetchParts(
                        reader,
                        slow,
                        new FetchConversion(reader, ConversionMemory.ofHeap(settings.heapBytes())),
                        new FetchAnswers(sessions, partitions),
                        ports.timer(),
                        ports.diskThreads(),
                        settings.maxResponseBytes(),
                        settings.hotBytes());
    }

    @Override
    public ApiKey apiKey() {
        return ApiKey.FETCH;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 18;
    }

    /** What it reads from the frame is copied when it is decoded. */
    @Override
    public boolean keepsFrame() {
        return false;
    }

    @Override
    public CompletionStage<FetchResponse> handle(RequestContext context, FetchRequest request) {
        FetchPlan plan = FetchPlan.of(request, usesTopicIds(context), sessions);
        return switch (plan) {
            case FetchPlan.SessionError(ErrorCode error, int sessionId) ->
                    failedNow(context, error, sessionId);
            case FetchPlan.Full(List<FetchTarget> targets, boolean opensSession) ->
                    begin(context, request, plan, targets);
            case FetchPlan.Incremental(List<FetchTarget> targets, FetchSession session) ->
                    begin(context, request, plan, targets);
        };
    }

    private CompletionStage<FetchResponse> begin(
            RequestContext context,
            FetchRequest request,
            FetchPlan plan,
            List<FetchTarget> targets) {
        Asker asker = Asker.of(context, request, partitions.image());
        if (asker instanceof Asker.Follower follower) {
            // Before it reads, so that the answer has a chance to bring what it has committed.
            plan.showAgain(FollowerProgress.tell(parts.reader(), follower, plan.progress(request)));
        }
        FetchInProgress fetch = new FetchInProgress(parts, context, request, asker, plan, targets);
        fetch.start();
        return fetch.response();
    }

    private static CompletionStage<FetchResponse> failedNow(
            RequestContext context, ErrorCode error, int sessionId) {
        return CompletableFuture.completedFuture(
                FetchAnswers.failed(context.counted(error), sessionId));
    }

    @Override
    public Optional<FetchResponse> failed(
            RequestContext context, FetchRequest request, ErrorCode error) {
        return Optional.of(FetchAnswers.failed(error, 0));
    }

    static boolean usesTopicIds(RequestContext context) {
        return context.apiVersion() >= FIRST_VERSION_WITH_TOPIC_IDS;
    }
}
