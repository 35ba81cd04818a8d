package dev.moldau.server;

import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/**
 * The machine's source of chance, opened when it is first asked: that takes 10 ms, which a start on
 * a data folder that is there need not wait for. Safe for any thread.
 */
final class LazyRandom implements RandomGenerator {

    private static final class Source {
        static final SecureRandom SECURE = new SecureRandom();
    }

    @Override
    public long nextLong() {
        return Source.SECURE.nextLong();
    }
}
