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

    private final Class<? extends ServerChannel> serverChannel;

    Transport(Class<? extends ServerChannel> serverChannel) {
        this.serverChannel = serverChannel;
    }

    abstract IoHandlerFactory handlers();

    /** The best one of this machine. */
    static Transport best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    Class<? extends ServerChannel> serverChannel() {
        return serverChannel;
    }

    EventLoopGroup newLoops(int threads) {
        return new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory("moldau-network"), handlers());
    }
}
