package dev.moldau.server.net;

import java.util.Optional;

/**
 * Protocols that people point at the Kafka port by mistake, told by the first four bytes they send
 * where a Kafka client sends the size of its first frame.
 */
enum Stranger {
    HTTP(
            "HTTP",
            "an HTTP client, a health check or a browser; it should use another port",
            "GET POSTPUT HEADDELEOPTIPATCCONNTRACPRI "),
    SSH("SSH", "an SSH client; it should use another port", "SSH-"),
    PROXY("the PROXY protocol", "a load balancer; switch the PROXY header off there", "PROX"),
    TLS("TLS", "a client set to SSL or SASL_SSL while this listener is plain text", "");

    private final String protocol;
    private final String likelyCause;

    /** The first four characters of each opening, one after the other. */
    private final String openings;

    Stranger(String protocol, String likelyCause, String openings) {
        this.protocol = protocol;
        this.likelyCause = likelyCause;
        this.openings = openings;
    }

    /**
     * Recognises a stranger.
     *
     * @param firstWord the first four bytes of a connection, big endian
     */
    static Optional<Stranger> recognise(int firstWord) {
        if (isTlsHandshake(firstWord)) {
            return Optional.of(TLS);
        }
        for (Stranger stranger : values()) {
            if (stranger.opensWith(firstWord)) {
                return Optional.of(stranger);
            }
        }
        return Optional.empty();
    }

    /** What to say about it in the log. */
    String describe() {
        return "it speaks " + protocol + " on a Kafka listener (likely " + likelyCause + ")";
    }

    /** A TLS record: type handshake (22), version 3.0 to 3.4, then the length's first byte. */
    private static boolean isTlsHandshake(int firstWord) {
        return firstWord >>> 16 == 0x1603 && (firstWord >>> 8 & 0xFF) <= 4;
    }

    private boolean opensWith(int firstWord) {
        for (int at = 0; at < openings.length(); at += Integer.BYTES) {
            int word = 0;
            for (int i = 0; i < Integer.BYTES; i++) {
                word = word << 8 | openings.charAt(at + i);
            }
            if (word == firstWord) {
                return true;
            }
        }
        return false;
    }
}
