package dev.moldau.client.fake;

import dev.moldau.protocol.ApiKey;
import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** A broker as a simulated network sees it: a model of one, or a real one in virtual time. */
public interface SimHost {

    /** Whether it runs. */
    ModelBroker.Condition condition();

    /** The highest version of an API that it serves within a client's own range, if any. */
    OptionalInt highestCommon(ApiKey api, int lowest, int highest);

    /** A client has connected. */
    Link accept();

    /** The broker's end of a connection. */
    interface Link {

        /**
         * A request has arrived.
         *
         * @param frame header and body, the receiver's own
         * @param then told once, now or later, what is to be done about it; in the order of the
         *     requests
         */
        void arrive(ByteBuffer frame, Consumer<Reply> then);

        /** The connection has ended. */
        void ended();
    }
}
