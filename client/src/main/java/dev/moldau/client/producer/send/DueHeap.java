package dev.moldau.client.producer.send;

import java.util.Arrays;

/**
 * Partitions by the time at which they have to be looked at again: a binary heap in which every
 * partition knows its place, so that changing a time allocates and searches nothing.
 */
final class DueHeap {

    /** The place of a partition that is not in the heap. */
    static final int OUTSIDE = -1;

    private PartitionSender[] heap = new PartitionSender[16];
    private int size;

    /** The earliest time; {@link PartitionSender#NEVER} if there is none. */
    long earliestMs() {
        return size == 0 ? PartitionSender.NEVER : heap[0].dueMs;
    }

    /** The partition with the earliest time, which is taken out. */
    PartitionSender takeFirst() {
        PartitionSender first = heap[0];
        set(first, PartitionSender.NEVER);
        return first;
    }

    /** Sets the time of a partition; {@link PartitionSender#NEVER} takes it out. */
    void set(PartitionSender partition, long dueMs) {
        int index = partition.heapIndex;
        if (dueMs == partition.dueMs) {
            return;
        }
        partition.dueMs = dueMs;
        if (dueMs == PartitionSender.NEVER) {
            remove(partition, index);
        } else if (index == OUTSIDE) {
            if (size == heap.length) {
                heap = Arrays.copyOf(heap, size * 2);
            }
            up(partition, size++);
        } else {
            settle(partition, index);
        }
    }

    private void remove(PartitionSender partition, int index) {
        partition.heapIndex = OUTSIDE;
        PartitionSender last = heap[--size];
        if (index < size) {
            settle(last, index);
        }
    }

    private void settle(PartitionSender partition, int index) {
        up(partition, index);
        down(partition, partition.heapIndex);
    }

    private void up(PartitionSender partition, int from) {
        int index = from;
        while (index > 0) {
            int parent = (index - 1) >>> 1;
            if (heap[parent].dueMs <= partition.dueMs) {
                break;
            }
            place(heap[parent], index);
            index = parent;
        }
        place(partition, index);
    }

    private void down(PartitionSender partition, int from) {
        int index = from;
        while (2 * index + 1 < size) {
            int child = 2 * index + 1;
            if (child + 1 < size && heap[child + 1].dueMs < heap[child].dueMs) {
                child++;
            }
            if (partition.dueMs <= heap[child].dueMs) {
                break;
            }
            place(heap[child], index);
            index = child;
        }
        place(partition, index);
    }

    private void place(PartitionSender partition, int index) {
        heap[index] = partition;
        partition.heapIndex = index;
    }
}
