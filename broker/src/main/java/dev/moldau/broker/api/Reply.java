package dev.moldau.broker.api;

import dev.moldau.protocol.wire.WirePiece;
import dev.moldau.storage.FileRecords;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a connection does about a request that has been handled. */
public sealed interface Reply {

    /**
     * Sends an answer: a whole frame, beginning with its size.
     *
     * <p>Regions of files hold their segments open. Whoever receives the answer closes it once the
     * pieces are written or the connection died, exactly once, on any thread.
     *
     * @param pieces what goes to the socket, in order
     * @param sizeBytes the size of all pieces together
     */
    record Response(List<WirePiece> pieces, long sizeBytes) implements Reply, AutoCloseable {

        private static final Logger LOG = LoggerFactory.getLogger(Response.class);

        public Response {
            pieces = List.copyOf(pieces);
        }

        /** How many of the bytes are in this process's memory, and not in files. */
        public long memoryBytes() {
            long bytes = sizeBytes;
            for (WirePiece piece : pieces) {
                if (piece instanceof WirePiece.Payload(FileRecords file)) {
                    bytes -= file.sizeBytes();
                }
            }
            return bytes;
        }

        /** Lets go of the regions of files. */
        @Override
        public void close() {
            closeFrom(0);
        }

        /** Lets go of what the pieces from that index on hold, if those before were handed on. */
        public void closeFrom(int index) {
            for (WirePiece piece : pieces.subList(index, pieces.size())) {
                if (piece instanceof WirePiece.Payload payload) {
                    release(payload);
                }
            }
        }

        private static void release(WirePiece.Payload payload) {
            if (payload.records() instanceof AutoCloseable lease) {
                try {
                    lease.close();
                } catch (Exception e) {
                    LOG.warn("a region of a file was not let go of: {}", lease, e);
                }
            }
        }
    }

    /** Sends nothing: the client does not wait for an answer. */
    enum Nothing implements Reply {
        INSTANCE
    }

    /**
     * Closes the connection, after the answers to the requests before this one.
     *
     * @param reason one line for the log
     */
    record Close(String reason) implements Reply {}
}
