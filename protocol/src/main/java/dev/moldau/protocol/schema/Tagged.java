package dev.moldau.protocol.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Puts the component among the tagged fields: it is written only when it differs from its default.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.RECORD_COMPONENT)
public @interface Tagged {

    /** The tag number, unique within its record. */
    int tag();

    /**
     * The versions in which it is tagged; in other versions that carry it, it stands in its place.
     */
    String versions();
}
