package dev.moldau.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.FileRegion;
import io.netty.channel.MessageSizeEstimator;

/**
 * What counts as waiting to be sent. Netty counts regions of files as nothing, so that a peer that
 * asks for records and does not read them would never look slow.
 */
enum OutputSize implements MessageSizeEstimator.Handle {
    INSTANCE;

    /** A message that waits takes at least so many bytes of the process. */
    private static final int LEAST = 512;

    @Override
    public int size(Object message) {
        return switch (message) {
            case ByteBuf bytes -> Math.max(LEAST, bytes.readableBytes());
            case FileRegion region -> Math.clamp(region.count(), LEAST, Integer.MAX_VALUE);
            default -> LEAST;
        };
    }
}
