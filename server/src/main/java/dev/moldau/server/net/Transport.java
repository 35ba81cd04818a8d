package dev.moldau.server.net;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How sockets are driven: by epoll where the machine has it, by the JDK elsewhere. */
enum Transport {
    EPOLL(EpollServerSocketChannel.class) {
        @Override
        IoHandlerFactory handlers() {
            return EpollIoHandler.newFactory();
        }
    },
    NIO(NioServerSocketChannel.class) {
        @Override
        IoHandlerFactory handlers() {
            return NioIoHandler.newFactory();
        }
    };

    private static final Logger LOG = LoggerFactory.getLogger(Transport.class);

    private final Class<? extends ServerChannel> serverChannel;

    Transport(Class<? extends ServerChannel> serverChannel) {
        this.serverChannel = serverChannel;
    }

    abstract IoHandlerFactory handlers();

    /** The best one of this machine. */
    static Transport best() {
        if (Epoll.isAvailable()) {
            return EPOLL;
        }
        if (System.getProperty("os.name", "").equals("Linux")) {
            LOG.warn(
                    "sockets are driven by the JDK, which takes more processor time: there is no"
                            + " native epoll for this machine ({})",
                    String.valueOf(Epoll.unavailabilityCause()));
        }
        return NIO;
    }

    Class<? extends ServerChannel> serverChannel() {
        return serverChannel;
    }

    EventLoopGroup newLoops(int threads) {
        return new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory("moldau-network"), handlers());
    }
}
