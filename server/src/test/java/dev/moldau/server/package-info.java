/** Tests of the whole broker within this JVM. */
@NullMarked
package dev.moldau.server;

import org.jspecify.annotations.NullMarked;
