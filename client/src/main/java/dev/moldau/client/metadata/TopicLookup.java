package dev.moldau.client.metadata;

import dev.moldau.client.Backoff;
import dev.moldau.client.Node;
import dev.moldau.client.PartitionInfo;
import dev.moldau.client.errors.ClientException;
import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.errors.TimedOutException;
import dev.moldau.client.net.ClientLoop;
import dev.moldau.client.net.Network;
import dev.moldau.client.net.Question;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.MetadataRequest;
import dev.moldau.protocol.message.MetadataResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Asks any broker which topics there are at this moment. Nothing is remembered of the answer, so
 * that a client may look at many topics without keeping all of them up to date afterwards. Confined
 * to the loop, but for the constructor.
 */
public final class TopicLookup {

    /** From here on "all topics" can be said apart from "none". */
    private static final int LOWEST_FOR_ALL = 1;

    /** Before this version asking for a topic could always make it. */
    private static final int LOWEST_WITHOUT_CREATION = 4;

    private static final int HIGHEST = 13;

    private final MetadataSettings settings;
    private final ClientLoop loop;
    private final Network network;
    private final Metadata metadata;
    private final Backoff backoff;

    /**
     * @param metadata knows the brokers to ask
     * @param random chance for back-offs; used on the loop
     */
    public TopicLookup(
            MetadataSettings settings,
            ClientLoop loop,
            Network network,
            Metadata metadata,
            RandomGenerator random) {
        this.settings = settings;
        this.loop = loop;
        this.network = network;
        this.metadata = metadata;
        this.backoff = new Backoff(settings.retryBackoffMs(), settings.retryBackoffMaxMs(), random);
    }

    /**
     * Looks for topics. Those that do not exist are left out; one that is just being made is asked
     * for again.
     *
     * @param names null for all that the client may see
     * @param told on the loop, within the time: the partitions by topic, or why they are not known
     */
    public void begin(
            @Nullable Set<String> names,
            long limitMs,
            BiConsumer<@Nullable Map<String, List<PartitionInfo>>, @Nullable ClientException>
                    told) {
        new Search(names, told).begin(limitMs);
    }

    private final class Search {
        private final @Nullable Set<String> names;
        private final BiConsumer<
                        @Nullable Map<String, List<PartitionInfo>>, @Nullable ClientException>
                told;
        private String lastProblem = "no broker was found to ask";
        private int failures;
        private boolean over;

        Search(
                @Nullable Set<String> names,
                BiConsumer<@Nullable Map<String, List<PartitionInfo>>, @Nullable ClientException>
                        told) {
            this.names = names;
            this.told = told;
        }

        void begin(long limitMs) {
            loop.schedule(limitMs, this::expire);
            look();
        }

        private void expire() {
            end(
                    null,
                    new TimedOutException(
                            (names == null ? "the list of topics" : "what there is of " + names)
                                    + " did not come in time: "
                                    + lastProblem));
        }

        private void end(
                @Nullable Map<String, List<PartitionInfo>> topics,
                @Nullable ClientException cause) {
            if (!over) {
                over = true;
                told.accept(topics, cause);
            }
        }

        private void look() {
            if (!over) {
                metadata.findBroker(this::ask);
            }
        }

        private void ask(Node broker) {
            if (over) {
                return;
            }
            network.send(
                    broker,
                    new Question<MetadataResponse>(
                            ApiKey.METADATA,
                            lowest(),
                            HIGHEST,
                            settings.requestTimeoutMs(),
                            version -> request(),
                            (response, version) -> answered(broker, response),
                            this::unanswered));
        }

        private int lowest() {
            if (names == null) {
                return LOWEST_FOR_ALL;
            }
            return settings.allowAutoCreate() ? 0 : LOWEST_WITHOUT_CREATION;
        }

        private MetadataRequest request() {
            return names == null
                    ? new MetadataRequest(null, true, false, false)
                    : new MetadataRequest(
                            names.stream()
                                    .map(name -> new MetadataRequest.Topic(Uuid.ZERO, name))
                                    .toList(),
                            settings.allowAutoCreate(),
                            false,
                            false);
        }

        private void unanswered(ClientException cause) {
            if (cause instanceof RefusedException) {
                end(null, cause);
            } else {
                again(String.valueOf(cause.getMessage()));
            }
        }

        private void again(String problem) {
            lastProblem = problem;
            failures++;
            loop.schedule(Math.max(1, backoff.afterMs(failures)), this::look);
        }

        private void answered(Node broker, MetadataResponse response) {
            if (response.errorCode() != ErrorCode.NONE.code()) {
                again(broker + " answered " + ErrorCode.of(response.errorCode()));
                return;
            }
            Map<Integer, Node> brokers = new HashMap<>();
            for (MetadataResponse.Broker one : response.brokers()) {
                brokers.put(
                        one.nodeId(), new Node(one.nodeId(), one.host(), one.port(), one.rack()));
            }
            Map<String, List<PartitionInfo>> found = new TreeMap<>();
            for (MetadataResponse.Topic topic : response.topics()) {
                ErrorCode error = ErrorCode.of(topic.errorCode());
                String name = topic.name();
                if (name != null && error == ErrorCode.NONE) {
                    found.put(name, partitions(name, topic, brokers));
                } else if (names != null && error != ErrorCode.UNKNOWN_TOPIC_OR_PARTITION) {
                    failed(broker, name, error);
                    return;
                }
            }
            end(found, null);
        }

        private void failed(Node broker, @Nullable String name, ErrorCode error) {
            String problem = broker + " answered " + error + " for topic " + name;
            if (error.retriable()) {
                again(problem);
            } else {
                end(null, new RefusedException(problem + ": " + error.meaning(), error, null));
            }
        }
    }

    private static List<PartitionInfo> partitions(
            String name, MetadataResponse.Topic topic, Map<Integer, Node> brokers) {
        List<PartitionInfo> partitions = new ArrayList<>(topic.partitions().size());
        for (MetadataResponse.Partition partition : topic.partitions()) {
            partitions.add(
                    new PartitionInfo(
                            new TopicPartition(name, partition.partitionIndex()),
                            brokers.get(partition.leaderId()),
                            known(partition.replicaNodes(), brokers),
                            known(partition.isrNodes(), brokers)));
        }
        partitions.sort((one, other) -> one.partition().compareTo(other.partition()));
        return List.copyOf(partitions);
    }

    private static List<Node> known(List<Integer> ids, Map<Integer, Node> brokers) {
        List<Node> nodes = new ArrayList<>(ids.size());
        for (Integer id : ids) {
            Node node = brokers.get(id);
            if (node != null) {
                nodes.add(node);
            }
        }
        return nodes;
    }
}
