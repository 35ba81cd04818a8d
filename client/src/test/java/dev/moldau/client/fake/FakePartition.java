package dev.moldau.client.fake;

import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A partition: its log, all its leaders so far, and how much of that each broker has heard. The
 * leader epoch is the number of the leader in that list.
 */
public final class FakePartition {

    static final int NO_LEADER = -1;

    /** For a broker that has not heard of the partition at all. */
    static final int NOTHING_HEARD = -1;

    private final TopicPartition id;
    private final Uuid topicId;
    private final FakeLog log = new FakeLog();
    private final List<Integer> leaders = new ArrayList<>();
    private final int[] heardEpoch;
    private int readReplica = NO_LEADER;

    FakePartition(TopicPartition id, Uuid topicId, int leader, int brokers) {
        this.id = id;
        this.topicId = topicId;
        leaders.add(leader);
        heardEpoch = new int[brokers];
        Arrays.fill(heardEpoch, NOTHING_HEARD);
    }

    /** Its name and index. */
    public TopicPartition id() {
        return id;
    }

    /** Which of the topics of that name. */
    public Uuid topicId() {
        return topicId;
    }

    /** Its log. */
    public FakeLog log() {
        return log;
    }

    /** The leader, or -1. */
    public int leader() {
        return leaders.get(epoch());
    }

    /** The leader's epoch. */
    public int epoch() {
        return leaders.size() - 1;
    }

    /** The leader sends consumers that name a rack to this broker; -1 for to nobody. */
    public void sendReadersTo(int broker) {
        readReplica = broker;
    }

    int readReplica() {
        return readReplica;
    }

    void lead(int leader) {
        leaders.add(leader);
    }

    void hear(int broker) {
        heardEpoch[broker] = epoch();
    }

    boolean heardAnything(int broker) {
        return heardEpoch[broker] != NOTHING_HEARD;
    }

    int heardEpoch(int broker) {
        return heardEpoch[broker];
    }

    int heardLeader(int broker) {
        return leaders.get(heardEpoch[broker]);
    }

    /** Whether the broker leads and knows it; only then does it append. */
    boolean isLedBy(int broker) {
        return leader() == broker && heardEpoch[broker] == epoch();
    }
}
