/**
 * What the client knows of the cluster, and when it asks again. Owned by the loop; the view is
 * immutable and read by any thread.
 */
@NullMarked
package dev.moldau.client.metadata;

import org.jspecify.annotations.NullMarked;
