/**
 * A cluster to test the client against: a model of brokers and logs that follows the rules of real
 * ones and misbehaves on demand ({@link dev.moldau.client.fake.FakeCluster}), in front of it either
 * real sockets ({@link dev.moldau.client.fake.FakeBrokers}) or a network in virtual time ({@link
 * dev.moldau.client.fake.SimNetwork}), and behind it a judge of what callers were told ({@link
 * dev.moldau.client.fake.HistoryChecker}).
 */
@NullMarked
package dev.moldau.client.fake;

import org.jspecify.annotations.NullMarked;
