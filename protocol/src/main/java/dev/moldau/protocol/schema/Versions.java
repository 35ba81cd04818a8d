package dev.moldau.protocol.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The versions that carry this component; without it every version does. Outside them it reads as
 * its default.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.RECORD_COMPONENT)
public @interface Versions {

    /** A range, such as {@code "4+"} or {@code "0-2"}. */
    String value();
}
