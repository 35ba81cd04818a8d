package dev.moldau.systemtests;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A group whose members are processes that come, go and suffer by chance. For one thread. */
final class LiveGroup implements AutoCloseable {

    private static final int LEAST = 2;
    private static final List<MemberFate> FATES = List.of(MemberFate.values());

    private final Path folder;
    private final String bootstrap;
    private final String id;
    private final List<String> topics;
    private final int most;
    private final Random random;
    private final List<MemberProcess> all = new ArrayList<>();
    private final List<MemberProcess> live = new ArrayList<>();
    private final List<MemberProcess> leaving = new ArrayList<>();
    private final Map<MemberFate, Integer> fates = new EnumMap<>(MemberFate.class);
    private List<MemberKind> kinds;
    private int nextKind;
    private long resumeMs;

    /**
     * @param kinds new members are of each of these in turn
     * @param most how many members it has at one time
     */
    LiveGroup(
            Path folder,
            String bootstrap,
            String id,
            List<String> topics,
            List<MemberKind> kinds,
            int most,
            Random random) {
        this.folder = folder;
        this.bootstrap = bootstrap;
        this.id = id;
        this.topics = topics;
        this.kinds = kinds;
        this.most = most;
        this.random = random;
    }

    String id() {
        return id;
    }

    /** How often what happened. */
    Map<MemberFate, Integer> fates() {
        return fates;
    }

    /** From now on new members are of these kinds. */
    void turnTo(List<MemberKind> others) {
        kinds = others;
        nextKind = 0;
    }

    /** Whether a member is of a kind that new ones are not of. */
    boolean hasOthers() {
        return live.stream().anyMatch(m -> !kinds.contains(m.kind()));
    }

    /** Replaces the oldest member of a kind that new ones are not of. */
    void replaceOther() {
        live.stream()
                .filter(m -> !kinds.contains(m.kind()) && !m.isPaused())
                .findFirst()
                .ifPresent(this::replace);
    }

    /** Lets something happen, if there is enough of a group for it. */
    void step() {
        live.forEach(m -> m.checkAlive());
        tidy();
        if (live.size() < LEAST) {
            join();
            return;
        }
        MemberFate fate = FATES.get(random.nextInt(FATES.size()));
        if (fate == MemberFate.JOINS) {
            if (live.size() < most) {
                join();
            }
            return;
        }
        MemberProcess member = live.get(random.nextInt(live.size()));
        // Who has not come to anything yet would tell nothing; one pause at a time.
        if (!member.isPaused() && member.hasJoined()) {
            befall(member, fate);
        }
    }

    private void befall(MemberProcess member, MemberFate fate) {
        boolean paused = live.stream().anyMatch(MemberProcess::isPaused);
        switch (fate) {
            case JOINS -> throw new IllegalArgumentException("to nobody");
            case LEAVES -> leave(member);
            case IS_KILLED -> {
                member.kill();
                live.remove(member);
                count(fate);
            }
            case IS_PAUSED_LONG -> {
                if (!paused) {
                    pause(member, MemberKind.SESSION_MS + 1_500 + random.nextInt(1_500), fate);
                }
            }
            case IS_PAUSED_SHORTLY -> {
                if (!paused) {
                    pause(member, 100 + random.nextInt(MemberKind.SESSION_MS / 8), fate);
                }
            }
            case CHANGES_SUBSCRIPTION -> {
                if (member.kind().changesSubscription()) {
                    member.subscribe(someTopics());
                    count(fate);
                }
            }
            case IS_REPLACED -> replace(member);
        }
    }

    private void pause(MemberProcess member, int ms, MemberFate fate) {
        member.pause();
        resumeMs = System.currentTimeMillis() + ms;
        count(fate);
    }

    private void replace(MemberProcess member) {
        member.leave();
        live.remove(member);
        leaving.add(member);
        count(MemberFate.IS_REPLACED);
        start(allTopics());
    }

    private void leave(MemberProcess member) {
        member.leave();
        live.remove(member);
        leaving.add(member);
        count(MemberFate.LEAVES);
    }

    /** One more member. */
    void join() {
        count(MemberFate.JOINS);
        boolean same = kinds.stream().anyMatch(kind -> !kind.allowsDifferentSubscriptions());
        start(same ? allTopics() : someTopics());
    }

    private void start(String subscription) {
        MemberKind kind = kinds.get(nextKind++ % kinds.size());
        String name = id + "-" + all.size() + "-" + kind;
        MemberProcess member =
                MemberProcess.start(
                        folder, name, kind, bootstrap, id, random.nextLong(), subscription);
        all.add(member);
        live.add(member);
    }

    private String someTopics() {
        return random.nextInt(3) == 0 ? topics.getFirst() : allTopics();
    }

    private String allTopics() {
        return String.join(",", topics);
    }

    /** Lets go on who was paused long enough. */
    void tidy() {
        for (MemberProcess member : live) {
            if (member.isPaused() && System.currentTimeMillis() >= resumeMs) {
                member.resume();
            }
        }
    }

    private void count(MemberFate fate) {
        fates.merge(fate, 1, Integer::sum);
    }

    /** Lets everybody be, with all topics read by somebody. */
    void calm() {
        for (MemberProcess member : live) {
            if (member.isPaused()) {
                member.resume();
            }
            if (member.kind().changesSubscription()) {
                member.subscribe(allTopics());
            }
        }
        // Those of other clients may all have come for one topic only.
        start(allTopics());
    }

    /** Everybody leaves, one after the other, and ends well. */
    void end() {
        for (MemberProcess member : live) {
            member.leave();
        }
        leaving.addAll(live);
        live.clear();
        leaving.forEach(MemberProcess::awaitLeft);
    }

    /** What happened so far, held against what is there to be read. */
    GroupHistory history(Map<String, Long> ends) {
        return new GroupHistory(
                all.stream().map(MemberProcess::history).toList(), ends, MemberKind.SESSION_MS);
    }

    /** Each kind of member that processed something. */
    List<MemberKind> kindsThatProcessed() {
        return all.stream()
                .filter(
                        m ->
                                m.history().events().stream()
                                        .anyMatch(e -> e.kind() == GroupEvent.Kind.PROCESSED))
                .map(MemberProcess::kind)
                .distinct()
                .toList();
    }

    @Override
    public void close() {
        all.forEach(MemberProcess::close);
    }
}
