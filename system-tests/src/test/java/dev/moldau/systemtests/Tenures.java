package dev.moldau.systemtests;

import dev.moldau.systemtests.Flaw.Kind;
import dev.moldau.systemtests.Tenure.End;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Goes through one member's events: its tenures, and what is wrong within each. */
final class Tenures {

    private final MemberHistory member;
    private final List<Tenure> all = new ArrayList<>();
    private final List<Flaw> flaws = new ArrayList<>();
    private final Map<String, Tenure> open = new HashMap<>();

    private Tenures(MemberHistory member) {
        this.member = member;
    }

    static Tenures of(MemberHistory member) {
        Tenures tenures = new Tenures(member);
        member.events().forEach(tenures::take);
        if (member.killedMs() != MemberHistory.NEVER) {
            tenures.open.values().forEach(t -> t.end(member.killedMs(), End.KILLED));
        }
        return tenures;
    }

    List<Tenure> all() {
        return all;
    }

    List<Flaw> flaws() {
        return flaws;
    }

    private void take(GroupEvent event) {
        switch (event.kind()) {
            case ASSIGNED -> {
                end(event, End.GIVEN_UP);
                Tenure tenure = new Tenure(member, event.partition(), event.ms());
                all.add(tenure);
                open.put(event.partition(), tenure);
            }
            case REVOKED -> end(event, End.GIVEN_UP);
            case LOST -> end(event, End.LOST);
            case PROCESSED -> processed(event);
            case TRIED -> ifOpen(event, tenure -> tenure.tried(event.ms(), event.offset()));
            case COMMITTED -> ifOpen(event, tenure -> tenure.committed(event.offset()));
            case CLOSED -> {
                open.values().forEach(t -> t.end(event.ms(), End.GIVEN_UP));
                open.clear();
            }
        }
    }

    private void ifOpen(GroupEvent event, Consumer<Tenure> told) {
        Tenure tenure = open.get(event.partition());
        if (tenure != null) {
            told.accept(tenure);
        }
    }

    private void end(GroupEvent event, End how) {
        Tenure tenure = open.remove(event.partition());
        if (tenure != null) {
            tenure.end(event.ms(), how);
        }
    }

    private void processed(GroupEvent event) {
        if (event.number() != event.offset()) {
            flaw(Kind.CHANGED, event, "it says that it is number " + event.number());
        }
        Tenure tenure = open.get(event.partition());
        if (tenure == null) {
            flaw(Kind.NOT_ITS_OWN, event, "the partition is not assigned to it");
            return;
        }
        long last = tenure.lastOffset();
        if (last != Tenure.NONE && event.offset() <= last) {
            flaw(Kind.NOT_MONOTONIC, event, "after offset " + last + " of the same assignment");
        } else if (last != Tenure.NONE && event.offset() > last + 1) {
            flaw(Kind.SKIPPED, event, "after offset " + last + " of the same assignment");
        }
        tenure.processed(event.ms(), event.offset());
    }

    private void flaw(Kind kind, GroupEvent event, String why) {
        flaws.add(
                new Flaw(
                        kind,
                        member.name()
                                + " processed "
                                + event.partition()
                                + " offset "
                                + event.offset()
                                + " at "
                                + event.ms()
                                + ": "
                                + why));
    }
}
