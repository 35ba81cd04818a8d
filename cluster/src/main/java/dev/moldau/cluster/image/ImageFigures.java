package dev.moldau.cluster.image;

/**
 * How a cluster stands by one of its images, for metrics and people. The controller's are the ones
 * to look at: another broker's image may lag behind.
 *
 * @param version the image's version; {@link ImageVersion#describe} tells it to people
 * @param brokers how many brokers are there
 * @param brokersGone how many are registered and not there
 * @param topics how many topics there are
 * @param partitions how many partitions they have
 * @param offline how many partitions have no leader
 * @param notPreferred how many partitions are led by another than their first replica
 * @param moving how many partitions are on the way to other brokers
 */
public record ImageFigures(
        long version,
        int brokers,
        int brokersGone,
        int topics,
        int partitions,
        int offline,
        int notPreferred,
        int moving) {

    /** Counts them. */
    public static ImageFigures of(ClusterImage image) {
        int partitions = 0;
        int offline = 0;
        int notPreferred = 0;
        int moving = 0;
        for (TopicImage topic : image.topics()) {
            for (PartitionImage partition : topic.partitions()) {
                partitions++;
                offline += partition.hasLeader() ? 0 : 1;
                notPreferred += partition.leader() == partition.replicas().getFirst() ? 0 : 1;
                moving += partition.moving() ? 1 : 0;
            }
        }
        int there = image.aliveBrokers().size();
        return new ImageFigures(
                image.version(),
                there,
                image.brokers().size() - there,
                image.topics().size(),
                partitions,
                offline,
                notPreferred,
                moving);
    }
}
