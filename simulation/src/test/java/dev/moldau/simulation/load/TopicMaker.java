package dev.moldau.simulation.load;

import dev.moldau.client.errors.ClientException;
import dev.moldau.client.net.Call;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.message.CreateTopicsRequest;
import dev.moldau.protocol.message.CreateTopicsResponse;
import java.util.List;

/** Makes the topic of a plan, before anything goes wrong. */
public final class TopicMaker implements Call<CreateTopicsResponse> {

    private static final int TIMEOUT_MS = 10_000;

    private final Client client;
    private final Plan plan;
    private String outcome = "no answer yet";
    private boolean made;

    /** Asks the first broker for it at once. */
    public TopicMaker(Client client, Plan plan) {
        this.client = client;
        this.plan = plan;
        client.loop().execute(this::ask);
    }

    private void ask() {
        client.network().send(client.bootstrap().getFirst(), this);
    }

    /** Whether the topic is there and serves. */
    public boolean isMade() {
        return made;
    }

    @Override
    public ApiKey api() {
        return ApiKey.CREATE_TOPICS;
    }

    @Override
    public short lowestVersion() {
        return 5;
    }

    @Override
    public short highestVersion() {
        return 7;
    }

    @Override
    public int timeoutMs() {
        return TIMEOUT_MS;
    }

    @Override
    public CreateTopicsRequest message(short version) {
        List<CreateTopicsRequest.Config> settings =
                plan.topicSettings().entrySet().stream()
                        .map(one -> new CreateTopicsRequest.Config(one.getKey(), one.getValue()))
                        .sorted((left, right) -> left.name().compareTo(right.name()))
                        .toList();
        return new CreateTopicsRequest(
                List.of(
                        new CreateTopicsRequest.Topic(
                                Plan.TOPIC,
                                plan.partitions(),
                                (short) plan.cluster().replicas(),
                                List.of(),
                                settings)),
                TIMEOUT_MS,
                false);
    }

    @Override
    public void answered(CreateTopicsResponse response, short version) {
        outcome = response.toString();
        made = response.topics().getFirst().errorCode() == 0;
        client.network().close();
    }

    @Override
    public void failed(ClientException cause) {
        outcome = cause.toString();
    }

    @Override
    public String toString() {
        return outcome;
    }
}
