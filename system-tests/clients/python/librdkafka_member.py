"""A member of a group on librdkafka (through Debian's confluent-kafka) that journals what happens, as MemberJournal.java says.

Arguments: the journal, a seed, topics with commas, settings as key=value. Leaves at "stop" on standard input.
"""

import random
import sys
import threading
import time

from confluent_kafka import Consumer, KafkaError, KafkaException, TopicPartition

JOURNAL = open(sys.argv[1], "ab", buffering=0)
RANDOM = random.Random(int(sys.argv[2]))
TOPICS = sys.argv[3].split(",")
SETTINGS = dict(s.split("=", 1) for s in sys.argv[4:])
STOPPED = threading.Event()


def note(lines):
    now = int(time.time() * 1000)
    JOURNAL.write("".join("%d %s\n" % (now, line) for line in lines).encode())


def note_partitions(letter, partitions):
    note(["%s %s %d" % (letter, p.topic, p.partition) for p in partitions])


def note_offsets(letter, offsets):
    note(["%s %s %d %d" % (letter, t, p, o) for (t, p), o in offsets.items()])


def listen():
    sys.stdin.readline()
    STOPPED.set()


def assigned(consumer, partitions):
    note_partitions("A", partitions)


def revoked(consumer, partitions):
    commit()
    NEXT.clear()
    note_partitions("R", partitions)


def lost(consumer, partitions):
    NEXT.clear()
    note_partitions("L", partitions)


def commit():
    if not NEXT:
        return
    offsets = dict(NEXT)
    NEXT.clear()
    note_offsets("T", offsets)
    try:
        CONSUMER.commit(offsets=[TopicPartition(t, p, o) for (t, p), o in offsets.items()], asynchronous=False)
        note_offsets("C", offsets)
    except KafkaException:
        pass  # others have the partitions: what was processed may come again


NEXT = {}
CONSUMER = Consumer(
    {**SETTINGS, "auto.offset.reset": "earliest", "enable.auto.commit": False, "enable.auto.offset.store": False}
)
CONSUMER.subscribe(TOPICS, on_assign=assigned, on_revoke=revoked, on_lost=lost)
threading.Thread(target=listen, daemon=True).start()
while not STOPPED.is_set():
    lines = []
    for m in CONSUMER.consume(50, 0.1):
        if m.error() is None:
            lines.append("P %s %d %d %s" % (m.topic(), m.partition(), m.offset(), m.value().decode()))
            NEXT[(m.topic(), m.partition())] = m.offset() + 1
    if lines:
        note(lines)
        time.sleep(RANDOM.random() * 0.02)
    if RANDOM.random() < 0.3:
        commit()
CONSUMER.close()
note(["Z"])
