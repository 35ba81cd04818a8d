/**
 * Bounds on how fast replicas move between brokers: how many bytes per second, and for which
 * replicas. Leaders and followers both ask it; it owns nothing of either.
 */
@NullMarked
package dev.moldau.broker.throttle;

import org.jspecify.annotations.NullMarked;
