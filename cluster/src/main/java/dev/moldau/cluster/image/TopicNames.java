package dev.moldau.cluster.image;

import java.util.Optional;
import java.util.Set;

/** Which names topics may have; the rules are Kafka's. */
public final class TopicNames {

    /** The topic of groups and committed offsets. */
    public static final String CONSUMER_OFFSETS = "__consumer_offsets";

    /** The topic of transactions. */
    public static final String TRANSACTION_STATE = "__transaction_state";

    /** The longest name: a directory named after it and a partition number must fit. */
    public static final int MAX_LENGTH = 249;

    private static final Set<String> INTERNAL = Set.of(CONSUMER_OFFSETS, TRANSACTION_STATE);

    private TopicNames() {}

    /** Whether the name is one of a broker's own topics. */
    public static boolean isInternal(String name) {
        return INTERNAL.contains(name);
    }

    /** Whether a topic may have that name. */
    public static boolean isValid(String name) {
        return problem(name).isEmpty();
    }

    /** Why no topic may have that name, and what would do; empty if one may. */
    public static Optional<String> problem(String name) {
        if (name.isEmpty()) {
            return Optional.of("A topic's name must not be empty.");
        }
        if (name.equals(".") || name.equals("..")) {
            return Optional.of("A topic cannot be called '" + name + "'; choose another name.");
        }
        if (name.length() > MAX_LENGTH) {
            return Optional.of(
                    "A topic's name has at most "
                            + MAX_LENGTH
                            + " characters; this one has "
                            + name.length()
                            + ".");
        }
        for (int i = 0; i < name.length(); i++) {
            if (!isLegal(name.charAt(i))) {
                return Optional.of(
                        "The topic name '"
                                + name
                                + "' holds a character other than letters, digits, '.', '_' and"
                                + " '-'; use those only.");
            }
        }
        return Optional.empty();
    }

    private static boolean isLegal(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '.'
                || c == '_'
                || c == '-';
    }

    /**
     * The form in which names collide: metrics cannot tell {@code .} from {@code _}, so that two
     * topics must differ in more than that.
     */
    public static String collisionForm(String name) {
        return name.replace('.', '_');
    }
}
