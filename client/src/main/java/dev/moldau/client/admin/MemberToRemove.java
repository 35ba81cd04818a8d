package dev.moldau.client.admin;

import org.jspecify.annotations.Nullable;

/**
 * A member to take out of a classic group, by its id or by its static name.
 *
 * @param id empty to go by the static name
 * @param instanceId null to go by the id
 */
public record MemberToRemove(String id, @Nullable String instanceId) {

    /**
     * Checks that there is one of the two.
     *
     * @throws IllegalArgumentException if there is none
     */
    public MemberToRemove {
        if (id.isEmpty() && instanceId == null) {
            throw new IllegalArgumentException("a member to remove has an id or a static name");
        }
    }

    /** By its id. */
    public static MemberToRemove byId(String id) {
        return new MemberToRemove(id, null);
    }

    /** By its static name ({@code group.instance.id}). */
    public static MemberToRemove byInstance(String instanceId) {
        return new MemberToRemove("", instanceId);
    }
}
