package dev.moldau.client.listener;

import dev.moldau.client.consumer.SubscriptionPattern;
import java.util.List;
import java.util.regex.Pattern;

/** What a listener reads. */
sealed interface Topics {

    /** By name. */
    record Named(List<String> names) implements Topics {}

    /** All whose whole name matches, now and later. */
    record Matching(Pattern pattern) implements Topics {}

    /** All that the brokers find, now and later. */
    record FoundByBrokers(SubscriptionPattern pattern) implements Topics {}
}
