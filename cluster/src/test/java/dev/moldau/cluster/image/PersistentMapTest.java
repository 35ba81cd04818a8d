package dev.moldau.cluster.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class PersistentMapTest {

    @RepeatedTest(5)
    void anyChangesGiveWhatAHashMapGivesAndLeaveOlderCopiesAlone() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<String, Integer> model = new HashMap<>();
        PersistentMap<String, Integer> map = PersistentMap.empty();
        List<PersistentMap<String, Integer>> olderCopies = new ArrayList<>();
        List<Map<String, Integer>> olderModels = new ArrayList<>();
        for (int step = 0; step < 3_000; step++) {
            String key = "k" + random.nextInt(600);
            if (random.nextInt(3) == 0) {
                map = map.without(key);
                model.remove(key);
            } else {
                map = map.with(key, step);
                model.put(key, step);
            }
            if (step % 500 == 0) {
                olderCopies.add(map);
                olderModels.add(new HashMap<>(model));
            }
        }
        assertSame(seed, map, model);
        for (int i = 0; i < olderCopies.size(); i++) {
            assertSame(seed, olderCopies.get(i), olderModels.get(i));
        }
    }

    private static void assertSame(
            long seed, PersistentMap<String, Integer> map, Map<String, Integer> model) {
        assertThat(map.size()).as("seed %d", seed).isEqualTo(model.size());
        assertThat(map.values()).as("seed %d", seed).hasSize(model.size());
        assertThat(map.values())
                .as("seed %d", seed)
                .containsExactlyInAnyOrderElementsOf(model.values());
        model.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value));
        List<Integer> visited = new ArrayList<>();
        map.values().forEach(visited::add);
        assertThat(visited).containsExactlyInAnyOrderElementsOf(model.values());
    }

    @Test
    void takingAwayWhatIsNotThereChangesNothing() {
        PersistentMap<String, Integer> map = PersistentMap.<String, Integer>empty().with("a", 1);
        assertThat(map.without("b")).isSameAs(map);
        assertThat(map.get("b")).isNull();
    }
}
