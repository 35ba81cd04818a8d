"""Does what it is told by lines on its standard input, through librdkafka, and answers each with a line: "ok" and the
result as JSON, or "failed" and why. One client for a broker that is killed again and again.

Argument: bootstrap servers.
"""

import json
import sys

from confluent_kafka import Consumer, Producer, TopicPartition
from confluent_kafka.admin import AdminClient, ConfigResource, NewTopic

TIMEOUT_S = 15
CONNECTION = {
    "bootstrap.servers": sys.argv[1],
    "reconnect.backoff.ms": 10,
    "reconnect.backoff.max.ms": 100,
    "topic.metadata.refresh.sparse": False,
    "topic.metadata.propagation.max.ms": 0,
}
ADMIN = AdminClient(CONNECTION)


def only(futures):
    (future,) = futures.values()
    return future.result(TIMEOUT_S)


def create(topic, partitions, retention_ms):
    config = {"retention.ms": retention_ms}
    only(ADMIN.create_topics([NewTopic(topic, int(partitions), 1, config=config)], request_timeout=TIMEOUT_S))


def delete(topic):
    only(ADMIN.delete_topics([topic], request_timeout=TIMEOUT_S))


def alter(topic, key, value):
    resource = ConfigResource(ConfigResource.Type.TOPIC, topic, set_config={key: value})
    only(ADMIN.alter_configs([resource], request_timeout=TIMEOUT_S))


def config(topic, key):
    resource = ConfigResource(ConfigResource.Type.TOPIC, topic)
    return only(ADMIN.describe_configs([resource], request_timeout=TIMEOUT_S))[key].value


def topics():
    return sorted(ADMIN.list_topics(timeout=TIMEOUT_S).topics)


def produce(topic, count):
    failures = []
    producer = Producer(dict(CONNECTION, **{"acks": "all", "linger.ms": 1, "message.timeout.ms": 10000}))
    for i in range(int(count)):
        producer.produce(
            topic, ("record %d" % i).encode(), partition=0, callback=lambda error, _: error and failures.append(error)
        )
    left = producer.flush(TIMEOUT_S)
    if failures or left:
        raise RuntimeError("%d not sent, %s" % (left, failures[:1]))


def consumer(group):
    return Consumer(dict(CONNECTION, **{"group.id": group, "enable.auto.commit": False}))


def offsets(topic):
    reader = consumer("watermarks")
    try:
        return list(reader.get_watermark_offsets(TopicPartition(topic, 0), timeout=TIMEOUT_S))
    finally:
        reader.close()


def commit(group, topic, offset):
    member = consumer(group)
    try:
        (done,) = member.commit(offsets=[TopicPartition(topic, 0, int(offset))], asynchronous=False)
        if done.error:
            raise RuntimeError(str(done.error))
    finally:
        member.close()


def committed(group, topic):
    member = consumer(group)
    try:
        (found,) = member.committed([TopicPartition(topic, 0)], timeout=TIMEOUT_S)
        if found.error:
            raise RuntimeError(str(found.error))
        return max(found.offset, -1)
    finally:
        member.close()


COMMANDS = {f.__name__: f for f in (create, delete, alter, config, topics, produce, offsets, commit, committed)}

for line in sys.stdin:
    name, *words = line.split()
    try:
        print("ok " + json.dumps(COMMANDS[name](*words)), flush=True)
    except Exception as e:  # whatever the client says, the test judges it
        print("failed %s: %s" % (type(e).__name__, str(e).replace("\n", " ")), flush=True)
