package dev.moldau.systemtests;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The page that says which client was seen to do what. */
final class CompatibilityPage {

    private CompatibilityPage() {}

    static String render(List<Judge> judges, Map<String, List<String>> proved) {
        StringBuilder page = new StringBuilder();
        page.append("# Compatibility\n\n");
        page.append(
                "What foreign clients were seen to do against one Moldau broker, each with its whole program from\n");
        page.append(
                "`system-tests/clients`. The page is checked by the run that proves it (`system-tests/run`): a line that is not\n");
        page.append(
                "proved, or a proof without its line, fails the build. `kcat`, Kafka's own command classes and the crash runs have\n");
        page.append("tests of their own in `system-tests`.\n\n");
        page.append("| client | release | how |\n|---|---|---|\n");
        for (Judge judge : judges) {
            page.append("| ")
                    .append(judge.client())
                    .append(" | ")
                    .append(judge.version())
                    .append(" | ")
                    .append(judge.how())
                    .append(" |\n");
        }
        for (Judge judge : judges) {
            page.append("\n## ").append(judge).append("\n\n");
            Set<String> lines =
                    new LinkedHashSet<>(
                            new ArrayList<>(proved.getOrDefault(judge.slug(), List.of())));
            lines.stream()
                    .sorted()
                    .forEach(capability -> page.append("- ").append(capability).append('\n'));
        }
        return page.toString();
    }
}
