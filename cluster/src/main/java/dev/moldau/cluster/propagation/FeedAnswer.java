package dev.moldau.cluster.propagation;

import java.nio.ByteBuffer;
import java.util.List;

/** What a broker that follows the image is told. */
public sealed interface FeedAnswer {

    /**
     * What leads to the version.
     *
     * @param version the newest version
     * @param deltas to be applied in order, as {@link ImageDeltaCodec} writes them; none if the
     *     broker has the newest version
     */
    record Changes(long version, List<ByteBuffer> deltas) implements FeedAnswer {
        public Changes {
            deltas = List.copyOf(deltas);
        }
    }

    /** This broker is not controller, or not any more; there is a newer one. */
    enum NotController implements FeedAnswer {
        INSTANCE
    }
}
