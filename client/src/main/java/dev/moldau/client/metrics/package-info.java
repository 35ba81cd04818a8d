/** What a client counts and measures, readable without any library. */
@NullMarked
package dev.moldau.client.metrics;

import org.jspecify.annotations.NullMarked;
