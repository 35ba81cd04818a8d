package dev.moldau.cluster.election;

import java.util.OptionalInt;

/** Hears how elections end; called on the election's lane, one call after the other. */
public interface ElectionListener {

    /**
     * This broker is elected: it claims the office in the store and acts. Another controller may
     * still believe to be one; the claim fences it.
     */
    void elected();

    /** This broker is not elected any more: it stops to act at once. */
    void dismissed();

    /**
     * The broker that is elected is another one than before.
     *
     * @param brokerId which, this one included; empty if none is
     */
    void controllerIs(OptionalInt brokerId);
}
