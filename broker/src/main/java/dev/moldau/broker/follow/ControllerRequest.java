package dev.moldau.broker.follow;

import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;

/**
 * A request to whoever is controller.
 *
 * @param <R> the answer
 * @param <T> what is made of it
 */
interface ControllerRequest<R extends ApiMessage, T> {

    /** Which API is called. */
    ApiKey api();

    /** The lowest version that can carry the request. */
    short lowestVersion();

    /** The highest version that is understood. */
    short highestVersion();

    /** Whether it does no harm to ask twice, where the first answer got lost. */
    boolean repeatable();

    /** The request in that version. */
    ApiMessage message(short version);

    /** The error of the answer as a whole. */
    ErrorCode error(R answer);

    /** What is made of an answer without error; its bytes are gone afterwards. */
    T result(R answer);
}
