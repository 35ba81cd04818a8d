package dev.moldau.broker.group;

import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.cluster.image.ImageSource;
import java.util.Map;

/** What the newest cluster image has set for groups. */
public final class ImageGroupOverrides implements GroupOverrides {

    private final ImageSource images;

    /** Asks this source every time. */
    public ImageGroupOverrides(ImageSource images) {
        this.images = images;
    }

    @Override
    public Map<String, String> of(String groupId) {
        return images.current().configs(ConfigResource.group(groupId));
    }
}
