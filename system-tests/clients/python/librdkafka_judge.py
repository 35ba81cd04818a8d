"""What an application on librdkafka does (through Debian's confluent-kafka), judged from the outside.

Arguments: bootstrap servers, a prefix for topics and groups. Prints "PROVED <capability>" for each thing seen to work;
ends with 1 at the first that does not.
"""

import sys
import time

from confluent_kafka import OFFSET_BEGINNING, Consumer, KafkaError, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, ConfigResource, NewPartitions, NewTopic

BOOTSTRAP, PREFIX = sys.argv[1], sys.argv[2]
RECORDS = 2000
DEADLINE_S = 30


def proved(capability):
    print("PROVED " + capability, flush=True)


def check(holds, what):
    if not holds:
        raise AssertionError("not so: " + what)


def value(i):
    return ("value-%d" % i + " and so on" * (i % 50)).encode()


def create(topic, partitions):
    for future in ADMIN.create_topics([NewTopic(topic, partitions, 1)]).values():
        future.result(DEADLINE_S)


def produce(topic, count, partitions, **extra):
    offsets, failures = {}, []

    def delivered(error, message, i):
        if error:
            failures.append(error)
        else:
            check(i not in offsets, "callback of %d twice" % i)
            offsets[i] = message.offset()

    p = Producer({"bootstrap.servers": BOOTSTRAP, "linger.ms": 5, **{k.replace("_", "."): v for k, v in extra.items()}})
    for i in range(count):
        p.produce(
            topic,
            value(i),
            b"k%d" % i,
            partition=i % partitions,
            headers=[("n", b"%d" % i)],
            on_delivery=lambda e, m, i=i: delivered(e, m, i),
        )
        p.poll(0)
    check(p.flush(DEADLINE_S) == 0, "all is sent")
    check(not failures, "deliveries: %s" % failures)
    for i in range(count):
        check(offsets[i] == i // partitions, "offset of record %d: %d" % (i, offsets[i]))


def read(topic, count, partitions):
    c = Consumer({"bootstrap.servers": BOOTSTRAP, "group.id": PREFIX + "-reader", "enable.auto.commit": False})
    c.assign([TopicPartition(topic, p, OFFSET_BEGINNING) for p in range(partitions)])
    next_of = list(range(partitions))
    deadline = time.time() + DEADLINE_S
    seen = 0
    while seen < count:
        check(time.time() < deadline, "only %d of %d came back" % (seen, count))
        for m in c.consume(500, 0.2):
            check(m.error() is None, "%s" % m.error())
            i = next_of[m.partition()]
            check(m.value() == value(i) and m.key() == b"k%d" % i, "content of %d" % i)
            check(m.headers() == [("n", b"%d" % i)], "headers of %d" % i)
            next_of[m.partition()] += partitions
            seen += 1
    c.close()


def codecs():
    for codec in ("none", "gzip", "snappy", "lz4", "zstd"):
        topic = "%s-codec-%s" % (PREFIX, codec)
        create(topic, 2)
        produce(topic, RECORDS, 2, compression_type=codec)
        read(topic, RECORDS, 2)
        proved("produce and consume, " + codec)


def acks():
    for how in (0, 1):
        topic = "%s-acks-%d" % (PREFIX, how)
        create(topic, 1)
        p = Producer({"bootstrap.servers": BOOTSTRAP, "acks": how})
        for i in range(RECORDS):
            p.produce(topic, value(i), b"k%d" % i, headers=[("n", b"%d" % i)])
        p.flush(DEADLINE_S)
        read(topic, RECORDS, 1)
        proved("acks=%d" % how)


def idempotent():
    create(PREFIX + "-idempotent", 3)
    produce(PREFIX + "-idempotent", 5 * RECORDS, 3, enable_idempotence=True, batch_num_messages=50)
    read(PREFIX + "-idempotent", 5 * RECORDS, 3)
    proved("idempotent producer, 5 in flight")


def member(group, **extra):
    return Consumer(
        {
            "bootstrap.servers": BOOTSTRAP,
            "group.id": group,
            "auto.offset.reset": "earliest",
            "enable.auto.commit": False,
            "session.timeout.ms": 10000,
            "heartbeat.interval.ms": 500,
            **{k.replace("_", "."): v for k, v in extra.items()},
        }
    )


def group(strategy):
    topic, name = "%s-%s" % (PREFIX, strategy), "%s-group-%s" % (PREFIX, strategy)
    create(topic, 4)
    first = member(name, partition_assignment_strategy=strategy)
    second = member(name, partition_assignment_strategy=strategy)
    first.subscribe([topic])
    second.subscribe([topic])
    deadline = time.time() + 2 * DEADLINE_S
    while len(first.assignment()) != 2 or len(second.assignment()) != 2:
        check(time.time() < deadline, "two and two: %s %s" % (first.assignment(), second.assignment()))
        check(not first.consume(1, 0.05) and not second.consume(1, 0.05), "nothing to read yet")
    produce(topic, RECORDS, 4)
    seen = set()
    while len(seen) < RECORDS:
        check(time.time() < deadline, "the group reads all; so far %d" % len(seen))
        for c in (first, second):
            for m in c.consume(200, 0.1):
                check(m.error() is None and (m.partition(), m.offset()) not in seen, "once each")
                seen.add((m.partition(), m.offset()))
    first.commit(asynchronous=False)
    second.commit(asynchronous=False)
    first.close()
    while len(second.assignment()) != 4:
        check(time.time() < deadline, "the one that stays takes all")
        check(not second.consume(1, 0.05), "a committed record came again")
    produce_more(topic, 100)
    again = 0
    while again < 100:
        check(time.time() < deadline, "the group goes on: %d" % again)
        for m in second.consume(100, 0.1):
            check((m.partition(), m.offset()) not in seen, "offset again")
            again += 1
    second.close()
    proved("consumer group: shared, left, resumed (%s)" % strategy)


def produce_more(topic, count):
    p = Producer({"bootstrap.servers": BOOTSTRAP})
    for i in range(count):
        p.produce(topic, value(i))
    check(p.flush(DEADLINE_S) == 0, "all is sent")


def times_and_watermarks():
    c = member(PREFIX + "-times")
    partition = TopicPartition(PREFIX + "-codec-none", 0, 0)
    check(c.get_watermark_offsets(partition, DEADLINE_S) == (0, RECORDS // 2), "watermarks")
    check(c.offsets_for_times([partition], DEADLINE_S)[0].offset == 0, "offset by time")
    c.commit(offsets=[TopicPartition(PREFIX + "-codec-none", 0, 7)], asynchronous=False)
    check(c.committed([partition], DEADLINE_S)[0].offset == 7, "a commit by hand")
    c.close()
    proved("offsets by time, watermarks, commit by hand")


def administered():
    topic = PREFIX + "-admin"
    create(topic, 1)
    for f in ADMIN.create_partitions([NewPartitions(topic, 3)]).values():
        f.result(DEADLINE_S)
    check(len(ADMIN.list_topics(topic, DEADLINE_S).topics[topic].partitions) == 3, "3 partitions")
    resource = ConfigResource("topic", topic, set_config={"retention.ms": "123456"})
    for f in ADMIN.alter_configs([resource]).values():
        f.result(DEADLINE_S)
    for f in ADMIN.describe_configs([ConfigResource("topic", topic)]).values():
        check(f.result(DEADLINE_S)["retention.ms"].value == "123456", "the setting is kept")
    check(PREFIX + "-group-range" in [g.id for g in ADMIN.list_groups(timeout=DEADLINE_S)], "the group is listed")
    for f in ADMIN.delete_topics([topic]).values():
        f.result(DEADLINE_S)
    check(topic not in ADMIN.list_topics(timeout=DEADLINE_S).topics, "the topic is gone")
    proved("admin: topics, configurations, groups")


def too_large():
    errors = []
    p = Producer({"bootstrap.servers": BOOTSTRAP, "message.max.bytes": 4000000})
    p.produce(PREFIX + "-acks-1", b"x" * 2000000, on_delivery=lambda e, m: errors.append(e))
    p.flush(DEADLINE_S)
    check(errors and errors[0] is not None and errors[0].code() == KafkaError.MSG_SIZE_TOO_LARGE, "refused: %s" % errors)
    proved("records over the limit refused")


ADMIN = AdminClient({"bootstrap.servers": BOOTSTRAP})
codecs()
acks()
idempotent()
group("range")
group("cooperative-sticky")
times_and_watermarks()
administered()
too_large()
print("DONE")
