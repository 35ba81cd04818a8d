import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends through a producer what a file says, a run per line, and keeps a ledger of what it was told. A run ends with its number of
 * records, or when "stop" comes on standard input.
 *
 * <p>A line: {@code ledger=FILE base=EPOCH_MS topics=A,B partitions=N records=MOST_PER_PARTITION bytes=MOST rate=PER_SECOND_OR_0 producer.NAME=VALUE ...}.
 * Each topic has a thread that sends to its partitions in turn. Prints {@code TOLD n} several times a second while it sends, {@code STALL
 * topic partition from_ms to_ms} where between two answers of success of a partition at least {@code stall=MS} went by (0, or nothing
 * said: never), {@code RUN sent told failed refused seconds} after each run and {@code DONE} at the end; ends with another code than 0
 * at a callback that comes twice, never, or out of order.
 */
final class ProducerDriver {

    private final Sends.Maker maker;
    private volatile boolean stopped;

    private ProducerDriver(Sends.Maker maker) {
        this.maker = maker;
    }

    static void main(String[] args, Sends.Maker maker) throws Exception {
        ProducerDriver driver = new ProducerDriver(maker);
        Thread input = new Thread(driver::readInput, "input");
        input.setDaemon(true);
        input.start();
        for (String line : Files.readAllLines(Paths.get(args[0]))) {
            driver.run(words(line));
        }
        System.out.println("DONE");
        System.exit(0);
    }

    private static Map<String, String> words(String line) {
        Map<String, String> words = new HashMap<>();
        for (String word : line.split(" ")) {
            words.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
        }
        return words;
    }

    private void readInput() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.equals("stop")) {
                    stopped = true;
                }
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void run(Map<String, String> words) throws Exception {
        stopped = false;
        Map<String, String> settings = new HashMap<>();
        words.forEach((name, value) -> {
            if (name.startsWith("producer.")) {
                settings.put(name.substring("producer.".length()), value);
            }
        });
        Ledger ledger =
                new Ledger(
                        Long.parseLong(words.get("base")),
                        Integer.parseInt(words.get("bytes")),
                        words.get("topics").split(","),
                        Integer.parseInt(words.get("partitions")),
                        Integer.parseInt(words.get("records")));
        Tally tally = new Tally(ledger, Long.parseLong(words.getOrDefault("stall", "0")));
        int rate = Integer.parseInt(words.get("rate"));
        long start = System.nanoTime();
        try (Sends producer = maker.make(settings)) {
            tally.ordersFailures = producer.ordersFailures();
            List<Thread> threads = new ArrayList<>();
            AtomicReference<Throwable> broken = new AtomicReference<>();
            for (int t = 0; t < ledger.topics.length; t++) {
                int topic = t;
                Thread thread = new Thread(() -> send(producer, ledger, tally, topic, rate / ledger.topics.length), "sender " + t);
                thread.setUncaughtExceptionHandler((which, e) -> {
                    broken.set(e);
                    stopped = true;
                });
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                while (thread.isAlive()) {
                    thread.join(100);
                    System.out.println("TOLD " + tally.answered.get() + " " + tally.acknowledged.get());
                }
            }
            if (broken.get() != null) {
                throw new AssertionError("a sender broke", broken.get());
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        tally.check();
        Path file = Paths.get(words.get("ledger"));
        ledger.write(file);
        System.out.println(
                "RUN "
                        + ledger.count(told -> true)
                        + " "
                        + ledger.count(told -> told >= Ledger.WITHOUT_OFFSET)
                        + " "
                        + ledger.count(told -> told == Ledger.FAILED)
                        + " "
                        + ledger.count(told -> told == Ledger.REFUSED)
                        + " "
                        + seconds);
        tally.errors.forEach((error, count) -> System.out.println("ERROR " + count + "x " + error));
    }

    private void send(Sends producer, Ledger ledger, Tally tally, int topic, int rate) {
        String name = ledger.topics[topic];
        int most = ledger.told[topic][0].length;
        long start = System.nanoTime();
        for (int number = 0; number < most && !stopped; number++) {
            for (int partition = 0; partition < ledger.partitions; partition++) {
                if (rate > 0) {
                    long due = start + (long) ((number * (long) ledger.partitions + partition) * (1e9 / rate));
                    for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
                        LockSupport.parkNanos(wait);
                    }
                }
                Tally.One one = tally.new One(topic, partition, number, Thread.currentThread());
                ledger.sent[topic][partition]++;
                try {
                    producer.send(
                            name,
                            partition,
                            Payload.timestampMs(ledger.baseMs, number),
                            Payload.key(name, partition, number),
                            Payload.value(name, partition, number, ledger.mostBytes),
                            Payload.hasHeader(number) ? Payload.header(number) : null,
                            one);
                } catch (RuntimeException refused) {
                    one.refused(refused);
                }
            }
        }
    }

    /** Hears the callbacks and watches over them. */
    private static final class Tally {
        private final Ledger ledger;
        private final int[][] last;
        private final long stallMs;
        /** When a partition's last success was told, in ms of the epoch; 0 before the first. */
        private final long[][] successMs;
        private volatile boolean ordersFailures;
        private final AtomicInteger answered = new AtomicInteger();
        private final AtomicInteger acknowledged = new AtomicInteger();
        private final AtomicReference<String> wrong = new AtomicReference<>();
        private final Map<String, Integer> errors = new java.util.concurrent.ConcurrentHashMap<>();

        Tally(Ledger ledger, long stallMs) {
            this.ledger = ledger;
            this.stallMs = stallMs;
            this.successMs = new long[ledger.topics.length][ledger.partitions];
            this.last = new int[ledger.topics.length][ledger.partitions];
            for (int[] topic : last) {
                Arrays.fill(topic, -1);
            }
        }

        void check() {
            if (wrong.get() != null) {
                throw new AssertionError(wrong.get());
            }
            long pending = ledger.count(told -> told == Ledger.PENDING);
            if (pending > 0) {
                throw new AssertionError(pending + " records were never answered, though the producer has closed");
            }
        }

        private void wrong(String what) {
            wrong.compareAndSet(null, what);
        }

        private final class One implements Sends.Told {
            private final int topic;
            private final int partition;
            private final int number;
            private final Thread sender;

            One(int topic, int partition, int number, Thread sender) {
                this.topic = topic;
                this.partition = partition;
                this.number = number;
                this.sender = sender;
            }

            @Override
            public void told(long offset, Throwable error) {
                // Within the call itself: another client's way of refusing.
                if (error != null && Thread.currentThread() == sender) {
                    refused(error);
                    return;
                }
                if (error == null || ordersFailures) {
                    if (number <= last[topic][partition]) {
                        wrong(this + " called back after " + last[topic][partition]);
                    }
                    last[topic][partition] = number;
                }
                if (error != null) {
                    count(error);
                } else if (stallMs > 0) {
                    succeeded(System.currentTimeMillis());
                }
                mark(error == null ? Math.max(offset, Ledger.WITHOUT_OFFSET) : Ledger.FAILED);
            }

            /** Successes of a producer are told one at a time. */
            private void succeeded(long nowMs) {
                long before = successMs[topic][partition];
                successMs[topic][partition] = nowMs;
                if (before > 0 && nowMs - before >= stallMs) {
                    System.out.println("STALL " + ledger.topics[topic] + " " + partition + " " + before + " " + nowMs);
                }
            }

            void refused(Throwable error) {
                count(error);
                mark(Ledger.REFUSED);
            }

            private void count(Throwable error) {
                // Numbers differ from record to record; the kind of error is what is worth a line.
                errors.merge(error.toString().replaceAll("\\d+", "#"), 1, Integer::sum);
            }

            private void mark(long what) {
                if (ledger.told[topic][partition][number] != Ledger.PENDING) {
                    wrong(this + " called back twice: " + ledger.told[topic][partition][number] + ", then " + what);
                }
                ledger.told[topic][partition][number] = what;
                answered.incrementAndGet();
                if (what >= Ledger.WITHOUT_OFFSET) {
                    acknowledged.incrementAndGet();
                }
            }

            @Override
            public String toString() {
                return ledger.topics[topic] + "-" + partition + " record " + number;
            }
        }
    }
}
