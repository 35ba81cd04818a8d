package dev.moldau.broker.group;

import dev.moldau.common.Clock;
import dev.moldau.common.Lane;
import dev.moldau.common.Timer;
import dev.moldau.protocol.compress.Codecs;
import java.util.random.RandomGenerator;

/**
 * What a shard is given by its coordinator. Chance and codecs belong to the lane and are shared by
 * the shards on it.
 */
record ShardSetting(
        GroupConfig config,
        Lane lane,
        Timer timer,
        Clock clock,
        RandomGenerator random,
        Codecs codecs,
        Topics topics) {}
