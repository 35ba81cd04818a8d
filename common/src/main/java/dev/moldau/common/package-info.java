/**
 * What every other module may use: clock, identities and bounded pieces. Nothing here has an owner;
 * everything is immutable or a port that the composition root fills in.
 */
@NullMarked
package dev.moldau.common;

import org.jspecify.annotations.NullMarked;
