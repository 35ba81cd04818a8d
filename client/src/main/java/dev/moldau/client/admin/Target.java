package dev.moldau.client.admin;

import dev.moldau.common.TopicPartition;

/** Which broker a request must go to; the texts are for messages. */
sealed interface Target {

    /** Whichever is least busy. */
    record Any() implements Target {
        @Override
        public String toString() {
            return "a broker that can be reached";
        }
    }

    /** The controller, or the broker that speaks for it. */
    record Controller() implements Target {
        @Override
        public String toString() {
            return "the controller";
        }
    }

    /** The broker with this id. */
    record Broker(int id) implements Target {
        @Override
        public String toString() {
            return "broker " + id;
        }
    }

    /** Who leads the partition. */
    record Leader(TopicPartition partition) implements Target {
        @Override
        public String toString() {
            return "the leader of " + partition;
        }
    }

    /** Who coordinates the group. */
    record Coordinator(String group) implements Target {
        @Override
        public String toString() {
            return "the coordinator of group " + group;
        }
    }
}
