package dev.moldau.benchmarks.sidebyside;

import dev.moldau.benchmarks.brokers.Broker;
import dev.moldau.benchmarks.report.Measure;
import java.util.List;

/** Something to do to a broker, and what is measured while it is done. */
interface Case {

    /** Its name in the report; the same for both peers. */
    String name();

    /** Does it and measures. */
    List<Measure> run(Broker broker) throws Exception;
}
