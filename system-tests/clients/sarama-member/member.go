// A member of a group on Sarama that journals what happens, as MemberJournal.java says.
//
// Arguments: the journal, a seed (not used: Sarama commits by itself), topics with commas, settings as key=value. Leaves at "stop" on
// standard input.
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/Shopify/sarama"
)

var (
	journal *os.File
	mutex   sync.Mutex
)

func note(lines ...string) {
	mutex.Lock()
	defer mutex.Unlock()
	now := time.Now().UnixNano() / int64(time.Millisecond)
	all := ""
	for _, line := range lines {
		all += fmt.Sprintf("%d %s\n", now, line)
	}
	_, err := journal.WriteString(all)
	must(err)
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type member struct{}

func claims(letter string, s sarama.ConsumerGroupSession) {
	var lines []string
	for topic, partitions := range s.Claims() {
		for _, partition := range partitions {
			lines = append(lines, fmt.Sprintf("%s %s %d", letter, topic, partition))
		}
	}
	note(lines...)
}

func (member) Setup(s sarama.ConsumerGroupSession) error { claims("A", s); return nil }

func (member) Cleanup(s sarama.ConsumerGroupSession) error { claims("R", s); return nil }

func (member) ConsumeClaim(s sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for m := range claim.Messages() {
		note(
			fmt.Sprintf("P %s %d %d %s", m.Topic, m.Partition, m.Offset, m.Value),
			fmt.Sprintf("T %s %d %d", m.Topic, m.Partition, m.Offset+1))
		s.MarkMessage(m, "")
	}
	return nil
}

func main() {
	var err error
	journal, err = os.OpenFile(os.Args[1], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0644)
	must(err)
	settings := map[string]string{}
	for _, setting := range os.Args[4:] {
		words := strings.SplitN(setting, "=", 2)
		settings[words[0]] = words[1]
	}
	ms := func(key string) time.Duration {
		value, err := strconv.Atoi(settings[key])
		must(err)
		return time.Duration(value) * time.Millisecond
	}
	c := sarama.NewConfig()
	c.Version = sarama.V2_1_0_0
	c.Consumer.Offsets.Initial = sarama.OffsetOldest
	c.Consumer.Offsets.CommitInterval = 200 * time.Millisecond
	c.Consumer.Group.Session.Timeout = ms("session.timeout.ms")
	c.Consumer.Group.Heartbeat.Interval = ms("heartbeat.interval.ms")
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		bufio.NewReader(os.Stdin).ReadString('\n')
		cancel()
	}()
	g, err := sarama.NewConsumerGroup(strings.Split(settings["bootstrap.servers"], ","), settings["group.id"], c)
	must(err)
	topics := strings.Split(os.Args[3], ",")
	for ctx.Err() == nil {
		// What ends a session with an error is tried again, as its documentation has it.
		if err := g.Consume(ctx, topics, member{}); err != nil && ctx.Err() == nil {
			fmt.Fprintln(os.Stderr, err)
			time.Sleep(100 * time.Millisecond)
		}
	}
	must(g.Close())
	note("Z")
}
