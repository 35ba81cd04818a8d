package dev.moldau.broker.group;

import dev.moldau.common.Timer.Timeout;
import dev.moldau.protocol.ErrorCode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * What a serving shard runs on: its lane, the timer, the gates, the writer, and the list of answers
 * that somebody still waits for. Lives and dies with one {@link ServingShard}. Owned by the lane.
 */
final class ShardRuntime implements GroupHost {

    private final ShardSetting setting;
    private final ShardWriter writer;
    private final Consumer<Throwable> broken;
    private final GroupGates gates = new GroupGates();
    private final Set<Answer<?>> waiting = new HashSet<>();
    private boolean closed;

    /**
     * @param broken told of a bug in a task, or of an append whose end nobody knows; closes this
     */
    ShardRuntime(
            ShardSetting setting, ShardLog log, DurableGroups durable, Consumer<Throwable> broken) {
        this.setting = setting;
        this.broken = broken;
        this.writer =
                new ShardWriter(
                        log,
                        durable,
                        new GroupBatches(setting.codecs()),
                        setting.clock(),
                        task -> setting.post(() -> run(task)),
                        this::breakDown);
    }

    @Override
    public GroupConfig config() {
        return setting.config();
    }

    @Override
    public ConsumerTimes times(String groupId) {
        return setting.config().consumers().times(setting.overrides().of(groupId));
    }

    @Override
    public long nowMs() {
        return setting.clock().monotonicMs();
    }

    @Override
    public long wallMs() {
        return setting.clock().wallMs();
    }

    @Override
    public String newMemberId(String prefix) {
        long most = (setting.random().nextLong() & 0xFFFF_FFFF_FFFF_0FFFL) | 0x4000L;
        long least =
                (setting.random().nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return prefix + "-" + new UUID(most, least);
    }

    @Override
    public Timeout after(String groupId, long delayMs, Runnable task) {
        return afterUngated(delayMs, () -> gates.enter(groupId, task));
    }

    @Override
    public Timeout afterUngated(long delayMs, Runnable task) {
        return setting.postLater(delayMs, () -> run(task));
    }

    @Override
    public boolean isHeldUp(String groupId) {
        return gates.holdsUp(groupId);
    }

    @Override
    public void write(String groupId, List<GroupRecord> records, Consumer<ErrorCode> done) {
        gates.closingWriteBegan(groupId);
        writer.write(records, error -> gates.closingWriteEnded(groupId, () -> done.accept(error)));
    }

    /** Appends offsets; other commands of the group go on meanwhile. */
    void writeShared(String groupId, List<GroupRecord> records, Consumer<ErrorCode> done) {
        gates.sharedWriteBegan(groupId);
        writer.write(records, error -> gates.sharedWriteEnded(groupId, () -> done.accept(error)));
    }

    /** Runs a command of a client, now or when the group's gate opens. */
    void submit(String groupId, Answer<?> answer, Runnable command) {
        admit(groupId, answer, () -> gates.enter(groupId, command));
    }

    /** Runs a command of a client when no write of the group is on its way. */
    void submitAlone(String groupId, Answer<?> answer, Runnable command) {
        admit(groupId, answer, () -> gates.enterAlone(groupId, command));
    }

    private void admit(String groupId, Answer<?> answer, Runnable entry) {
        if (gates.waiting(groupId) >= setting.config().maxWaitingCommands()) {
            answer.fail(ErrorCode.COORDINATOR_NOT_AVAILABLE);
            return;
        }
        waiting.add(answer);
        run(entry);
        if (answer.isGiven()) {
            waiting.remove(answer);
        } else {
            answer.stage().whenComplete((_, _) -> waiting.remove(answer));
        }
    }

    /** Runs a task of the house when no write of the group is on its way. */
    void enterAlone(String groupId, Runnable task) {
        gates.enterAlone(groupId, task);
    }

    /** Runs a task unless this is over; a bug in it ends this. */
    void run(Runnable task) {
        assert setting.lane().isCurrent();
        if (closed) {
            return;
        }
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            breakDown(e);
        }
    }

    private void breakDown(Throwable cause) {
        broken.accept(cause);
    }

    /** Ends everything: no task runs any more, and whoever waits is told. */
    void close(ErrorCode told) {
        closed = true;
        writer.close();
        Set<Answer<?>> left = new HashSet<>(waiting);
        waiting.clear();
        left.forEach(answer -> answer.fail(told));
    }
}
