package dev.moldau.broker.controller;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which image each broker has that follows this controller, as its last poll says. It lives as long
 * as a controller's term. Safe for use by any thread.
 */
public final class ImageFollowers {

    private final Map<Integer, Long> versions = new ConcurrentHashMap<>();

    ImageFollowers() {}

    /** A broker has asked for what comes after that version. */
    void asked(int brokerId, long knownVersion) {
        versions.put(brokerId, knownVersion);
    }

    /** The last version that each broker is known to have; a copy. */
    Map<Integer, Long> versions() {
        return Map.copyOf(versions);
    }
}
