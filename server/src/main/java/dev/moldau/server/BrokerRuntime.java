package dev.moldau.server;

import dev.moldau.broker.Broker;
import dev.moldau.broker.BrokerPorts;
import dev.moldau.broker.NoControllerException;
import dev.moldau.broker.UnsupportedSettingException;
import dev.moldau.broker.topic.LoggerLevels;
import dev.moldau.common.config.BrokerConfig;
import dev.moldau.protocol.wire.WireBuffers;
import dev.moldau.storage.StorageException;
import dev.moldau.storage.disk.NioDisk;

/** A broker on its {@link Foundation}. Started and closed by one thread. */
final class BrokerRuntime implements AutoCloseable {

    private final Foundation foundation;
    private final Broker broker;

    private BrokerRuntime(Foundation foundation, Broker broker) {
        this.foundation = foundation;
        this.broker = broker;
    }

    /**
     * Starts the broker: opens its logs.
     *
     * @param foundation is closed with the broker, also if that cannot start
     * @throws StartException if a log or the settings cannot be used; nothing is left running
     */
    static BrokerRuntime start(Foundation foundation, BrokerConfig config, LoggerLevels loggers)
            throws StartException {
        try {
            BrokerPorts ports =
                    new BrokerPorts(
                            foundation.clock(),
                            foundation.timer(),
                            foundation.random(),
                            new NioDisk(),
                            foundation::lane,
                            foundation.diskThreads(),
                            foundation.controller(),
                            foundation.member(),
                            foundation.configs(),
                            loggers,
                            WireBuffers.HEAP,
                            Runtime.getRuntime().maxMemory());
            return new BrokerRuntime(foundation, Broker.start(config, ports));
        } catch (StorageException | UnsupportedSettingException | NoControllerException e) {
            foundation.close();
            throw new StartException(String.valueOf(e.getMessage()), e);
        } catch (RuntimeException | Error e) {
            foundation.close();
            throw e;
        }
    }

    Broker broker() {
        return broker;
    }

    /** Closes the broker, then what it stood on. */
    @Override
    public void close() {
        broker.close();
        foundation.close();
    }
}
