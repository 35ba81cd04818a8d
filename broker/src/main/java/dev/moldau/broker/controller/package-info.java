/**
 * What the broker that is controller serves to the others: the cluster's image, leaders' proposals,
 * producer ids, and clients' requests that came to another broker. On the others these handlers
 * answer that they are not the controller.
 */
@NullMarked
package dev.moldau.broker.controller;

import org.jspecify.annotations.NullMarked;
