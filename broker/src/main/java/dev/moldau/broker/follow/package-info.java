/**
 * What a broker does that is not controller: it follows the controller's images, hands clients'
 * requests on to it and asks it for what it needs itself. Owned by one {@link
 * dev.moldau.client.net.ClientLoop}; other threads send it commands.
 */
@NullMarked
package dev.moldau.broker.follow;

import org.jspecify.annotations.NullMarked;
