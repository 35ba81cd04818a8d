package dev.moldau.common.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Keys of Kafka's brokers that change nothing here. They are accepted, so that a file written for
 * Kafka works, and the start says once that they do nothing. Those that would guard something are
 * refused instead: nobody should believe in a guard that is not there.
 */
final class KeysWithoutEffect {

    private static final String QUORUM =
            """
            int broker.heartbeat.interval.ms
            int broker.session.timeout.ms
            list controller.listener.names
            int controller.quorum.append.linger.ms
            boolean controller.quorum.auto.join.enable
            list controller.quorum.bootstrap.servers
            int controller.quorum.election.backoff.max.ms
            int controller.quorum.election.timeout.ms
            int controller.quorum.fetch.max.bytes
            int controller.quorum.fetch.snapshot.max.bytes
            int controller.quorum.fetch.timeout.ms
            int controller.quorum.request.timeout.ms
            int controller.quorum.retry.backoff.ms
            list controller.quorum.voters
            int controller.socket.timeout.ms
            list early.start.listeners
            int initial.broker.registration.timeout.ms
            string metadata.log.dir
            long metadata.log.max.record.bytes.between.snapshots
            long metadata.log.max.snapshot.interval.ms
            int metadata.log.segment.bytes
            long metadata.log.segment.ms
            int metadata.max.idle.interval.ms
            long metadata.max.retention.bytes
            long metadata.max.retention.ms
            list process.roles
            string sasl.mechanism.controller.protocol
            """;

    private static final String SECURITY =
            """
            int connection.failed.authentication.delay.ms
            long connections.max.reauth.ms
            long delegation.token.expiry.check.interval.ms
            long delegation.token.expiry.time.ms
            long delegation.token.max.lifetime.ms
            password delegation.token.secret.key
            class principal.builder.class
            class sasl.client.callback.handler.class
            list sasl.enabled.mechanisms
            password sasl.jaas.config
            string sasl.kerberos.kinit.cmd
            long sasl.kerberos.min.time.before.relogin
            list sasl.kerberos.principal.to.local.rules
            string sasl.kerberos.service.name
            double sasl.kerberos.ticket.renew.jitter
            double sasl.kerberos.ticket.renew.window.factor
            class sasl.login.callback.handler.class
            class sasl.login.class
            int sasl.login.connect.timeout.ms
            int sasl.login.read.timeout.ms
            short sasl.login.refresh.buffer.seconds
            short sasl.login.refresh.min.period.seconds
            double sasl.login.refresh.window.factor
            double sasl.login.refresh.window.jitter
            long sasl.login.retry.backoff.max.ms
            long sasl.login.retry.backoff.ms
            string sasl.mechanism.inter.broker.protocol
            boolean sasl.oauthbearer.allow.unverified.audience
            boolean sasl.oauthbearer.allow.unverified.issuer
            string sasl.oauthbearer.assertion.algorithm
            string sasl.oauthbearer.assertion.claim.aud
            int sasl.oauthbearer.assertion.claim.exp.seconds
            string sasl.oauthbearer.assertion.claim.iss
            boolean sasl.oauthbearer.assertion.claim.jti.include
            int sasl.oauthbearer.assertion.claim.nbf.seconds
            string sasl.oauthbearer.assertion.claim.sub
            string sasl.oauthbearer.assertion.file
            string sasl.oauthbearer.assertion.private.key.file
            password sasl.oauthbearer.assertion.private.key.passphrase
            string sasl.oauthbearer.assertion.template.file
            string sasl.oauthbearer.client.credentials.client.id
            password sasl.oauthbearer.client.credentials.client.secret
            int sasl.oauthbearer.clock.skew.seconds
            list sasl.oauthbearer.expected.audience
            string sasl.oauthbearer.expected.issuer
            long sasl.oauthbearer.jwks.endpoint.refresh.ms
            long sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms
            long sasl.oauthbearer.jwks.endpoint.retry.backoff.ms
            string sasl.oauthbearer.jwks.endpoint.url
            class sasl.oauthbearer.jwt.retriever.class
            class sasl.oauthbearer.jwt.validator.class
            string sasl.oauthbearer.scope
            string sasl.oauthbearer.scope.claim.name
            string sasl.oauthbearer.sub.claim.name
            string sasl.oauthbearer.token.endpoint.url
            class sasl.server.callback.handler.class
            int sasl.server.max.receive.size
            string security.providers
            boolean ssl.allow.dn.changes
            boolean ssl.allow.san.changes
            list ssl.cipher.suites
            string ssl.client.auth
            list ssl.enabled.protocols
            string ssl.endpoint.identification.algorithm
            class ssl.engine.factory.class
            password ssl.key.password
            string ssl.keymanager.algorithm
            password ssl.keystore.certificate.chain
            password ssl.keystore.key
            string ssl.keystore.location
            password ssl.keystore.password
            string ssl.keystore.type
            string ssl.principal.mapping.rules
            string ssl.protocol
            string ssl.provider
            string ssl.secure.random.implementation
            string ssl.trustmanager.algorithm
            password ssl.truststore.certificates
            string ssl.truststore.location
            password ssl.truststore.password
            string ssl.truststore.type
            """;

    private static final String REPLICATION =
            """
            list cordoned.log.dirs
            long log.dir.failure.timeout.ms
            int num.replica.alter.log.dirs.threads
            """;

    private static final String STOPPING =
            """
            int controlled.shutdown.max.retries
            long controlled.shutdown.retry.backoff.ms
            """;

    private static final String COMPACTION =
            """
            long log.cleaner.backoff.ms
            long log.cleaner.dedupe.buffer.size
            boolean log.cleaner.enable
            double log.cleaner.io.buffer.load.factor
            int log.cleaner.io.buffer.size
            double log.cleaner.io.max.bytes.per.second
            int log.cleaner.threads
            """;

    private static final String TRANSACTIONS =
            """
            int add.partitions.to.txn.retry.backoff.max.ms
            int add.partitions.to.txn.retry.backoff.ms
            int transaction.abort.timed.out.transaction.cleanup.interval.ms
            boolean transaction.partition.verification.enable
            int transaction.remove.expired.transaction.cleanup.interval.ms
            int transaction.state.log.load.buffer.size
            boolean transaction.two.phase.commit.enable
            """;

    private static final String GROUP_COORDINATOR =
            """
            int group.coordinator.append.linger.ms
            int group.coordinator.background.threads
            int group.coordinator.cached.buffer.max.bytes
            list group.coordinator.rebalance.protocols
            int group.coordinator.threads
            """;

    private static final String SHARE_AND_STREAMS =
            """
            boolean errors.deadletterqueue.auto.create.topics.enable
            string errors.deadletterqueue.topic.name.prefix
            int group.share.assignment.interval.ms
            list group.share.assignors
            int group.share.delivery.count.limit
            int group.share.heartbeat.interval.ms
            int group.share.max.assignment.interval.ms
            int group.share.max.delivery.count.limit
            int group.share.max.heartbeat.interval.ms
            int group.share.max.partition.max.record.locks
            int group.share.max.record.lock.duration.ms
            int group.share.max.session.timeout.ms
            int group.share.max.share.sessions
            int group.share.max.size
            int group.share.min.assignment.interval.ms
            int group.share.min.delivery.count.limit
            int group.share.min.heartbeat.interval.ms
            int group.share.min.partition.max.record.locks
            int group.share.min.record.lock.duration.ms
            int group.share.min.session.timeout.ms
            int group.share.partition.max.record.locks
            int group.share.record.lock.duration.ms
            int group.share.session.timeout.ms
            int group.streams.assignment.interval.ms
            list group.streams.assignors
            int group.streams.heartbeat.interval.ms
            int group.streams.initial.rebalance.delay.ms
            int group.streams.max.assignment.interval.ms
            int group.streams.max.heartbeat.interval.ms
            int group.streams.max.session.timeout.ms
            int group.streams.max.size
            int group.streams.max.standby.replicas
            int group.streams.min.assignment.interval.ms
            int group.streams.min.heartbeat.interval.ms
            int group.streams.min.session.timeout.ms
            int group.streams.num.standby.replicas
            list group.streams.rack.aware.assignment.tags
            int group.streams.session.timeout.ms
            class group.streams.topology.description.plugin.class
            int share.coordinator.append.linger.ms
            int share.coordinator.cached.buffer.max.bytes
            int share.coordinator.load.buffer.size
            int share.coordinator.snapshot.update.records.per.snapshot
            int share.coordinator.state.topic.compression.codec
            short share.coordinator.state.topic.min.isr
            int share.coordinator.state.topic.num.partitions
            short share.coordinator.state.topic.replication.factor
            int share.coordinator.state.topic.segment.bytes
            int share.coordinator.threads
            int share.coordinator.write.timeout.ms
            int share.fetch.purgatory.purge.interval.requests
            """;

    private static final String QUOTAS =
            """
            int alter.log.dirs.replication.quota.window.num
            int alter.log.dirs.replication.quota.window.size.seconds
            int controller.quota.window.num
            int controller.quota.window.size.seconds
            int max.connection.creation.rate
            int quota.window.num
            int quota.window.size.seconds
            int replication.quota.window.num
            int replication.quota.window.size.seconds
            """;

    private static final String PLUGINS =
            """
            list config.providers
            int kafka.metrics.polling.interval.secs
            list kafka.metrics.reporters
            list metric.reporters
            int telemetry.max.bytes
            """;

    private static final String TIERED =
            """
            boolean follower.fetch.last.tiered.offset.enable
            long log.local.retention.bytes
            long log.local.retention.ms
            long log.remote.copy.lag.bytes
            long log.remote.copy.lag.ms
            int remote.fetch.max.wait.ms
            long remote.list.offsets.request.timeout.ms
            long remote.log.index.file.cache.total.size.bytes
            int remote.log.manager.copier.thread.pool.size
            long remote.log.manager.copy.max.bytes.per.second
            int remote.log.manager.copy.quota.window.num
            int remote.log.manager.copy.quota.window.size.seconds
            int remote.log.manager.expiration.thread.pool.size
            long remote.log.manager.fetch.max.bytes.per.second
            int remote.log.manager.fetch.quota.window.num
            int remote.log.manager.fetch.quota.window.size.seconds
            int remote.log.manager.follower.thread.pool.size
            long remote.log.manager.task.interval.ms
            int remote.log.manager.thread.pool.size
            int remote.log.metadata.custom.metadata.max.bytes
            string remote.log.metadata.manager.class.name
            string remote.log.metadata.manager.class.path
            string remote.log.metadata.manager.impl.prefix
            string remote.log.metadata.manager.listener.name
            int remote.log.reader.max.pending.tasks
            int remote.log.reader.threads
            string remote.log.storage.manager.class.name
            string remote.log.storage.manager.class.path
            string remote.log.storage.manager.impl.prefix
            boolean remote.log.storage.system.enable
            """;

    private static final String OTHER =
            """
            int background.threads
            int delete.records.purgatory.purge.interval.requests
            int fetch.purgatory.purge.interval.requests
            int metrics.num.samples
            string metrics.recording.level
            long metrics.sample.window.ms
            int offsets.topic.compression.codec
            int producer.purgatory.purge.interval.requests
            int queued.max.requests
            int request.timeout.ms
            long socket.connection.setup.timeout.max.ms
            long socket.connection.setup.timeout.ms
            """;

    private static final String OBSOLETE =
            """
            string advertised.host.name
            int advertised.port
            boolean allow.everyone.if.no.acl.found
            boolean broker.id.generation.enable
            string control.plane.listener.name
            string host.name
            string inter.broker.protocol.version
            string log.message.format.version
            long log.message.timestamp.difference.max.ms
            password password.encoder.secret
            int port
            long quota.consumer.default
            long quota.producer.default
            int reserved.broker.max.id
            string zookeeper.clientCnxnSocket
            int zookeeper.max.in.flight.requests
            boolean zookeeper.metadata.migration.enable
            """;

    private static final String GUARDS =
            """
            class alter.config.policy.class.name
            string authorizer.class.name
            class client.quota.callback.class
            class create.topic.policy.class.name
            string super.users
            """;

    private KeysWithoutEffect() {}

    static List<ConfigKey<?>> all() {
        List<ConfigKey<?>> keys = new ArrayList<>();

        add(keys, QUORUM, "the controller needs no quorum and no log of its own");

        add(keys, SECURITY, "TLS, SASL and delegation tokens come with a later release");

        add(keys, REPLICATION, "several data folders come with a later release");

        add(
                keys,
                STOPPING,
                "a broker that stops says so once, and waits 10 s at most for others to lead");

        add(keys, COMPACTION, "compaction comes with a later release");

        add(keys, TRANSACTIONS, "transactions come with a later release");

        add(
                keys,
                GROUP_COORDINATOR,
                "groups live on a lane of their own here, and both protocols are always served");

        add(keys, SHARE_AND_STREAMS, "share groups and streams groups come with a later release");

        add(keys, QUOTAS, "quotas come with a later release");

        add(keys, PLUGINS, "plug-in classes of Kafka cannot be loaded here");

        add(keys, TIERED, "there is no tiered storage");

        add(keys, OTHER, "threads, queues and samples are arranged otherwise here");

        add(keys, OBSOLETE, "newer versions of Kafka have no such setting either");
        addGuards(keys);
        return keys;
    }

    private static void add(List<ConfigKey<?>> keys, String table, String reason) {
        table.lines()
                .map(KeysWithoutEffect::declare)
                .map(key -> key.withoutEffect(reason).means("Accepted; " + reason + "."))
                .forEach(keys::add);
    }

    private static void addGuards(List<ConfigKey<?>> keys) {
        String reason = "access control, quotas and policies come with a later release";
        GUARDS.lines()
                .map(KeysWithoutEffect::declare)
                .map(key -> key.only("", "without a value, for " + reason).withoutEffect(reason))
                .map(key -> key.means("Must be empty; " + reason + "."))
                .forEach(keys::add);
    }

    private static ConfigKey.Builder<Object> declare(String line) {
        int blank = line.indexOf(' ');
        ConfigType type = ConfigType.valueOf(line.substring(0, blank).toUpperCase(Locale.ROOT));
        return ConfigKey.of(line.substring(blank + 1), type);
    }
}
