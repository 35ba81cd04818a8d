package dev.moldau.client.fake;

/** Decides at each request whether and how its broker misbehaves. */
@FunctionalInterface
public interface FaultPolicy {

    /** Everything goes well. */
    FaultPolicy NO_FAULTS = arrival -> Fault.none();

    /** What happens to this request. Called once for each, in the order of arrival. */
    Fault on(Arrival arrival);
}
