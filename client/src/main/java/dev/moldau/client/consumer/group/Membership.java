package dev.moldau.client.consumer.group;

import java.util.Set;

/**
 * A consumer's membership, by whichever protocol. Confined to the loop; it tells the {@link
 * Application} what to give up and take over.
 */
interface Membership {

    /** Subscribes to these topics from now on, and joins if it is no member yet. */
    void subscribe(Set<String> topics);

    /** The application polls again after it did not for too long: joins anew. */
    void polled();

    /** Joins anew, because of what is said. */
    void rejoin(String reason);

    /** As whom it speaks; an outsider while it is no member. */
    Identity identity();

    /** Whether it is a member or wants to be one: then it commits as one or not at all. */
    boolean isSubscribed();

    /** Whether a question for committed offsets says who asks, so that a stale member is told. */
    boolean tellsMemberInFetch();

    /** What the group gave to the member and the application has not given up. */
    Tenures owned();

    /**
     * Whether a rebalance is under way that goes on without the application, so that what was
     * refused because of it is worth another try.
     */
    boolean isSettling();

    /** A broker says that the member is none any more. */
    void fenced(Identity as, String reason);

    /**
     * Leaves for good.
     *
     * @param told run when the coordinator has heard of it or there is nothing to say
     */
    void leave(String reason, Runnable told);
}
