package dev.moldau.client.admin;

import static dev.moldau.client.admin.AdminFixture.failure;
import static dev.moldau.client.admin.AdminFixture.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moldau.client.errors.RefusedException;
import dev.moldau.client.scripted.Reply;
import dev.moldau.common.TopicPartition;
import dev.moldau.common.Uuid;
import dev.moldau.protocol.ApiKey;
import dev.moldau.protocol.ErrorCode;
import dev.moldau.protocol.message.ConsumerGroupDescribeResponse;
import dev.moldau.protocol.message.DescribeGroupsRequest;
import dev.moldau.protocol.message.DescribeGroupsResponse;
import dev.moldau.protocol.message.ListGroupsRequest;
import dev.moldau.protocol.message.ListGroupsResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Groups of both kinds, listed and described. */
class GroupsTest {

    private static final Uuid ID = new Uuid(1, 2);

    private final AdminFixture fixture = new AdminFixture();
    private final LoopAdmin admin = fixture.admin;

    GroupsTest() {
        for (String group : List.of("new", "old", "none")) {
            fixture.coordinators.put(group, 1);
        }
    }

    @Test
    void listsByStateAndType() {
        fixture.on(
                ApiKey.LIST_GROUPS,
                request -> Reply.of(new ListGroupsResponse(0, (short) 0, List.of())));
        var listed =
                admin.listGroups(
                        new GroupFilter(Set.of("Empty"), Set.of("consumer")), Options.DEFAULT);
        fixture.loop.advance(20);
        assertThat(value(listed)).isEmpty();
        var asked = (ListGroupsRequest) fixture.sent(ApiKey.LIST_GROUPS).get(0).message();
        assertThat(asked.statesFilter()).containsExactly("Empty");
        assertThat(asked.typesFilter()).containsExactly("consumer");
    }

    @Test
    void aBrokerThatKnowsNoTypesRefusesRatherThanListsAll() {
        fixture.network.highest(ApiKey.LIST_GROUPS, 4);
        var listed = admin.listGroups(GroupFilter.types("classic"), Options.DEFAULT);
        fixture.loop.advance(20);
        assertThat(failure(listed))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("listGroups");
    }

    @Test
    void describesBothKindsWithoutBeingToldWhich() {
        fixture.on(ApiKey.CONSUMER_GROUP_DESCRIBE, request -> Reply.of(balanced()));
        fixture.on(ApiKey.DESCRIBE_GROUPS, request -> Reply.of(classic("old", "none")));
        var described = admin.describeGroups(List.of("new", "old", "none"));
        fixture.loop.advance(20);

        GroupDescription group = value(described.of("new"));
        assertThat(group.type()).isEqualTo(GroupDescription.CONSUMER);
        assertThat(group.epoch()).isEqualTo(7);
        assertThat(group.assignmentEpoch()).isEqualTo(6);
        assertThat(group.assignor()).isEqualTo("uniform");
        GroupMember member = group.members().get(0);
        assertThat(member.partitions()).containsExactly(new TopicPartition("t", 0));
        MemberProgress progress = Objects.requireNonNull(member.progress());
        assertThat(progress.epoch()).isEqualTo(5);
        assertThat(progress.target()).containsExactly(new TopicPartition("t", 1));
        assertThat(progress.pattern()).isEqualTo("t.*");
        assertThat(progress.classic()).isFalse();

        assertThat(group.generations())
                .containsExactly(new GroupGeneration(7, "m joined", 1, 1_000, 20, -1));

        GroupDescription old = value(described.of("old"));
        assertThat(old.generations())
                .containsExactly(new GroupGeneration(3, "m2 left", 2, 900, 5, 7));
        assertThat(old.type()).isEqualTo(GroupDescription.CLASSIC);
        assertThat(old.epoch()).isEqualTo(-1);
        assertThat(failure(described.of("none"))).hasMessageContaining("GROUP_ID_NOT_FOUND");
        var asked = (DescribeGroupsRequest) fixture.sent(ApiKey.DESCRIBE_GROUPS).get(0).message();
        assertThat(asked.groups()).containsExactly("old", "none");
        assertThat(asked.includeGenerations()).isTrue();
    }

    @Test
    void aBrokerWithoutSuchGroupsIsAskedForClassicOnes() {
        fixture.network.highest(ApiKey.CONSUMER_GROUP_DESCRIBE, -1);
        fixture.on(ApiKey.DESCRIBE_GROUPS, request -> Reply.of(classic("old")));
        var described = admin.describeGroups(List.of("old"));
        fixture.loop.advance(20);
        assertThat(value(described.of("old")).type()).isEqualTo(GroupDescription.CLASSIC);
    }

    @Test
    void bothQuestionsTogetherKeepToTheTimeGiven() {
        fixture.on(ApiKey.CONSUMER_GROUP_DESCRIBE, request -> Reply.of(balanced()));
        fixture.on(ApiKey.DESCRIBE_GROUPS, request -> new Reply.Silence());
        var described = admin.describeGroups(List.of("old", "none"), new Options(1_000));
        fixture.loop.advance(1_001);
        assertThat(failure(described.of("old"))).hasMessageContaining("did not end within");
    }

    @Test
    void closingFailsADescriptionThatIsUnderWay() {
        var described = admin.describeGroups(List.of("old"));
        admin.close();
        fixture.loop.advance(20);
        assertThat(failure(described.of("old"))).hasMessageContaining("closed");
    }

    private static ConsumerGroupDescribeResponse balanced() {
        return new ConsumerGroupDescribeResponse(
                0,
                List.of(
                        new ConsumerGroupDescribeResponse.Group(
                                (short) 0,
                                null,
                                "new",
                                "Reconciling",
                                7,
                                6,
                                "uniform",
                                List.of(
                                        new ConsumerGroupDescribeResponse.Member(
                                                "m",
                                                null,
                                                "rack",
                                                5,
                                                "client",
                                                "/host",
                                                List.of(),
                                                "t.*",
                                                assignment(0),
                                                assignment(1),
                                                (byte) 1)),
                                0,
                                List.of(
                                        new ConsumerGroupDescribeResponse.Generation(
                                                7, "m joined", 1, 1_000, 20, -1))),
                        notBalanced("old"),
                        notBalanced("none")));
    }

    private static ConsumerGroupDescribeResponse.Group notBalanced(String name) {
        return new ConsumerGroupDescribeResponse.Group(
                ErrorCode.GROUP_ID_NOT_FOUND.code(),
                null,
                name,
                "",
                0,
                0,
                "",
                List.of(),
                0,
                List.of());
    }

    private static ConsumerGroupDescribeResponse.Assignment assignment(int partition) {
        return new ConsumerGroupDescribeResponse.Assignment(
                List.of(
                        new ConsumerGroupDescribeResponse.TopicPartitions(
                                ID, "t", List.of(partition))));
    }

    private static DescribeGroupsResponse classic(String group, String... dead) {
        List<DescribeGroupsResponse.Group> groups = new ArrayList<>();
        groups.add(
                new DescribeGroupsResponse.Group(
                        (short) 0,
                        null,
                        group,
                        "Stable",
                        "consumer",
                        "range",
                        List.of(),
                        0,
                        List.of(
                                new DescribeGroupsResponse.Generation(
                                        3, "m2 left", 2, 900, 5, 7))));
        for (String name : dead) {
            groups.add(
                    new DescribeGroupsResponse.Group(
                            (short) 0, null, name, "Dead", "", "", List.of(), 0, List.of()));
        }
        return new DescribeGroupsResponse(0, groups);
    }
}
