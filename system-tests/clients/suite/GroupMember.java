import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/**
 * A member of a group that processes what it is given, commits now and then, this way or that, and journals what happens.
 *
 * <p>Arguments: the journal, a seed, topics with commas, settings as {@code key=value}. Lines of standard input: {@code subscribe a,b},
 * and {@code stop}, upon which it leaves and the process ends with 0.
 */
final class GroupMember implements Member.Changes {

    private static final int POLL_MS = 100;
    private static final int MOST_WORK_MS = 20;

    private final MemberJournal journal;
    private final Random random;
    private final Member member;
    private volatile List<String> wanted;
    private volatile boolean stopped;
    /** Where to go on, by partition, of what was processed and is not known to be committed. */
    private final Map<String, Member.Place> next = new LinkedHashMap<>();

    private GroupMember(MemberJournal journal, long seed, List<String> topics, Member member) {
        this.journal = journal;
        this.random = new Random(seed);
        this.wanted = topics;
        this.member = member;
    }

    static void run(String[] args, Function<Map<String, Object>, Member> consumers) throws Exception {
        Map<String, Object> settings = new HashMap<>();
        for (String setting : Arrays.asList(args).subList(3, args.length)) {
            int equals = setting.indexOf('=');
            settings.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        settings.put("enable.auto.commit", "false");
        settings.put("auto.offset.reset", "earliest");
        settings.put("max.poll.records", "50");
        MemberJournal journal = new MemberJournal(Paths.get(args[0]));
        GroupMember member =
                new GroupMember(journal, Long.parseLong(args[1]), Arrays.asList(args[2].split(",")), consumers.apply(settings));
        Thread input = new Thread(member::listen, "input");
        input.setDaemon(true);
        input.start();
        member.consume();
        journal.add(List.of("Z"));
    }

    private void listen() {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("subscribe ")) {
                    wanted = Arrays.asList(line.substring("subscribe ".length()).split(","));
                } else {
                    stopped = true;
                }
            }
        } catch (java.io.IOException e) {
            throw new IllegalStateException(e);
        }
        // Whoever started it is gone.
        stopped = true;
    }

    private void consume() throws InterruptedException {
        List<String> subscribed = null;
        try (Member consumer = member) {
            while (!stopped) {
                List<String> topics = wanted;
                if (!topics.equals(subscribed)) {
                    consumer.subscribe(topics, this);
                    subscribed = topics;
                }
                process(consumer.poll(POLL_MS));
            }
        }
    }

    private void process(List<Member.Numbered> records) throws InterruptedException {
        List<String> lines = new ArrayList<>();
        for (Member.Numbered record : records) {
            Member.Place place = record.place();
            lines.add("P " + place.partitionWords() + " " + place.offset() + " " + record.number());
            next.put(place.partitionWords(), new Member.Place(place.topic(), place.partition(), place.offset() + 1));
        }
        journal.add(lines);
        if (!records.isEmpty()) {
            Thread.sleep(random.nextInt(MOST_WORK_MS));
        }
        int chance = random.nextInt(4);
        if (chance == 0) {
            commitSync();
        } else if (chance == 1 && !next.isEmpty()) {
            Map<String, Member.Place> places = new HashMap<>(next);
            note('T', places);
            next.clear();
            member.commitAsync(places, () -> note('C', places));
        }
    }

    private void commitSync() {
        if (next.isEmpty()) {
            return;
        }
        Map<String, Member.Place> places = new HashMap<>(next);
        note('T', places);
        if (member.commitSync(places)) {
            note('C', places);
        }
        next.clear();
    }

    private void note(char letter, Map<String, Member.Place> places) {
        journal.add(places.values().stream().map(p -> letter + " " + p.partitionWords() + " " + p.offset()).toList());
    }

    private void note(char letter, List<Member.Place> partitions) {
        journal.add(partitions.stream().map(p -> letter + " " + p.partitionWords()).toList());
    }

    @Override
    public void assigned(List<Member.Place> partitions) {
        note('A', partitions);
    }

    @Override
    public void revoked(List<Member.Place> partitions) {
        if (random.nextInt(3) > 0) {
            commitSync();
        }
        partitions.forEach(p -> next.remove(p.partitionWords()));
        note('R', partitions);
    }

    @Override
    public void lost(List<Member.Place> partitions) {
        partitions.forEach(p -> next.remove(p.partitionWords()));
        note('L', partitions);
    }
}
