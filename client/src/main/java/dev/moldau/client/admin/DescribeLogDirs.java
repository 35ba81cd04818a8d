package dev.moldau.client.admin;

import dev.moldau.client.Node;
import dev.moldau.common.TopicPartition;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ApiMessage;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.DescribeLogDirsRequest;
import dev.moldau.protocol.message.DescribeLogDirsResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tells what lies in the log directories of brokers. */
final class DescribeLogDirs implements Operation<Integer, List<LogDir>, DescribeLogDirsResponse> {

    @Override
    public String name() {
        return "describeLogDirs";
    }

    @Override
    public ApiKey api() {
        return ApiKey.DESCRIBE_LOG_DIRS;
    }

    @Override
    public short lowestVersion() {
        return 0;
    }

    @Override
    public short highestVersion() {
        return 5;
    }

    @Override
    public Target target(Integer key) {
        return new Target.Broker(key);
    }

    @Override
    public ApiMessage message(List<Integer> keys, short version, int timeoutMs) {

        return new DescribeLogDirsRequest(null);
    }

    @Override
    public void answered(
            List<Integer> keys,
            DescribeLogDirsResponse response,
            short version,
            Node node,
            Verdicts<Integer, List<LogDir>> verdicts) {

        List<LogDir> dirs = response.results().stream().map(DescribeLogDirs::dir).toList();
        keys.forEach(key -> verdicts.settle(key, response.errorCode(), null, dirs));
    }

    private static LogDir dir(DescribeLogDirsResponse.LogDir dir) {
        Map<TopicPartition, LogDir.Replica> replicas = new HashMap<>();
        for (DescribeLogDirsResponse.Topic topic : dir.topics()) {
            for (DescribeLogDirsResponse.Partition partition : topic.partitions()) {
                replicas.put(
                        new TopicPartition(topic.name(), partition.partitionIndex()),
                        new LogDir.Replica(
                                partition.partitionSize(),
                                partition.offsetLag(),
                                partition.isFutureKey()));
            }
        }
        return new LogDir(
                dir.logDir(),
                ErrorCode.of(dir.errorCode()),
                dir.totalBytes(),
                dir.usableBytes(),
                replicas);
    }
}
