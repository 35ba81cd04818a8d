"""A member of a group on kafka-python 2.0 that journals what happens, as MemberJournal.java says.

Arguments: the journal, a seed, topics with commas, settings as key=value. Leaves at "stop" on standard input.
"""

import random
import sys
import threading
import time

from kafka import ConsumerRebalanceListener, KafkaConsumer
from kafka.errors import CommitFailedError, IllegalGenerationError, KafkaError, RebalanceInProgressError, UnknownMemberIdError
from kafka.structs import OffsetAndMetadata, TopicPartition

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


def listen():
    sys.stdin.readline()
    STOPPED.set()


class Listener(ConsumerRebalanceListener):
    def __init__(self):
        self.owned = []

    def on_partitions_revoked(self, revoked):
        commit()
        NEXT.clear()
        # It is told at the beginning of each join, whether or not it still has them.
        note_partitions("R", self.owned)
        self.owned = []

    def on_partitions_assigned(self, assigned):
        self.owned = list(assigned)
        note_partitions("A", assigned)


def commit():
    if not NEXT:
        return
    note(["T %s %d %d" % (p.topic, p.partition, o) for p, o in NEXT.items()])
    try:
        CONSUMER.commit({p: OffsetAndMetadata(o, "") for p, o in NEXT.items()})
        note(["C %s %d %d" % (p.topic, p.partition, o) for p, o in NEXT.items()])
    except (CommitFailedError, IllegalGenerationError, RebalanceInProgressError, UnknownMemberIdError):
        pass  # others have the partitions: what was processed may come again
    NEXT.clear()


NEXT = {}
CONSUMER = KafkaConsumer(
    bootstrap_servers=SETTINGS["bootstrap.servers"],
    group_id=SETTINGS["group.id"],
    session_timeout_ms=int(SETTINGS["session.timeout.ms"]),
    heartbeat_interval_ms=int(SETTINGS["heartbeat.interval.ms"]),
    auto_offset_reset="earliest",
    enable_auto_commit=False,
    max_poll_records=50,
)
LISTENER = Listener()
CONSUMER.subscribe(TOPICS, listener=LISTENER)
threading.Thread(target=listen, daemon=True).start()
while not STOPPED.is_set():
    lines = []
    for partition, records in CONSUMER.poll(100).items():
        for r in records:
            lines.append("P %s %d %d %s" % (r.topic, r.partition, r.offset, r.value.decode()))
            NEXT[TopicPartition(r.topic, r.partition)] = r.offset + 1
    if lines:
        note(lines)
        time.sleep(RANDOM.random() * 0.02)
    if RANDOM.random() < 0.3:
        commit()
commit()
note_partitions("R", LISTENER.owned)
CONSUMER.close(autocommit=False)
note(["Z"])
