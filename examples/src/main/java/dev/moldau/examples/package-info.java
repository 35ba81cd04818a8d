/** The ways to use the client library, a page each. */
@NullMarked
package dev.moldau.examples;

import org.jspecify.annotations.NullMarked;
