package dev.moldau.systemtests;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The 72 combinations of a producer's settings. Idempotence demands {@code acks=all}, which leaves
 * four pairs of the two. Three of these, with 1 and 5 requests in flight, five compressions and two
 * linger times, make 60. With {@code acks=0} no request is ever in flight, so there the limit is
 * varied without compression only (4), and the other compressions go with 5 (8).
 */
final class Combinations {

    private static final List<String> COMPRESSIONS =
            List.of("none", "gzip", "snappy", "lz4", "zstd");

    private Combinations() {}

    /** All of them: settings by the name of a topic that says what they are. */
    static Map<String, Map<String, String>> all() {
        Map<String, Map<String, String>> all = new LinkedHashMap<>();
        for (String compression : COMPRESSIONS) {
            for (int lingerMs : new int[] {0, 5}) {
                for (int inFlight : inFlightWithoutAcks(compression)) {
                    add(all, "0", false, inFlight, compression, lingerMs);
                }
                for (int inFlight : new int[] {1, 5}) {
                    add(all, "1", false, inFlight, compression, lingerMs);
                    add(all, "all", false, inFlight, compression, lingerMs);
                    add(all, "all", true, inFlight, compression, lingerMs);
                }
            }
        }
        return all;
    }

    private static List<Integer> inFlightWithoutAcks(String compression) {
        List<Integer> limits = new ArrayList<>(List.of(5));
        if ("none".equals(compression)) {
            limits.add(1);
        }
        return limits;
    }

    private static void add(
            Map<String, Map<String, String>> all,
            String acks,
            boolean idempotent,
            int inFlight,
            String compression,
            int lingerMs) {
        String name =
                "acks-%s%s-inflight-%d-%s-linger-%d"
                        .formatted(
                                acks,
                                idempotent ? "-idempotent" : "",
                                inFlight,
                                compression,
                                lingerMs);
        all.put(
                name,
                Map.of(
                        "acks", acks,
                        "enable.idempotence", Boolean.toString(idempotent),
                        "max.in.flight.requests.per.connection", Integer.toString(inFlight),
                        "compression.type", compression,
                        "linger.ms", Integer.toString(lingerMs)));
    }
}
