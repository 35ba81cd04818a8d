package dev.moldau.client.admin;

/** Whether records of open transactions count. */
public enum Isolation {
    /** All records count. */
    READ_UNCOMMITTED(0),
    /** Only what lies before the first open transaction counts. */
    READ_COMMITTED(1);

    private final byte code;

    Isolation(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }
}
