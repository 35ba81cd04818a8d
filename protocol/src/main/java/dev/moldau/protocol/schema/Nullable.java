package dev.moldau.protocol.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The versions in which this component may be null on the wire. The annotation passes on to the
 * component's field, accessor and constructor parameter, where NullAway takes it for what its name
 * says: one annotation declares the wire and the type.
 */
@Retention(RetentionPolicy.CLASS)
@Target({
    ElementType.RECORD_COMPONENT,
    ElementType.FIELD,
    ElementType.METHOD,
    ElementType.PARAMETER
})
public @interface Nullable {

    /** A range, such as {@code "1+"}. */
    String value();
}
