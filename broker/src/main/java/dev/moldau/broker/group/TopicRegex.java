package dev.moldau.broker.group;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.moldau.cluster.image.TopicNames;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * A regular expression of RE2's syntax for names of topics. It matches whole names, in time that
 * grows with their length and never faster, whatever a client writes. Topics of the house's own are
 * never meant. Immutable.
 */
final class TopicRegex {

    private final Pattern pattern;

    private TopicRegex(Pattern pattern) {
        this.pattern = pattern;
    }

    /**
     * Reads an expression.
     *
     * @throws InvalidTopicRegexException if it is none
     */
    static TopicRegex parse(String text) throws InvalidTopicRegexException {
        try {
            return new TopicRegex(Pattern.compile(text));
        } catch (PatternSyntaxException e) {
            throw new InvalidTopicRegexException(text, e.getDescription());
        }
    }

    /** The names that it matches. */
    Set<String> matching(Collection<String> names) {
        Set<String> matching = new HashSet<>();
        for (String name : names) {
            if (!TopicNames.isInternal(name) && pattern.matcher(name).matches()) {
                matching.add(name);
            }
        }
        return matching;
    }
}
