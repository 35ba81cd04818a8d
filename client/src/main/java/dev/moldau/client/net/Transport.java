package dev.moldau.client.net;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.List;

/** How sockets are driven: by epoll where the machine has it, by the JDK elsewhere. */
enum Transport {
    EPOLL {
        @Override
        IoHandlerFactory handlers() {
            return EpollIoHandler.newFactory();
        }

        @Override
        SocketChannel newChannel() {
            return new EpollSocketChannel();
        }
    },
    NIO {
        @Override
        IoHandlerFactory handlers() {
            return NioIoHandler.newFactory();
        }

        @Override
        SocketChannel newChannel() {
            return new NioSocketChannel();
        }
    };

    abstract IoHandlerFactory handlers();

    abstract SocketChannel newChannel();

    /** Those that work on this machine, the best first. */
    static List<Transport> available() {
        return Epoll.isAvailable() ? List.of(EPOLL, NIO) : List.of(NIO);
    }

    /** The best one of this machine. */
    static Transport best() {
        return available().get(0);
    }

    /** One loop on a thread that does not keep the process alive. */
    EventLoopGroup newLoop(String threadName) {
        return new MultiThreadIoEventLoopGroup(
                1,
                task -> {
                    // Netty's own kind of thread: buffers of its pool are cached per thread.
                    Thread thread = new FastThreadLocalThread(task, threadName);
                    thread.setDaemon(true);
                    return thread;
                },
                handlers());
    }
}
