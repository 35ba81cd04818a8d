package dev.moldau.broker.follow;

import java.util.concurrent.CompletionStage;

/** Tells when this broker is what an image says. */
@FunctionalInterface
public interface ImageInForce {

    /** Completes when the image of that version, or a later one, has come and is in force here. */
    CompletionStage<?> at(long version);
}
