package dev.moldau.client.net;

/** Recognizes what answers on a port that is no Kafka broker's, by the first four bytes. */
final class Stranger {

    private static final int HTTP = 0x48545450; // "HTTP"

    /** A TLS record begins with its type, 0x15 an alert or 0x16 a handshake, and 3. */
    private static final int TLS_ALERT = 0x1503;

    private static final int TLS_HANDSHAKE = 0x1603;

    private Stranger() {}

    /** What to say beside the error; empty if nothing is known. */
    static String hint(int firstBytes) {
        int firstTwo = firstBytes >>> Short.SIZE;
        if (firstBytes == HTTP) {
            return "; this is an HTTP server, check the address";
        }
        if (firstTwo == TLS_ALERT || firstTwo == TLS_HANDSHAKE) {
            return "; it speaks TLS, check security.protocol and the port";
        }
        return "";
    }
}
