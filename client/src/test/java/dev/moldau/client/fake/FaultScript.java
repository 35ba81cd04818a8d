package dev.moldau.client.fake;

import dev.moldau.protocol.ApiKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Faults by hand: the first rule that fits a request and is not used up decides. Rules are added
 * before or while the cluster runs, by whoever owns it.
 */
public final class FaultScript implements FaultPolicy {

    /** Any broker. */
    public static final int ANY = -1;

    private final List<Rule> rules = new ArrayList<>();

    private static final class Rule {
        final Predicate<Arrival> fits;
        final Fault fault;
        int skips;
        int uses;

        Rule(Predicate<Arrival> fits, Fault fault, int skips, int uses) {
            this.fits = fits;
            this.fault = fault;
            this.skips = skips;
            this.uses = uses;
        }
    }

    /** The next request of an API, at any broker. */
    public FaultScript next(ApiKey api, Fault fault) {
        return nth(ANY, api, 0, fault);
    }

    /**
     * One request of an API at a broker.
     *
     * @param brokerId or {@link #ANY}
     * @param nth counted from 0 from now on
     */
    public FaultScript nth(int brokerId, @Nullable ApiKey api, int nth, Fault fault) {
        return rule(matching(brokerId, api), nth, 1, fault);
    }

    /** So many requests of an API in a row, from now on, at any broker. */
    public FaultScript times(int times, ApiKey api, Fault fault) {
        return rule(matching(ANY, api), 0, times, fault);
    }

    /** All requests of an API from now on. */
    public FaultScript always(int brokerId, @Nullable ApiKey api, Fault fault) {
        return rule(matching(brokerId, api), 0, Integer.MAX_VALUE, fault);
    }

    /**
     * Requests that fit.
     *
     * @param skips how many that fit are left alone first
     * @param uses how many get the fault after that
     */
    public FaultScript rule(Predicate<Arrival> fits, int skips, int uses, Fault fault) {
        rules.add(new Rule(fits, fault, skips, uses));
        return this;
    }

    /** Ends all rules. */
    public void clear() {
        rules.clear();
    }

    private static Predicate<Arrival> matching(int brokerId, @Nullable ApiKey api) {
        return arrival ->
                (brokerId == ANY || brokerId == arrival.brokerId())
                        && (api == null || api == arrival.header().api());
    }

    @Override
    public Fault on(Arrival arrival) {
        for (Rule rule : rules) {
            if (rule.uses == 0 || !rule.fits.test(arrival)) {
                continue;
            }
            if (rule.skips > 0) {
                rule.skips--;
                continue;
            }
            rule.uses--;
            return rule.fault;
        }
        return Fault.none();
    }
}
