/**
 * What a broker does in its first seconds, and when brokers of a cluster take over from one
 * another, played through once when the distribution is built, so that the ahead-of-time cache
 * holds the classes of it. Not for users.
 */
@NullMarked
package dev.moldau.cli.training;

import org.jspecify.annotations.NullMarked;
