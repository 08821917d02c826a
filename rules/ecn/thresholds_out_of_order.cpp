// SPDX-License-Identifier: Apache-2.0
#include "rules/ecn/bound_profiles.h"

#include <fmt/format.h>

namespace rocelint::rules::ecn002 {
namespace {

constexpr Example examples[] = {
    {.title = "The profile's ramp ends before it begins",
        .files = {{{"sonic",
            "leaf1",
            R"({"WRED_PROFILE": {"AZURE_LOSSLESS": {"green_min_threshold": "700000"}}})"}}},
        .flagged = R"("green_min_threshold": "700000")"},
    {.title = "The probability ramps up between the thresholds", .files = {{{"sonic", "leaf1", ""}}}},
    {.title = "Every packet is marked from one threshold on",
        .files = {{{"eos", "leaf1", R"(@ interface Ethernet2/1
-      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10
+      random-detect ecn minimum-threshold 1500 kbytes maximum-threshold 1500 kbytes max-mark-probability 100
)"}}},
        .flagged = "minimum-threshold 1500 kbytes"},
    {.title = "Thresholds in order", .files = {{{"eos", "leaf1", ""}}}},
    {.title = "The drop profile lists its fill levels the wrong way round",
        .files = {{{"junos", "leaf1", R"(-                fill-level [ 55 90 ];
+                fill-level [ 90 55 ];
)"}}},
        .flagged = "fill-level [ 90 55 ];"},
    {.title = "Fill levels in order", .files = {{{"junos", "leaf1", ""}}}},
    {.title = "Marking begins where it is complete",
        .files = {{{"onyx",
            "leaf1",
            R"(-   interface ethernet 1/1-1/2 traffic-class 3 congestion-control ecn minimum-absolute 150 maximum-absolute 1500
+   interface ethernet 1/1-1/2 traffic-class 3 congestion-control ecn minimum-absolute 1500 maximum-absolute 1500
)"}}},
        .flagged = "minimum-absolute 1500 maximum"},
    {.title = "Thresholds in order", .files = {{{"onyx", "leaf1", ""}}}},
    {.title = "Every packet is marked from one threshold on",
        .files = {{{"os10", "leaf1", R"(@ wred RDMA-WRED
- random-detect color green minimum-threshold 150 maximum-threshold 1500 drop-probability 10
+ random-detect color green minimum-threshold 1500 maximum-threshold 1500 drop-probability 100
)"}}},
        .flagged = "minimum-threshold 1500"},
    {.title = "Every packet is marked from one threshold on",
        .files = {{{"nxos", "leaf1", R"(@ class type queuing c-out-8q-q3
-    random-detect minimum-threshold 150 kbytes maximum-threshold 1500 kbytes drop-probability 10 weight 0 ecn
+    random-detect minimum-threshold 1500 kbytes maximum-threshold 1500 kbytes drop-probability 100 weight 0 ecn
)"}}},
        .flagged = "minimum-threshold 1500 kbytes"},
    {.title = "Every packet is marked from one threshold on",
        .files
        = {{{"sonic-cli", "leaf1", R"(- green minimum-threshold 150 maximum-threshold 1500 drop-probability 10
+ green minimum-threshold 1500 maximum-threshold 1500 drop-probability 100
)"}}},
        .flagged = "minimum-threshold 1500"},
    {.title = "Only the lower threshold was raised",
        .files = {{{"nvue",
            "leaf1",
            R"(+nv set qos congestion-control default-global traffic-class 3 min-threshold 2000000
)"}}},
        .flagged = "min-threshold 2000000"},
    {.title = "The thresholds of `qos roce` are in order", .files = {{{"nvue", "leaf1", ""}}}},
    {.title = "Every packet is marked from one threshold on",
        .files = {{{"vrp", "leaf1", R"(@ drop-profile RDMA-100G
- ecn buffer-size low-limit 150000 high-limit 1500000 discard-percentage 10
+ ecn buffer-size low-limit 1500000 high-limit 1500000 discard-percentage 100
)"}}},
        .flagged = "low-limit 1500000"},
    {.title = "One threshold for both makes marking a step",
        .files = {{{"aoscx", "leaf1", R"(@ qos threshold-profile RDMA-ECN
-    queue 3 action ecn all min-threshold 150 kbytes max-threshold 1500 kbytes
+    queue 3 action ecn all threshold 1500 kbytes
)"}}},
        .flagged = "threshold 1500 kbytes"},
    {.title = "One threshold for both makes marking a step",
        .files = {{{"iosxr",
            "leaf1",
            R"(- buffer-internal traffic-class 3 pause-threshold 2100000 bytes headroom 1300000 bytes ecn 160000 bytes max-threshold 1500000 bytes probability-percentage 10
+ buffer-internal traffic-class 3 pause-threshold 2100000 bytes headroom 1300000 bytes ecn 1500000 bytes max-threshold 1500000 bytes probability-percentage 10
)"}}},
        .flagged = "ecn 1500000 bytes"},
    {.title = "The two thresholds changed places",
        .files = {{{"comware", "leaf1", R"(@ interface HundredGigE1/0/1
- qos wred queue 3 drop-level 0 low-limit 720 high-limit 7200 discard-probability 10
+ qos wred queue 3 drop-level 0 low-limit 7200 high-limit 720 discard-probability 10
)"}}},
        .flagged = "low-limit 7200"},
    {.title = "Marking would begin above the upper threshold",
        .files = {{{"srlinux", "leaf1", R"(-                    min-threshold 150000
+                    min-threshold 1600000
)"}}},
        .flagged = "min-threshold 1600000"},
};

struct Fault {
    Severity severity;
    std::string message;
    OriginId at;
};

// The fault of a known pair of thresholds.
std::optional<Fault> fault_of(const EcnCurve& curve)
{
    const std::uint64_t low = curve.min_threshold.value.count;
    const std::uint64_t high = curve.max_threshold.value.count;
    if (low > high)
        return Fault{Severity::error,
            fmt::format("its lower threshold of {} is above its upper one of {}, so that no "
                        "queue length lies on the ramp",
                in_bytes({low}),
                in_bytes({high})),
            curve.min_threshold.origin};
    if (low == 0)
        return Fault{Severity::error,
            "its lower threshold is 0, so that packets are marked in an empty queue and "
            "senders slow down for nothing",
            curve.min_threshold.origin};
    if (low == high)
        return Fault{Severity::info,
            fmt::format(
                "both thresholds are {}, so that marking is a step instead of a ramp", in_bytes({low})),
            curve.min_threshold.origin};
    return std::nullopt;
}

// The order of thresholds can be checked even if they are shares of an unknown depth.
std::optional<Fault> fault_of_shares(const EcnCurve& curve)
{
    const Percent low = curve.min_fill.value;
    const Percent high = curve.max_fill.value;
    if (low <= high)
        return std::nullopt;
    return Fault{Severity::error,
        fmt::format(
            "its lower threshold of {} % is above its upper one of {} %, so that no queue length lies "
            "on the ramp",
            low.value(),
            high.value()),
        curve.min_fill.origin};
}

bool states_shares_alone(const EcnCurve& curve)
{
    return curve.min_fill.known() && curve.max_fill.known()
        && !(curve.min_threshold.known() && curve.max_threshold.known());
}

void check_profile(DeviceContext& context, const BoundProfile& bound)
{
    const PortId first{context.index, bound.ports.front()};
    for (const EcnCurve& curve : bound.profile->curves) {
        if (!curve.marks.is(true))
            continue;
        const bool shares = states_shares_alone(curve);
        if (!shares
            && (context.need(first, curve.min_threshold, "the lower ECN threshold") == nullptr
                || context.need(first, curve.max_threshold, "the upper ECN threshold") == nullptr))
            continue;
        const std::optional<Fault> fault = shares ? fault_of_shares(curve) : fault_of(curve);
        if (!fault)
            continue;
        Diagnosis diagnosis{.severity = fault->severity,
            .at = place_in_profile(context.device(), *bound.profile, fault->at),
            .message = fmt::format("ECN on {}: {}", queue_label(context, first, bound.queue), fault->message),
            .related = {{place_in_profile(context.device(),
                             *bound.profile,
                             shares ? curve.max_fill.origin : curve.max_threshold.origin),
                "the upper threshold"}}};
        blame_ports(diagnosis, context.index, bound, Property::ecn_thresholds);
        if (fault->severity == Severity::error) {
            diagnosis.fix = "Set the lower threshold above 0 and below the upper one.";
            propose_majority_marking(context, diagnosis, bound);
        }
        context.report(std::move(diagnosis));
        return;
    }
}

void check(DeviceContext& context)
{
    for (const BoundProfile& bound : context.facts().bound_profiles())
        check_profile(context, bound);
}

}

extern const Rule rule = {
    .code = "ECN002",
    .name = "ecn-thresholds-out-of-order",
    .severity = Severity::error,
    .other_severities = {{{Severity::info, "where the two thresholds are equal"}}},
    .scope = Scope::device,
    .summary = "The ECN thresholds of an RDMA queue are out of order or equal.",
    .why
    = "The marking probability rises from zero at the lower threshold (Kmin) to its maximum at the upper "
      "one (Kmax). A lower threshold above the upper one leaves no queue length on the ramp, and one of "
      "0 marks without congestion. Equal thresholds are a step: all senders slow down at once and the "
      "queue may swing, but some vendors and Microsoft prescribe it, so it is only an info.",
    .source
    = "Zhu et al., Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015, figure 5; "
      "Microsoft, AzureLocal-Supportability, Reference-TOR-QOS-Policy-Configuration.md (300 and 300 kB, 100 %); "
      "sonic-yang-models sonic-wred-profile.yang (maximum not below minimum)",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Set both thresholds to those of the profile's other colours, or of the other ports of the switch "
           "or of its peers. Where no value is known, choose them by hand.",
    .check_device = check,
};

}
