// What an application on Sarama 1.22 does, judged from the outside: with its default configuration, which speaks like a client of
// Kafka 0.8.2, and with a modern one; synchronous, asynchronous and as a group.
//
// Arguments: bootstrap servers, a prefix for topics and groups, "default" or "modern". Prints "PROVED <capability>" for each thing seen to
// work; ends with 1 at the first that does not.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/Shopify/sarama"
)

const (
	records  = 2000
	deadline = 30 * time.Second
)

var (
	brokers []string
	prefix  string
)

func proved(capability string) { fmt.Println("PROVED " + capability) }

func check(holds bool, format string, args ...interface{}) {
	if !holds {
		log.Fatalf("not so: "+format, args...)
	}
}

func must(err error, what string) { check(err == nil, "%s: %v", what, err) }

func value(i int) string { return fmt.Sprintf("value-%d%s", i, strings.Repeat(" and so on", i%50)) }

func key(i int) string { return fmt.Sprintf("key-%d", i) }

func message(topic string, partition int32, i int) *sarama.ProducerMessage {
	return &sarama.ProducerMessage{Topic: topic, Partition: partition, Key: sarama.StringEncoder(key(i)), Value: sarama.StringEncoder(value(i)), Metadata: i}
}

func config(modern bool) *sarama.Config {
	c := sarama.NewConfig()
	c.ClientID = "judge"
	if modern {
		c.Version = sarama.V2_1_0_0
	}
	c.Producer.Return.Successes = true
	c.Producer.Partitioner = sarama.NewManualPartitioner
	c.Consumer.Offsets.Initial = sarama.OffsetOldest
	return c
}

func codecs(modern bool) map[string]sarama.CompressionCodec {
	known := map[string]sarama.CompressionCodec{"none": sarama.CompressionNone, "gzip": sarama.CompressionGZIP, "snappy": sarama.CompressionSnappy}
	if modern {
		known["lz4"] = sarama.CompressionLZ4
		// Not zstd: this release offers it but sends it by Produce v3, where every broker refuses it.
	}
	return known
}

func synchronous(modern bool) {
	for name, codec := range codecs(modern) {
		c := config(modern)
		c.Producer.Compression = codec
		topic := prefix + "-codec-" + name
		producer, err := sarama.NewSyncProducer(brokers, c)
		must(err, "sync producer")
		messages := make([]*sarama.ProducerMessage, records)
		for i := range messages {
			messages[i] = message(topic, 0, i)
		}
		must(producer.SendMessages(messages), "send with "+name)
		for i, m := range messages {
			check(m.Offset == int64(i), "offset of message %d: %d", i, m.Offset)
		}
		partition, offset, err := producer.SendMessage(message(topic, 0, records))
		must(err, "send one")
		check(partition == 0 && offset == records, "place of the last: %d %d", partition, offset)
		must(producer.Close(), "close")
		read(modern, topic, records+1)
		proved("synchronous producer and partition consumer, " + name)
	}
}

func read(modern bool, topic string, count int) {
	consumer, err := sarama.NewConsumer(brokers, config(modern))
	must(err, "consumer")
	part, err := consumer.ConsumePartition(topic, 0, sarama.OffsetOldest)
	must(err, "partition consumer")
	late := time.After(deadline)
	for i := 0; i < count; i++ {
		select {
		case m := <-part.Messages():
			check(m.Offset == int64(i), "offset %d instead of %d", m.Offset, i)
			check(string(m.Key) == key(i) && string(m.Value) == value(i), "content of %d", i)
		case <-late:
			check(false, "only %d of %d came back from %s", i, count, topic)
		}
	}
	must(part.Close(), "close partition consumer")
	must(consumer.Close(), "close consumer")
}

func asynchronous(modern bool, acks sarama.RequiredAcks, name string) {
	c := config(modern)
	c.Producer.RequiredAcks = acks
	c.Producer.Flush.Messages = 100
	c.Producer.Flush.Frequency = 5 * time.Millisecond
	c.Net.MaxOpenRequests = 1
	topic := prefix + "-async-" + name
	producer, err := sarama.NewAsyncProducer(brokers, c)
	must(err, "async producer")
	done := make(chan int)
	go func() {
		seen := 0
		for range producer.Successes() {
			seen++
		}
		done <- seen
	}()
	go func() {
		for e := range producer.Errors() {
			log.Fatalf("not so: %v", e)
		}
	}()
	for i := 0; i < records; i++ {
		producer.Input() <- message(topic, 0, i)
	}
	producer.AsyncClose()
	check(<-done == records, "every message succeeds")
	read(modern, topic, records)
	proved("asynchronous producer, acks=" + name)
}

func idempotent() {
	c := config(true)
	c.Producer.Idempotent = true
	c.Producer.RequiredAcks = sarama.WaitForAll
	c.Net.MaxOpenRequests = 1
	topic := prefix + "-idempotent"
	producer, err := sarama.NewSyncProducer(brokers, c)
	must(err, "idempotent producer")
	for i := 0; i < records; i += 100 {
		messages := make([]*sarama.ProducerMessage, 100)
		for n := range messages {
			messages[n] = message(topic, 0, i+n)
		}
		must(producer.SendMessages(messages), "send")
	}
	must(producer.Close(), "close")
	read(true, topic, records)
	proved("idempotent producer")
}

func offsets(modern bool) {
	client, err := sarama.NewClient(brokers, config(modern))
	must(err, "client")
	topic := prefix + "-codec-none"
	newest, err := client.GetOffset(topic, 0, sarama.OffsetNewest)
	must(err, "newest")
	oldest, err := client.GetOffset(topic, 0, sarama.OffsetOldest)
	must(err, "oldest")
	check(newest == records+1 && oldest == 0, "ends %d %d", oldest, newest)
	manager, err := sarama.NewOffsetManagerFromClient(prefix+"-managed", client)
	must(err, "offset manager")
	part, err := manager.ManagePartition(topic, 0)
	must(err, "managed partition")
	part.MarkOffset(42, "by hand")
	must(part.Close(), "close managed partition")
	must(manager.Close(), "close manager")
	manager, err = sarama.NewOffsetManagerFromClient(prefix+"-managed", client)
	must(err, "offset manager again")
	part, err = manager.ManagePartition(topic, 0)
	must(err, "managed partition again")
	next, metadata := part.NextOffset()
	check(next == 42 && metadata == "by hand", "the commit is kept: %d %s", next, metadata)
	part.AsyncClose()
	must(manager.Close(), "close manager")
	must(client.Close(), "close client")
	proved("offsets: ends, committed with OffsetCommit v1")
}

type handler struct {
	mutex sync.Mutex
	seen  map[string]bool
	owned map[string]int
	twice int
}

type member struct {
	name string
	*handler
}

func (m member) Setup(s sarama.ConsumerGroupSession) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.owned[m.name] = len(s.Claims()[prefix+"-group"])
	return nil
}

func (m member) Cleanup(sarama.ConsumerGroupSession) error { return nil }

func (m member) ConsumeClaim(s sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for message := range claim.Messages() {
		m.mutex.Lock()
		place := fmt.Sprintf("%d:%d", message.Partition, message.Offset)
		if m.seen[place] {
			m.twice++
		}
		m.seen[place] = true
		m.mutex.Unlock()
		s.MarkMessage(message, "")
	}
	return nil
}

func until(what string, holds func() bool) {
	end := time.Now().Add(deadline)
	for !holds() {
		check(time.Now().Before(end), "not in time: %s", what)
		time.Sleep(20 * time.Millisecond)
	}
}

func group() {
	topic := prefix + "-group"
	admin, err := sarama.NewClusterAdmin(brokers, config(true))
	must(err, "admin")
	must(admin.CreateTopic(topic, &sarama.TopicDetail{NumPartitions: 4, ReplicationFactor: 1}, false), "create topic")
	h := &handler{seen: map[string]bool{}, owned: map[string]int{}}
	join := func(name string) (sarama.ConsumerGroup, func()) {
		c := config(true)
		c.Consumer.Group.Heartbeat.Interval = 500 * time.Millisecond
		g, err := sarama.NewConsumerGroup(brokers, prefix+"-group", c)
		must(err, "group")
		ctx, cancel := context.WithCancel(context.Background())
		finished := make(chan bool)
		go func() {
			for ctx.Err() == nil {
				must(g.Consume(ctx, []string{topic}, member{name, h}), "consume")
			}
			close(finished)
		}()
		return g, func() { cancel(); <-finished; must(g.Close(), "close group") }
	}
	_, leaveFirst := join("first")
	_, leaveSecond := join("second")
	owned := func(name string, n int) func() bool {
		return func() bool { h.mutex.Lock(); defer h.mutex.Unlock(); return h.owned[name] == n }
	}
	until("the first has 2", owned("first", 2))
	until("the second has 2", owned("second", 2))
	producer, err := sarama.NewSyncProducer(brokers, config(true))
	must(err, "producer")
	send := func(count int) {
		messages := make([]*sarama.ProducerMessage, count)
		for i := range messages {
			messages[i] = message(topic, int32(i%4), i)
		}
		must(producer.SendMessages(messages), "send")
	}
	send(records)
	seen := func(n int) func() bool {
		return func() bool { h.mutex.Lock(); defer h.mutex.Unlock(); return len(h.seen) == n }
	}
	until("all are seen", seen(records))
	proved("consumer group: partitions shared by two members")
	leaveFirst()
	until("the one that stays takes all", owned("second", 4))
	send(100)
	until("the group goes on", seen(records+100))
	leaveSecond()
	must(producer.Close(), "close producer")
	check(h.twice == 0, "%d records twice", h.twice)
	must(admin.DeleteTopic(topic), "delete topic")
	must(admin.Close(), "close admin")
	proved("consumer group: left, resumed; admin: topics")
}

func main() {
	brokers, prefix = []string{os.Args[1]}, os.Args[2]
	modern := os.Args[3] == "modern"
	synchronous(modern)
	asynchronous(modern, sarama.NoResponse, "0")
	asynchronous(modern, sarama.WaitForLocal, "1")
	asynchronous(modern, sarama.WaitForAll, "all")
	offsets(modern)
	if modern {
		idempotent()
		group()
	}
	fmt.Println("DONE")
}
