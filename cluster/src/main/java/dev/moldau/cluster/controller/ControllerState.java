package dev.moldau.cluster.controller;

import dev.moldau.cluster.image.ClusterImage;

/**
 * All that the controller knows. Immutable.
 *
 * @param image the cluster
 * @param nextProducerId the first producer id that nobody has been given
 * @param producerIdsStored whether the store has a record of it yet
 */
record ControllerState(ClusterImage image, long nextProducerId, boolean producerIdsStored) {

    ControllerState withImage(ClusterImage newImage) {
        return newImage == image
                ? this
                : new ControllerState(newImage, nextProducerId, producerIdsStored);
    }
}
