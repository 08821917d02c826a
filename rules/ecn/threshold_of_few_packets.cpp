// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "rules/ecn/bound_profiles.h"

#include <fmt/format.h>

namespace rocelint::rules::ecn014 {
namespace {

constexpr double packets[] = {5};
constexpr double packet_bytes[] = {1000};

constexpr Parameter parameters[] = {
    {.name = "packets",
        .defaults = packets,
        .unit = "packets",
        .meaning = "the smallest value that the lower threshold should have",
        .source = "Zhu et al., SIGCOMM 2015, section 5: a lower threshold of 5 KB, five packets"},
    {.name = "packet_bytes",
        .defaults = packet_bytes,
        .unit = "bytes",
        .meaning = "size of an RDMA packet; set it to the RDMA MTU for jumbo packets",
        .source = "Zhu et al., SIGCOMM 2015, section 5: packets of 1 KB"},
};

constexpr Example examples[] = {
    {.title = "Marking begins with the second packet in the queue",
        .files
        = {{{"sonic", "leaf1", R"({"WRED_PROFILE": {"AZURE_LOSSLESS": {"green_min_threshold": "1500"}}})"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = R"("green_min_threshold": "1500")"},
    {.title = "Marking begins at 150 kB", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Marking begins at 4 kB",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet1/1
-      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10
+      random-detect ecn minimum-threshold 4 kbytes maximum-threshold 1500 kbytes max-mark-probability 10
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "minimum-threshold 4 kbytes"},
    {.title = "Marking begins at 150 kB", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "Marking begins at 4 kB",
        .files = {{{"onyx",
            "leaf1",
            R"(-   interface ethernet 1/1-1/2 traffic-class 3 congestion-control ecn minimum-absolute 150 maximum-absolute 1500
+   interface ethernet 1/1-1/2 traffic-class 3 congestion-control ecn minimum-absolute 4 maximum-absolute 1500
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "minimum-absolute 4"},
    {.title = "Marking begins at 150 kB", .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "Marking begins at 4 kB",
        .files = {{{"os10", "leaf1", R"(@ wred RDMA-WRED
- random-detect color green minimum-threshold 150 maximum-threshold 1500 drop-probability 10
+ random-detect color green minimum-threshold 4 maximum-threshold 1500 drop-probability 10
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "minimum-threshold 4"},
    {.title = "Marking begins at 4 kB",
        .files = {{{"nxos", "leaf1", R"(@ class type queuing c-out-8q-q3
-    random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes drop-probability 10 weight 0 ecn
+    random-detect minimum-threshold 4 kbytes maximum-threshold 1500 kbytes drop-probability 10 weight 0 ecn
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "minimum-threshold 4 kbytes"},
    {.title = "Marking begins at 4 kB",
        .files
        = {{{"sonic-cli", "leaf1", R"(- green minimum-threshold 150 maximum-threshold 1500 drop-probability 10
+ green minimum-threshold 4 maximum-threshold 1500 drop-probability 10
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "minimum-threshold 4"},
    {.title = "Marking begins at 3000 bytes",
        .files = {{{"nvue",
            "leaf1",
            R"(+nv set qos congestion-control default-global traffic-class 3 min-threshold 3000
)"}}},
        .flagged = "min-threshold 3000"},
    {.title = "`qos roce` begins to mark at 150000 bytes", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "Marking begins at 4000 bytes",
        .files = {{{"vrp", "leaf1", R"(@ drop-profile RDMA-100G
- ecn buffer-size low-limit 150000 high-limit 1500000 discard-percentage 10
+ ecn buffer-size low-limit 4000 high-limit 1500000 discard-percentage 10
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "low-limit 4000"},
    {.title = "Marking begins at 4 kilobytes",
        .files = {{{"aoscx", "leaf1", R"(@ qos threshold-profile RDMA-ECN
-    queue 3 action ecn all min-threshold 150 kbytes max-threshold 1500 kbytes
+    queue 3 action ecn all min-threshold 4 kbytes max-threshold 1500 kbytes
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "min-threshold 4 kbytes"},
    {.title = "Marking of extended buffers begins at 4 kB",
        .files = {{{"iosxr",
            "leaf1",
            R"(- buffer-internal traffic-class 3 pause-threshold 2100000 bytes headroom 1300000 bytes ecn 160000 bytes max-threshold 1500000 bytes probability-percentage 10
+ buffer-extended traffic-class-default 3
@ class TC3
+  random-detect ecn
+  random-detect 4000 bytes 1500000 bytes probability percentage 10
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "random-detect 4000 bytes"},
    {.title = "Marking begins at 20 cells, which are 4 kilobytes",
        .files = {{{"comware", "leaf1", R"(@ interface HundredGigE1/0/1
- qos wred queue 3 drop-level 0 low-limit 720 high-limit 7200 discard-probability 10
- qos wred queue 3 drop-level 1 low-limit 720 high-limit 7200 discard-probability 10
- qos wred queue 3 drop-level 2 low-limit 720 high-limit 7200 discard-probability 10
+ qos wred queue 3 drop-level 0 low-limit 20 high-limit 7200 discard-probability 10
+ qos wred queue 3 drop-level 1 low-limit 20 high-limit 7200 discard-probability 10
+ qos wred queue 3 drop-level 2 low-limit 20 high-limit 7200 discard-probability 10
)"}}},
        .policy = "version: 1\nprofile: lossless\n",
        .flagged = "low-limit 20"},
};

void check(DeviceContext& context)
{
    const double least = context.number("packets") * context.number("packet_bytes");
    for (const BoundProfile& bound : context.facts().bound_profiles()) {
        const EcnCurve* curve = green_curve(*bound.profile);
        if (curve == nullptr || !curve->marks.is(true) || !curve->min_threshold.known())
            continue;
        const Bytes low = curve->min_threshold.value;
        // A threshold of zero is left to ECN002.
        if (low.count == 0 || static_cast<double>(low.count) >= least)
            continue;
        Diagnosis diagnosis{
            .at = place_in_profile(context.device(), *bound.profile, curve->min_threshold.origin),
            .message
            = fmt::format("ECN on {} begins to mark at {} bytes, less than {:g} packets of {:g} bytes: "
                          "packets that merely arrive together are mistaken for congestion",
                queue_label(context, {context.index, bound.ports.front()}, bound.queue),
                low.count,
                context.number("packets"),
                context.number("packet_bytes")),
            .fix = fmt::format("Set the lower threshold to at least {:g} bytes.", least)};
        blame_ports(diagnosis, context.index, bound, Property::ecn_thresholds);
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "ECN014",
    .name = "ecn-threshold-of-few-packets",
    .severity = Severity::warning,
    .without_policy = Severity::info,
    .scope = Scope::device,
    .summary = "The lower ECN threshold of an RDMA queue holds only a few packets.",
    .why = "NICs send bursts, and two senders meet by chance. A threshold of a few packets marks both, and "
           "DCQCN then slows down flows that were never congested; below one packet it cannot be met at all.",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, section 5 and buffer "
      "settings",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Set the lower threshold to several packets. How many is a choice between throughput and "
           "latency.",
    // ECN004 says by how much a threshold is too low for the link.
    .yields = true,
    .check_device = check,
};

}
