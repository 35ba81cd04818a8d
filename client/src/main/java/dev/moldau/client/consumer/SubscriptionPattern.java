package dev.moldau.client.consumer;

import java.util.Objects;

/**
 * Topics by a regular expression that the brokers evaluate, so that a client need not be told of
 * every topic that there is: for {@code group.protocol=consumer}. It is RE2's syntax, without
 * look-around and back references, and has to match the whole name. A {@link
 * java.util.regex.Pattern} works with all brokers and protocols; there the client looks.
 *
 * @param expression not empty
 */
public record SubscriptionPattern(String expression) {

    /**
     * An expression; whether it is one, the brokers say.
     *
     * @throws IllegalArgumentException if it is empty
     */
    public SubscriptionPattern {
        Objects.requireNonNull(expression, "expression");
        if (expression.isEmpty()) {
            throw new IllegalArgumentException("an empty expression matches no topic");
        }
    }
}
