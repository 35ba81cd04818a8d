package dev.moldau.protocol.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a record that is encoded by itself: a group protocol blob, or the key or value of a
 * record in an internal topic.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface Data {

    /** All versions that can be encoded and decoded. */
    String versions();

    /** The versions with compact lengths and tagged fields; empty for none. */
    String flexible() default "";
}
