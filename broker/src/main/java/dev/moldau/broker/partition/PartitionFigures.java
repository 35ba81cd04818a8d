package dev.moldau.broker.partition;

/**
 * How this broker's partitions stand at one moment, for metrics and people.
 *
 * @param partitions how many it has
 * @param leaders how many of them it leads
 * @param underReplicated how many it leads of which not all replicas are in sync
 * @param underMinInSync how many it leads of which fewer are in sync than {@code
 *     min.insync.replicas}: producers that ask for all replicas are refused
 * @param atMinInSync how many it leads of which exactly so many are in sync: one more that fails
 *     stops those producers
 * @param withoutLeader how many it has that nobody leads
 * @param outOfService how many it has that cannot be served, as after a fault of the disk
 */
public record PartitionFigures(
        int partitions,
        int leaders,
        int underReplicated,
        int underMinInSync,
        int atMinInSync,
        int withoutLeader,
        int outOfService) {

    /** Counts them. Any thread; what changes meanwhile may be counted as before or as after. */
    public static PartitionFigures of(PartitionRegistry registry) {
        Count count = new Count();
        registry.forEach(count::add);
        return new PartitionFigures(
                count.partitions,
                count.leaders,
                count.underReplicated,
                count.underMinInSync,
                count.atMinInSync,
                count.withoutLeader,
                count.outOfService);
    }

    private static final class Count {
        private int partitions;
        private int leaders;
        private int underReplicated;
        private int underMinInSync;
        private int atMinInSync;
        private int withoutLeader;
        private int outOfService;

        void add(Partition partition) {
            Leadership now = partition.leadership();
            partitions++;
            outOfService += partition.outOfService().isPresent() ? 1 : 0;
            withoutLeader += now.leaderId() == Leadership.NO_LEADER ? 1 : 0;
            if (now.local()) {
                lead(now, partition.settings().minInSyncReplicas());
            }
        }

        private void lead(Leadership now, int minInSync) {
            int inSync = now.isr().size();
            leaders++;
            underReplicated += inSync < now.replicas().size() ? 1 : 0;
            underMinInSync += inSync < minInSync ? 1 : 0;
            atMinInSync += inSync == minInSync ? 1 : 0;
        }
    }
}
