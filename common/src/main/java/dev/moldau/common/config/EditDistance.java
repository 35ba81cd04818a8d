package dev.moldau.common.config;

import java.util.Collection;
import java.util.Optional;

/** How many letters must change to turn one name into another (Levenshtein). */
final class EditDistance {

    private static final int LONGEST_NAME = 200;

    private EditDistance() {}

    /** The candidate nearest to the name, unless more than a third of the name had to change. */
    static Optional<String> nearest(String name, Collection<String> candidates) {
        if (name.length() > LONGEST_NAME) {
            return Optional.empty();
        }
        Optional<String> best = Optional.empty();
        int bestDistance = Math.max(1, name.length() / 3) + 1;
        for (String candidate : candidates) {
            int distance = between(name, candidate);
            if (distance < bestDistance) {
                bestDistance = distance;
                best = Optional.of(candidate);
            }
        }
        return best;
    }

    static int between(String left, String right) {
        int[] previous = new int[right.length() + 1];
        int[] current = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            current[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int replace = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
                int cheapest = Math.min(previous[j] + 1, current[j - 1] + 1);
                current[j] = Math.min(cheapest, previous[j - 1] + replace);
            }
            int[] swap = previous;
            previous = current;
            current = swap;
        }
        return previous[right.length()];
    }
}
