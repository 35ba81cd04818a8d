package dev.moldau.broker.api;

/** The catalogue of the metrics that exist per API; {@link ApiMetrics} holds the values. */
public enum ApiMetric {
    REQUESTS("moldau_api_requests_total", "requests", "Requests received."),
    ERRORS("moldau_api_errors_total", "errors", "Protocol errors answered, by error code."),
    FAILURES(
            "moldau_api_failures_total",
            "requests",
            "Requests that ended in a bug or closed their connection."),
    REQUEST_BYTES("moldau_api_request_bytes_total", "bytes", "Size of the requests received."),
    RESPONSE_BYTES("moldau_api_response_bytes_total", "bytes", "Size of the responses encoded."),
    DURATION(
            "moldau_api_duration_seconds",
            "seconds",
            "From the complete frame to the encoded response, waiting included; a histogram whose"
                    + " buckets double.");

    private final String metricName;
    private final String unit;
    private final String meaning;

    ApiMetric(String metricName, String unit, String meaning) {
        this.metricName = metricName;
        this.unit = unit;
        this.meaning = meaning;
    }

    /** The name under which the metric is scraped; labelled with the API's wire name. */
    public String metricName() {
        return metricName;
    }

    /** The unit of the values. */
    public String unit() {
        return unit;
    }

    /** One sentence for the reference page. */
    public String meaning() {
        return meaning;
    }
}
