package dev.moldau.protocol.message;

/**
 * Numbers of tagged fields that are Moldau's own, in messages that are Kafka's: far from those that
 * Kafka gives out, which rise from 0. Peers that do not know them read over them (KIP-482), and
 * answers have them only for those who ask by one.
 */
public final class OwnTags {

    /** Why the last generations of a group began. */
    public static final int GENERATIONS = 19_823;

    private OwnTags() {}
}
