package dev.moldau.cluster.config;

import dev.moldau.cluster.image.ClusterImage;
import dev.moldau.cluster.image.ConfigResource;
import dev.moldau.cluster.image.TopicImage;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.common.config.TopicConfig;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings that count on this broker under a given image: the file's, overlaid by those made at
 * run time. Safe for use by any thread.
 */
public final class EffectiveConfigs {

    private final BrokerConfig file;
    private final ConfigResource thisBroker;

    private record Known(Map<String, String> all, Map<String, String> own, BrokerConfig config) {}

    /** The last answer: settings seldom change, images often. */
    private volatile @Nullable Known known;

    /**
     * @param file the broker's settings without those made at run time
     */
    public EffectiveConfigs(BrokerConfig file) {
        this.file = file;
        this.thisBroker = ConfigResource.broker(file.nodeId());
    }

    /** The broker's settings. */
    public BrokerConfig broker(ClusterImage image) {
        Map<String, String> all = image.configs(ConfigResource.ALL_BROKERS);
        Map<String, String> own = image.configs(thisBroker);
        Known last = known;
        if (last != null && last.all().equals(all) && last.own().equals(own)) {
            return last.config();
        }
        BrokerConfig config = file.withDynamic(all, own);
        known = new Known(all, own, config);
        return config;
    }

    /** A topic's settings. */
    public TopicConfig topic(ClusterImage image, TopicImage topic) {
        return TopicConfig.of(broker(image), topic.configs());
    }
}
