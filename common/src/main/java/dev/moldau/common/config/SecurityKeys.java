package dev.moldau.common.config;

import java.util.List;
import java.util.Locale;

/**
 * How Kafka's clients are told to use TLS and SASL. Type and default are known, so that a wrong
 * value is found; until connections can be secured they change nothing. That nobody is misled is
 * the work of {@link ClientKeys#SECURITY_PROTOCOL}, which refuses every protocol that needs them.
 */
final class SecurityKeys {

    /** Type, name, default. */
    private static final String TABLE =
            """
            class sasl.client.callback.handler.class
            password sasl.jaas.config
            string sasl.kerberos.kinit.cmd /usr/bin/kinit
            long sasl.kerberos.min.time.before.relogin 60000
            string sasl.kerberos.service.name
            double sasl.kerberos.ticket.renew.jitter 0.05
            double sasl.kerberos.ticket.renew.window.factor 0.8
            class sasl.login.callback.handler.class
            class sasl.login.class
            int sasl.login.connect.timeout.ms
            int sasl.login.read.timeout.ms
            short sasl.login.refresh.buffer.seconds 300
            short sasl.login.refresh.min.period.seconds 60
            double sasl.login.refresh.window.factor 0.8
            double sasl.login.refresh.window.jitter 0.05
            long sasl.login.retry.backoff.max.ms 10000
            long sasl.login.retry.backoff.ms 100
            string sasl.mechanism GSSAPI
            boolean sasl.oauthbearer.allow.unverified.audience false
            boolean sasl.oauthbearer.allow.unverified.issuer false
            string sasl.oauthbearer.assertion.algorithm RS256
            string sasl.oauthbearer.assertion.claim.aud
            int sasl.oauthbearer.assertion.claim.exp.seconds 300
            string sasl.oauthbearer.assertion.claim.iss
            boolean sasl.oauthbearer.assertion.claim.jti.include false
            int sasl.oauthbearer.assertion.claim.nbf.seconds 60
            string sasl.oauthbearer.assertion.claim.sub
            string sasl.oauthbearer.assertion.file
            string sasl.oauthbearer.assertion.private.key.file
            password sasl.oauthbearer.assertion.private.key.passphrase
            string sasl.oauthbearer.assertion.template.file
            string sasl.oauthbearer.client.credentials.client.id
            password sasl.oauthbearer.client.credentials.client.secret
            int sasl.oauthbearer.clock.skew.seconds 30
            list sasl.oauthbearer.expected.audience
            string sasl.oauthbearer.expected.issuer
            boolean sasl.oauthbearer.header.urlencode false
            long sasl.oauthbearer.jwks.endpoint.refresh.ms 3600000
            long sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms 10000
            long sasl.oauthbearer.jwks.endpoint.retry.backoff.ms 100
            string sasl.oauthbearer.jwks.endpoint.url
            class sasl.oauthbearer.jwt.retriever.class
            class sasl.oauthbearer.jwt.validator.class
            string sasl.oauthbearer.scope
            string sasl.oauthbearer.scope.claim.name scope
            string sasl.oauthbearer.sub.claim.name sub
            string sasl.oauthbearer.token.endpoint.url
            string security.providers
            list ssl.cipher.suites
            list ssl.enabled.protocols TLSv1.2,TLSv1.3
            string ssl.endpoint.identification.algorithm https
            class ssl.engine.factory.class
            password ssl.key.password
            string ssl.keymanager.algorithm SunX509
            password ssl.keystore.certificate.chain
            password ssl.keystore.key
            string ssl.keystore.location
            password ssl.keystore.password
            string ssl.keystore.type JKS
            string ssl.protocol TLSv1.3
            string ssl.provider
            string ssl.secure.random.implementation
            string ssl.trustmanager.algorithm PKIX
            password ssl.truststore.certificates
            string ssl.truststore.location
            password ssl.truststore.password
            string ssl.truststore.type JKS
            """;

    private static final String REASON = "TLS and SASL come with a later release";

    private static final List<ConfigKey<?>> ALL =
            TABLE.lines().<ConfigKey<?>>map(SecurityKeys::declare).toList();

    private SecurityKeys() {}

    static List<ConfigKey<?>> all() {
        return ALL;
    }

    private static ConfigKey<?> declare(String line) {
        String[] cells = line.split(" ", 3);
        ConfigType type = ConfigType.valueOf(cells[0].toUpperCase(Locale.ROOT));
        ConfigKey.Builder<Object> key = ConfigKey.of(cells[1], type);
        if (cells.length == 3 || type == ConfigType.LIST) {
            key.defaultsTo(type.parse(cells.length == 3 ? cells[2] : ""));
        }
        return key.withoutEffect(REASON).means("Accepted; " + REASON + ".");
    }
}
