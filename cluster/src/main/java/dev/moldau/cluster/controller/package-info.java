/**
 * Who changes the cluster: commands in, store writes and the next image out. The deciding class has
 * no threads, clock or disk; one loop owns it, writes to the store and publishes.
 */
@NullMarked
package dev.moldau.cluster.controller;

import org.jspecify.annotations.NullMarked;
