package dev.moldau.common.config;

/** How a broker's setting can change. */
public enum UpdateMode {
    /** Only in the file; a restart is needed. */
    READ_ONLY("restart"),
    /** At run time on one broker. */
    PER_BROKER("per broker"),
    /** At run time on one broker or on all of them. */
    CLUSTER_WIDE("cluster-wide");

    private final String label;

    UpdateMode(String label) {
        this.label = label;
    }

    /** The word people read in the reference page. */
    public String label() {
        return label;
    }
}
