package dev.moldau.client.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a connection reads to: what is left of a large answer, straight to where that is gathered;
 * anything else to buffers of Netty's. One per connection; confined to its loop.
 */
@SuppressWarnings("deprecation") // Netty names the older kind of handle where it wants the newer
final class AnswerReads extends AdaptiveRecvByteBufAllocator {

    /** As often is read before other connections have their turn, as Netty has it elsewhere. */
    private static final int READS_IN_A_ROW = 16;

    private final Lender lender;

    /** Who gathers answers. */
    interface Lender {

        /**
         * Memory for what is read next, which then comes back by the pipeline, or is released.
         *
         * @return null if there is none
         */
        @Nullable ByteBuf lend();
    }

    AnswerReads(Lender lender) {
        this.lender = lender;
        maxMessagesPerRead(READS_IN_A_ROW);
    }

    @Override
    public Handle newHandle() {
        return new Lending((ExtendedHandle) super.newHandle(), lender);
    }

    private static final class Lending extends DelegatingHandle implements ExtendedHandle {

        private final ExtendedHandle others;
        private final Lender lender;

        Lending(ExtendedHandle others, Lender lender) {
            super(others);
            this.others = others;
            this.lender = lender;
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            ByteBuf lent = lender.lend();
            return lent != null ? lent : super.allocate(allocator);
        }

        @Override
        public boolean continueReading(UncheckedBooleanSupplier maybeMore) {
            return others.continueReading(maybeMore);
        }
    }
}
