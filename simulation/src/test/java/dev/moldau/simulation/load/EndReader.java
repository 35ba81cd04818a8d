package dev.moldau.simulation.load;

import dev.moldau.client.Node;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.metadata.ClusterView;
import dev.moldau.client.metadata.Metadata;
import dev.moldau.client.net.Call;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ListOffsetsRequest;
import dev.moldau.protocol.message.ListOffsetsResponse;
import dev.moldau.simulation.world.World;
import java.util.List;

/**
 * Asks the leaders of a topic now and then where their partitions end, as those do who measure how
 * far consumers lag; what it is told goes into an {@link Observed}.
 */
final class EndReader {

    private static final int TIMEOUT_MS = 2_000;
    private static final int PAUSE_MS = 400;

    private final World world;
    private final Client client;
    private final Metadata metadata;
    private final Observed observed;
    private boolean stopped;

    /** Begins at once, on a reader's machine and by what that knows of the cluster. */
    EndReader(World world, Client client, Metadata metadata, Observed observed, int partitions) {
        this.world = world;
        this.client = client;
        this.metadata = metadata;
        this.observed = observed;
        for (int partition = 0; partition < partitions; partition++) {
            later(partition);
        }
    }

    /** Asks no more. */
    void stop() {
        stopped = true;
    }

    private void later(int partition) {
        client.loop().schedule(1 + world.random().nextInt(PAUSE_MS), () -> ask(partition));
    }

    private void ask(int partition) {
        if (stopped) {
            return;
        }
        ClusterView view = metadata.view();
        Node leader = view.leader(Plan.TOPIC, partition);
        ClusterView.Topic topic = view.topic(Plan.TOPIC);
        if (leader == null || topic == null) {
            later(partition);
            return;
        }
        int epoch = topic.partitions().get(partition).leaderEpoch();
        client.network().send(leader, new Question(partition, epoch));
    }

    private final class Question implements Call<ListOffsetsResponse> {

        private static final short FIRST_THAT_MAY_NOT_KNOW = 5;
        private static final short LAST_WITHOUT_WAITING = 9;
        private static final long END = -1;

        private final int partition;
        private final int leaderEpoch;
        private final long knownBefore;

        Question(int partition, int leaderEpoch) {
            this.partition = partition;
            this.leaderEpoch = leaderEpoch;
            this.knownBefore = observed.knownEnd(partition, leaderEpoch);
        }

        @Override
        public ApiKey api() {
            return ApiKey.LIST_OFFSETS;
        }

        @Override
        public short lowestVersion() {
            return FIRST_THAT_MAY_NOT_KNOW;
        }

        @Override
        public short highestVersion() {
            return LAST_WITHOUT_WAITING;
        }

        @Override
        public int timeoutMs() {
            return TIMEOUT_MS;
        }

        @Override
        public ListOffsetsRequest message(short version) {
            return new ListOffsetsRequest(
                    -1,
                    (byte) 0,
                    List.of(
                            new ListOffsetsRequest.Topic(
                                    Plan.TOPIC,
                                    List.of(
                                            new ListOffsetsRequest.Partition(
                                                    partition, leaderEpoch, END, 1)))),
                    TIMEOUT_MS);
        }

        @Override
        public void answered(ListOffsetsResponse response, short version) {
            ListOffsetsResponse.Partition answer =
                    response.topics().getFirst().partitions().getFirst();
            if (answer.errorCode() == ErrorCode.NONE.code()) {
                observed.end(partition, leaderEpoch, answer.offset(), knownBefore);
            }
            later(partition);
        }

        @Override
        public void failed(ClientException cause) {
            later(partition);
        }
    }
}
