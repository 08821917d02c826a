// SPDX-License-Identifier: Apache-2.0
// A finding about one priority points at the line that states this priority, wherever the lines of other priorities are.
#include "tests/example_fabric.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

namespace rocelint {
namespace {

// Another paused priority in addition to priority 3 of the base configuration: the lines of both in some order, with {0} for the
// other priority and {1} for its three bits.
struct Pausing {
    const char* platform;
    const char* patch;
    const char* place; ///< the text of the finding's line
};

constexpr Pausing pausings[] = {
    {"eos",
        R"(@ interface Ethernet1/1
-   priority-flow-control priority 3 no-drop
+   priority-flow-control priority 3 no-drop
+   priority-flow-control priority {0} no-drop
)",
        "priority-flow-control priority {0} no-drop"},
    {"eos",
        R"(@ interface Ethernet1/1
-   priority-flow-control priority 3 no-drop
+   priority-flow-control priority {0} no-drop
+   priority-flow-control priority 3 no-drop
)",
        "priority-flow-control priority {0} no-drop"},
    {"junos",
        R"(@ forwarding-classes {
+        class STORAGE queue-num {0} no-loss pfc-priority {0};
@ dscp rdma {
+            forwarding-class STORAGE {
+                loss-priority low code-points 100010;
+            }
@ dscp {
+                    code-point 100010 {
+                        pfc;
+                    }
@ ieee-802.1 {
+                    code-point {1} {
+                        flow-control-queue {0};
+                    }
)",
        "code-point 100010 "},
    {"onyx",
        "+   dcb priority-flow-control priority {0} enable\n",
        "dcb priority-flow-control priority {0} enable"},
    {"os10",
        R"(@ class-map type network-qos RDMA-GROUP
- match qos-group 3
+ match qos-group 3
+!
+class-map type network-qos EXTRA-GROUP
+ match qos-group {0}
@ policy-map type network-qos FABRIC-PFC
-  pfc-cos 3
+  pfc-cos 3
+ !
+ class EXTRA-GROUP
+  pause
+  pfc-cos {0}
)",
        "pfc-cos {0}"},
    {"nxos",
        R"(@ policy-map type network-qos FABRIC-NQ
+  class type network-qos c-8q-nq{0}
+    pause pfc-cos {0}
)",
        "pause pfc-cos {0}"},
    {"sonic-cli",
        R"(@ interface Eth1/1
- priority-flow-control priority 3
+ priority-flow-control priority {0}
+ priority-flow-control priority 3
)",
        "priority-flow-control priority {0}"},
    {"nvue",
        R"(+nv set qos pfc default-global switch-priority {0}
+nv set qos pfc default-global switch-priority 3
)",
        "nv set qos pfc default-global switch-priority {0}"},
    {"sample-cli",
        R"(@ interface p1
+   pfc priority {0}
)",
        "pfc priority {0}"},
};

std::string filled(std::string text, unsigned priority)
{
    const auto replace = [&text](std::string_view mark, const std::string& word) {
        for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark))
            text.replace(at, mark.size(), word);
    };
    replace("{0}", std::to_string(priority));
    replace("{1}", fmt::format("{:03b}", priority));
    return text;
}

// The trimmed line that contains a place.
std::string line_of(const Fabric& fabric, Span at)
{
    const std::string_view text = fabric.sources.find(at.source)->text();
    std::size_t begin = text.rfind('\n', at.offset) + 1;
    begin = text.find_first_not_of(' ', begin);
    return std::string(text.substr(begin, text.find('\n', begin) - begin));
}

TEST_CASE("a finding about one of several paused priorities points at the line that states it")
{
    std::map<std::string, int> seen;
    for (const Pausing& pausing : pausings) {
        for (const unsigned priority : {1U, 5U}) {
            const std::string patch = filled(pausing.patch, priority);
            const ExampleFile file{pausing.platform, "leaf1", patch};
            INFO(pausing.platform << ", priority " << priority << "\n" << patch);
            const auto outcome = check_example({.title = "", .files = {{file}}});
            int found = 0;
            for (const Finding& finding : outcome->report.findings) {
                if (finding.rule->code != "PFC002")
                    continue;
                ++found;
                CHECK(line_of(outcome->fabric, finding.at).find(filled(pausing.place, priority)) == 0);
            }
            CHECK(found == 1);
            ++seen[pausing.platform];
        }
    }
    CHECK(seen.size() >= 8);
}

}
}
