package dev.moldau.protocol.schema;

import dev.moldau.protocol.ApiKey;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares a record as the response of an API. Its versions are those of the request. */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface Response {

    /** The API this message answers. */
    ApiKey api();

    /** All versions that can be encoded and decoded. */
    String versions();

    /** The versions with compact lengths and tagged fields; empty for none. */
    String flexible() default "";
}
