package dev.moldau.broker.follow;

import dev.moldau.protocol.ApiMessage;

/**
 * The controller's answer to a request that was handed on.
 *
 * @param response the answer
 * @param imageVersion the version of the image that shows what the request did; -1 for unknown
 */
record Forwarded<R extends ApiMessage>(R response, long imageVersion) {}
