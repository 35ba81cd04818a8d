package dev.moldau.broker.group;

import dev.moldau.cluster.image.ImageSource;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.Uuid;
import java.util.Collection;
import java.util.Optional;

/** The topics of the newest cluster image. */
public final class ImageTopics implements Topics {

    private final ImageSource images;

    /** Asks this source every time. */
    public ImageTopics(ImageSource images) {
        this.images = images;
    }

    @Override
    public Collection<String> names() {
        return images.current().topics().stream().map(TopicImage::name).toList();
    }

    @Override
    public long version() {
        return images.current().version();
    }

    @Override
    public int partitionCount(String topic) {
        return images.current().topic(topic).map(found -> found.partitions().size()).orElse(0);
    }

    @Override
    public Optional<Uuid> id(String topic) {
        return images.current().topic(topic).map(TopicImage::id);
    }

    @Override
    public Optional<String> name(Uuid id) {
        return images.current().topic(id).map(TopicImage::name);
    }
}
