package dev.moldau.systemtests;

import dev.moldau.systemtests.Flaw.Kind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The history of one group, held against what a group owes its users: every record is processed, in
 * order, by the one member that has its partition; an assignment begins where the group has
 * committed, and nowhere before or after.
 *
 * <p>A commit that was tried may count without its member having learned so; one that was told
 * counts from then on. So an assignment may begin at the last offset told, at the last one tried,
 * or in between.
 */
final class GroupHistory {

    private final List<MemberHistory> members;
    private final Map<String, Long> ends;
    private final long sessionMs;
    private final Map<String, List<Tenure>> tenures = new TreeMap<>();
    private final Map<String, List<GroupEvent>> commits;
    private final List<Flaw> flaws = new ArrayList<>();

    /**
     * @param ends how many records each partition has, by {@code topic-number}
     * @param sessionMs how long a member may be silent before it is taken for dead
     */
    GroupHistory(List<MemberHistory> members, Map<String, Long> ends, long sessionMs) {
        this.members = members;
        this.ends = ends;
        this.sessionMs = sessionMs;
        this.commits =
                members.stream()
                        .flatMap(m -> m.events().stream())
                        .filter(
                                e ->
                                        e.kind() == GroupEvent.Kind.TRIED
                                                || e.kind() == GroupEvent.Kind.COMMITTED)
                        .collect(Collectors.groupingBy(GroupEvent::partition));
        for (MemberHistory member : members) {
            Tenures own = Tenures.of(member);
            flaws.addAll(own.flaws());
            own.all()
                    .forEach(
                            t ->
                                    tenures.computeIfAbsent(t.partition(), p -> new ArrayList<>())
                                            .add(t));
        }
    }

    /** All that is wrong. */
    List<Flaw> flaws() {
        List<Flaw> found = new ArrayList<>(flaws);
        ends.forEach((partition, end) -> findLost(partition, end, found));
        tenures.forEach(
                (partition, all) -> {
                    all.sort(Comparator.comparingLong(Tenure::fromMs));
                    all.forEach(tenure -> checkBeginning(tenure, found));
                    findOverlaps(all, found);
                });
        return found;
    }

    /** Whether every record has been processed. */
    boolean isComplete() {
        return ends.entrySet().stream()
                .allMatch(end -> processed(end.getKey()).cardinality() >= end.getValue());
    }

    /** In a line, what it was. */
    String summary() {
        long processed =
                members.stream()
                        .flatMap(m -> m.events().stream())
                        .filter(e -> e.kind() == GroupEvent.Kind.PROCESSED)
                        .count();
        long records = ends.values().stream().mapToLong(Long::longValue).sum();
        long unexplained =
                tenures.values().stream()
                        .flatMap(List::stream)
                        .filter(Tenure::isUnexplainedLoss)
                        .count();
        return "%d members, %d assignments of a partition, %d records, %d of them again, %d assignments lost without a pause"
                .formatted(
                        members.size(),
                        tenures.values().stream().mapToInt(List::size).sum(),
                        records,
                        processed - records,
                        unexplained);
    }

    private BitSet processed(String partition) {
        BitSet seen = new BitSet();
        for (MemberHistory member : members) {
            for (GroupEvent event : member.events()) {
                if (event.kind() == GroupEvent.Kind.PROCESSED
                        && event.partition().equals(partition)) {
                    seen.set(Math.toIntExact(event.offset()));
                }
            }
        }
        return seen;
    }

    private void findLost(String partition, long end, List<Flaw> found) {
        BitSet seen = processed(partition);
        int firstLost = seen.nextClearBit(0);
        if (firstLost < end) {
            found.add(
                    new Flaw(
                            Kind.LOST,
                            "nobody processed "
                                    + partition
                                    + " offset "
                                    + firstLost
                                    + "; of "
                                    + end
                                    + " records "
                                    + seen.cardinality()
                                    + " were"));
        }
    }

    private void checkBeginning(Tenure tenure, List<Flaw> found) {
        if (tenure.firstOffset() == Tenure.NONE) {
            return;
        }
        long told = 0;
        long tried = 0;
        for (GroupEvent commit : commits.getOrDefault(tenure.partition(), List.of())) {
            if (commit.kind() == GroupEvent.Kind.COMMITTED && commit.ms() < tenure.fromMs()) {
                told = Math.max(told, commit.offset());
            } else if (commit.kind() == GroupEvent.Kind.TRIED && commit.ms() <= tenure.firstMs()) {
                tried = Math.max(tried, commit.offset());
            }
        }
        if (tenure.firstOffset() < told) {
            found.add(new Flaw(Kind.REPEATED, tenure + ", though " + told + " was committed"));
        } else if (tenure.firstOffset() > tried) {
            found.add(new Flaw(Kind.SKIPPED, tenure + ", though only " + tried + " was committed"));
        }
    }

    private void findOverlaps(List<Tenure> all, List<Flaw> found) {
        for (int i = 0; i < all.size(); i++) {
            Tenure earlier = all.get(i);
            for (Tenure later : all.subList(i + 1, all.size())) {
                if (later.fromMs() < earlier.exclusiveUntilMs(later.fromMs(), sessionMs)) {
                    found.add(new Flaw(Kind.TWO_OWNERS, earlier + "; " + later));
                }
            }
        }
    }
}
