package dev.moldau.protocol.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The value of a component that its version does not carry, and of a tagged component that was left
 * out. Without it: zero, false, the empty string, the empty list.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.RECORD_COMPONENT)
public @interface Default {

    /** The literal; {@code "null"} for a nullable component. */
    String value();
}
