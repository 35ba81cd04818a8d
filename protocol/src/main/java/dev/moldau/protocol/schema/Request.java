package dev.moldau.protocol.schema;

import dev.moldau.protocol.ApiKey;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares a record as the request of an API. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface Request {

    /** The API this message asks. */
    ApiKey api();

    /** All versions that can be encoded and decoded. */
    String versions();

    /** The versions with compact lengths and tagged fields; empty for none. */
    String flexible() default "";
}
