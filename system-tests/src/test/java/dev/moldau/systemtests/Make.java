package dev.moldau.systemtests;

import java.nio.file.Path;

/** Whose broker. */
enum Make {
    MOLDAU {
        @Override
        RunningBroker start(Path data, String... settings) {
            return BrokerProcess.start(data, settings);
        }
    },

    KAFKA {
        @Override
        RunningBroker start(Path data, String... settings) {
            return KafkaProcess.start(data, settings);
        }
    };

    /**
     * Starts one on a free port of the loopback.
     *
     * @param data its data folder; its log is a sibling of it
     * @param settings lines of {@code server.properties}
     */
    abstract RunningBroker start(Path data, String... settings);
}
