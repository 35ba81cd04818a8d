/**
 * Which settings count: a broker's file overlaid by what the cluster image holds, for a broker and
 * for a topic. Derived from the image and owned by nobody; safe for use by any thread.
 */
@NullMarked
package dev.moldau.cluster.config;

import org.jspecify.annotations.NullMarked;
