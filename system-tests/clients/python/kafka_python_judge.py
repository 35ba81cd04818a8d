"""What an application on kafka-python 2.0 does, judged from the outside.

Arguments: bootstrap servers, a prefix for topics and groups. Prints "PROVED <capability>" for each thing seen to work;
ends with 1 at the first that does not.
"""

import sys
import threading
import time

from kafka import KafkaAdminClient, KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import ConfigResource, ConfigResourceType, NewPartitions, NewTopic
from kafka.errors import MessageSizeTooLargeError, TopicAlreadyExistsError
from kafka.structs import OffsetAndMetadata

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


def producer(**extra):
    return KafkaProducer(bootstrap_servers=BOOTSTRAP, **extra)


def consumer(**extra):
    return KafkaConsumer(
        bootstrap_servers=BOOTSTRAP, auto_offset_reset="earliest", enable_auto_commit=False, **extra
    )


def infers_the_age_of_the_broker():
    c = consumer()
    version = c.config["api_version"]
    c.close()
    check(version >= (2, 5, 0), "a modern broker, not %s" % (version,))
    proved("the broker's age inferred")


def admin():
    a = KafkaAdminClient(bootstrap_servers=BOOTSTRAP)
    a.create_topics([NewTopic(PREFIX + "-admin", 2, 1)])
    try:
        a.create_topics([NewTopic(PREFIX + "-admin", 2, 1)])
        raise AssertionError("a topic was created twice")
    except TopicAlreadyExistsError:
        pass
    a.create_partitions({PREFIX + "-admin": NewPartitions(4)})
    described = a.describe_topics([PREFIX + "-admin"])[0]
    check(len(described["partitions"]) == 4, "4 partitions: %s" % described)
    a.alter_configs([ConfigResource(ConfigResourceType.TOPIC, PREFIX + "-admin", {"retention.ms": "123456"})])
    answer = a.describe_configs([ConfigResource(ConfigResourceType.TOPIC, PREFIX + "-admin")])
    entries = {e[0]: e[1] for e in answer[0].resources[0][4]}
    check(entries["retention.ms"] == "123456", "the setting is kept: %s" % entries)
    a.delete_topics([PREFIX + "-admin"])
    check(PREFIX + "-admin" not in a.list_topics(), "the topic is gone")
    a.close()
    proved("admin: topics and configurations")


def produces_and_consumes(codec):
    topic = "%s-codec-%s" % (PREFIX, codec)
    p = producer(compression_type=None if codec == "none" else codec, acks="all", linger_ms=5)
    sent = [p.send(topic, value(i), key=b"k%d" % i, headers=[("n", b"%d" % i)], partition=0) for i in range(RECORDS)]
    p.flush(DEADLINE_S)
    for i, future in enumerate(sent):
        check(future.get(DEADLINE_S).offset == i, "offset of record %d" % i)
    p.close()
    c = consumer(consumer_timeout_ms=DEADLINE_S * 1000)
    c.assign([TopicPartition(topic, 0)])
    c.seek_to_beginning()
    seen = 0
    for record in c:
        check(record.offset == seen and record.key == b"k%d" % seen, "record %d: %s" % (seen, record))
        check(record.value == value(seen) and record.headers == [("n", b"%d" % seen)], "content of %d" % seen)
        seen += 1
        if seen == RECORDS:
            break
    check(seen == RECORDS, "%d records came back" % seen)
    c.close()
    proved("produce and consume, " + codec)


def acks(how):
    topic = "%s-acks-%s" % (PREFIX, how)
    p = producer(acks=how)
    for i in range(RECORDS):
        p.send(topic, value(i))
    p.flush(DEADLINE_S)
    p.close()
    c = consumer()
    partition = TopicPartition(topic, 0)
    deadline = time.time() + DEADLINE_S
    while c.end_offsets([partition])[partition] != RECORDS:
        check(time.time() < deadline, "all records with acks=%s" % how)
    c.close()
    proved("acks=%s" % how)


def times_and_ends():
    partition = TopicPartition(PREFIX + "-codec-none", 0)
    c = consumer()
    check(c.beginning_offsets([partition])[partition] == 0, "beginning offset")
    check(c.end_offsets([partition])[partition] == RECORDS, "end offset")
    found = c.offsets_for_times({partition: 0})[partition]
    check(found.offset == 0, "offset by time: %s" % (found,))
    check(c.offsets_for_times({partition: 4000000000000})[partition] is None, "nothing after the end")
    c.close()
    proved("offsets by time, ends")


def group():
    topic = PREFIX + "-group"
    a = KafkaAdminClient(bootstrap_servers=BOOTSTRAP)
    a.create_topics([NewTopic(topic, 4, 1)])
    seen, lock, sharing, failures = set(), threading.Lock(), set(), []

    def member(n):
        try:
            c = consumer(group_id=PREFIX + "-group", session_timeout_ms=10000, heartbeat_interval_ms=500)
            c.subscribe([topic])
            deadline = time.time() + 2 * DEADLINE_S
            while len(seen) < RECORDS:
                check(time.time() < deadline, "the group reads all; so far %d" % len(seen))
                for records in c.poll(200).values():
                    with lock:
                        for r in records:
                            check((r.partition, r.offset) not in seen, "%s twice" % (r,))
                            seen.add((r.partition, r.offset))
                if len(c.assignment()) == 2:
                    sharing.add(n)
            c.commit()
            c.close()
        except BaseException as e:
            failures.append(e)

    members = [threading.Thread(target=member, args=(n,), daemon=True) for n in range(2)]
    for m in members:
        m.start()
    deadline = time.time() + DEADLINE_S
    while len(sharing) < 2:
        check(time.time() < deadline and not failures, "both members get two partitions: %s" % failures)
        time.sleep(0.02)
    p = producer()
    for i in range(RECORDS):
        p.send(topic, value(i), partition=i % 4)
    p.flush(DEADLINE_S)
    for m in members:
        m.join(2 * DEADLINE_S)
    check(not failures and len(seen) == RECORDS, "all seen once: %d %s" % (len(seen), failures))
    proved("consumer group: partitions shared by two members")

    for i in range(100):
        p.send(topic, value(i), partition=0)
    p.flush(DEADLINE_S)
    p.close()
    c = consumer(group_id=PREFIX + "-group", consumer_timeout_ms=DEADLINE_S * 1000)
    c.subscribe([topic])
    again = 0
    for r in c:
        check((r.partition, r.offset) not in seen, "%s again" % (r,))
        again += 1
        if again == 100:
            break
    check(again == 100, "the group goes on: %d" % again)
    first = TopicPartition(topic, 0)
    c.commit({first: OffsetAndMetadata(7, "by hand")})
    check(c.committed(first) == 7, "the commit by hand")
    c.close()
    check((PREFIX + "-group", "consumer") in a.list_consumer_groups(), "the group is listed")
    check(a.describe_consumer_groups([PREFIX + "-group"])[0].group == PREFIX + "-group", "the group is described")
    check(a.list_consumer_group_offsets(PREFIX + "-group")[first].offset == 7, "offsets are listed")
    check(a.delete_consumer_groups([PREFIX + "-group"])[0][1].errno == 0, "the group is deleted")
    a.close()
    proved("consumer group: offsets committed and resumed, administered")


def too_large():
    p = producer(max_request_size=4000000)
    try:
        p.send(PREFIX + "-acks-1", b"x" * 2000000).get(DEADLINE_S)
        raise AssertionError("a record of 2 MB was taken")
    except MessageSizeTooLargeError:
        pass
    p.close()
    proved("records over the limit refused")


infers_the_age_of_the_broker()
admin()
for name in ("none", "gzip", "snappy", "lz4", "zstd"):
    produces_and_consumes(name)
acks(0)
acks(1)
times_and_ends()
group()
too_large()
print("DONE")
