package dev.moldau.broker.partition;

import dev.moldau.common.Lane;
import dev.moldau.common.TopicPartition;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what is to be done to one partition on its lane, as long as it serves. Whatever goes wrong
 * is this partition's and leaves its neighbours on the lane alone; watches look after each step.
 */
final class PartitionSteps {

    private static final Logger LOG = LoggerFactory.getLogger(PartitionSteps.class);

    private final TopicPartition name;
    private final Lane lane;
    private final Service service;
    private final Watchers watchers;
    private final Runnable whenOut;

    /**
     * @param whenOut run on the lane when the service has ended by a failure
     */
    PartitionSteps(
            TopicPartition name, Lane lane, Service service, Watchers watchers, Runnable whenOut) {
        this.name = name;
        this.lane = lane;
        this.service = service;
        this.watchers = watchers;
        this.whenOut = whenOut;
    }

    /** At once on the lane, by a command to it from elsewhere. Any thread. */
    void run(Runnable step) {
        if (lane.isCurrent()) {
            runNow(step);
            return;
        }
        try {
            lane.execute(() -> runNow(step));
        } catch (RejectedExecutionException e) {
            LOG.debug("{} is closed and does nothing any more", name, e);
        }
    }

    private void runNow(Runnable step) {
        if (service.outage() != null) {
            return;
        }
        try {
            step.run();
        } catch (Throwable failure) {
            takeBlow(failure);
        }
        watchers.tell();
    }

    /** By a command, with an answer; see {@link Partition#ask}. Any thread. */
    <T> CompletableFuture<T> ask(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            lane.execute(() -> answer(question, answer));
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(new IllegalStateException(name + " is closed", e));
        }
        return answer;
    }

    private <T> void answer(Supplier<T> question, CompletableFuture<T> answer) {
        Service.Outage ended = service.outage();
        if (ended != null) {
            answer.completeExceptionally(new IllegalStateException(name + ": " + ended.reason()));
            return;
        }
        T value;
        try {
            value = question.get();
        } catch (Throwable failure) {
            takeBlow(failure);
            answer.completeExceptionally(failure);
            return;
        }
        answer.complete(value);
        watchers.tell();
    }

    /** Something went wrong on the lane. */
    void takeBlow(Throwable failure) {
        service.takeBlow(failure);
        if (service.outage() != null) {
            whenOut.run();
        }
    }
}
