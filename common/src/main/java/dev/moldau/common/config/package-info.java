/**
 * The catalogue of configuration keys, each declared once with type, default, bounds, unit and
 * meaning, and the immutable views that the rest of the house reads: {@link
 * dev.moldau.common.config.BrokerConfig} and {@link dev.moldau.common.config.TopicConfig}. Nothing
 * here has an owner; whoever changes a setting builds a new view and publishes it.
 */
@NullMarked
package dev.moldau.common.config;

import org.jspecify.annotations.NullMarked;
