// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/words.h"
#include "rules/ecn/bound_profiles.h"
#include "rules/metered.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rocelint::rules::ecn011 {
namespace {

constexpr Example examples[] = {
    {.title = "A policer makes RDMA packets above 40 Gbit/s yellow, and only green ones are marked",
        .files = {{{"sonic",
            "leaf1",
            R"({"ACL_TABLE": {"IN": {"type": "L3", "stage": "ingress", "ports": "Ethernet0"}},
 "ACL_RULE": {"IN|RDMA": {"PRIORITY": "100", "DSCP": "26", "POLICER_ACTION": "RDMA"}},
 "POLICER": {"RDMA": {"METER_TYPE": "bytes", "MODE": "tr_tcm", "CIR": "5000000000", "PIR": "12500000000"}},
 "WRED_PROFILE": {"AZURE_LOSSLESS": {"ecn": "ecn_green"}}})"}}},
        .flagged = R"("ecn": "ecn_green")"},
    {.title = "A policer makes RDMA packets above 40 Gbit/s yellow, and those of every colour are marked",
        .files = {{{"sonic",
            "leaf1",
            R"({"ACL_TABLE": {"IN": {"type": "L3", "stage": "ingress", "ports": "Ethernet0"}},
 "ACL_RULE": {"IN|RDMA": {"PRIORITY": "100", "DSCP": "26", "POLICER_ACTION": "RDMA"}},
 "POLICER": {"RDMA": {"METER_TYPE": "bytes", "MODE": "tr_tcm", "CIR": "5000000000", "PIR": "12500000000"}}})"}}}},
    {.title = "Only green packets are marked, and nothing colours RDMA packets",
        .files = {{{"sonic", "leaf1", R"({"WRED_PROFILE": {"AZURE_LOSSLESS": {"ecn": "ecn_green"}}})"}}}},
    {.title
        = "The classifier gives RDMA packets loss priority high, and only those of loss priority low are marked",
        .files = {{{"junos", "leaf1", R"(-                loss-priority low code-points 011010;
+                loss-priority high code-points 011010;
-            drop-profile-map loss-priority any protocol any drop-profile dcqcn;
+            drop-profile-map loss-priority low protocol any drop-profile dcqcn;
)"}}},
        .flagged = "explicit-congestion-notification"},
    {.title
        = "The classifier gives RDMA packets loss priority high, and those of every loss priority are marked",
        .files = {{{"junos", "leaf1", R"(-                loss-priority low code-points 011010;
+                loss-priority high code-points 011010;
)"}}}},
    {.title
        = "A policer colours RDMA packets above 40 Gbit/s, and only those of loss priority low are marked",
        .files = {{{"junos",
            "leaf1",
            R"(-class-of-service {
+firewall {
+    three-color-policer RDMA {
+        single-rate {
+            color-blind;
+            committed-information-rate 40g;
+            committed-burst-size 1m;
+            excess-burst-size 2m;
+        }
+    }
+    family inet {
+        filter IN {
+            term RDMA {
+                from {
+                    dscp 26;
+                }
+                then {
+                    three-color-policer {
+                        single-rate RDMA;
+                    }
+                    accept;
+                }
+            }
+        }
+    }
+}
+class-of-service {
-                address 10.0.1.1/31;
+                filter {
+                    input IN;
+                }
+                address 10.0.1.1/31;
-            drop-profile-map loss-priority any protocol any drop-profile dcqcn;
+            drop-profile-map loss-priority low protocol any drop-profile dcqcn;
)"}}},
        .flagged = "explicit-congestion-notification"},
    {.title = "A policer colours RDMA packets above 40 Gbit/s, and those of every loss priority are marked",
        .files = {{{"junos", "leaf1", R"(-class-of-service {
+firewall {
+    three-color-policer RDMA {
+        single-rate {
+            color-blind;
+            committed-information-rate 40g;
+            committed-burst-size 1m;
+            excess-burst-size 2m;
+        }
+    }
+    family inet {
+        filter IN {
+            term RDMA {
+                from {
+                    dscp 26;
+                }
+                then {
+                    three-color-policer {
+                        single-rate RDMA;
+                    }
+                    accept;
+                }
+            }
+        }
+    }
+}
+class-of-service {
-                address 10.0.1.1/31;
+                filter {
+                    input IN;
+                }
+                address 10.0.1.1/31;
)"}}}},
    {.title
        = "The classifier gives RDMA packets loss priority high, a filter sets it to low, and only packets of low are marked",
        .files = {{{"junos", "leaf1", R"(-class-of-service {
+firewall {
+    family inet {
+        filter IN {
+            term RDMA {
+                from {
+                    dscp 26;
+                }
+                then {
+                    loss-priority low;
+                    accept;
+                }
+            }
+        }
+    }
+}
+class-of-service {
-                loss-priority low code-points 011010;
+                loss-priority high code-points 011010;
-                address 10.0.1.1/31;
+                filter {
+                    input IN;
+                }
+                address 10.0.1.1/31;
-                address 10.0.0.1/31;
+                filter {
+                    input IN;
+                }
+                address 10.0.0.1/31;
-            drop-profile-map loss-priority any protocol any drop-profile dcqcn;
+            drop-profile-map loss-priority low protocol any drop-profile dcqcn;
)"}}}},
    {.title = "Only packets of loss priority low are marked, and RDMA packets have it",
        .files = {{{"junos",
            "leaf1",
            R"(-            drop-profile-map loss-priority any protocol any drop-profile dcqcn;
+            drop-profile-map loss-priority low protocol any drop-profile dcqcn;
)"}}}},
};

MeterEffect effect_of(Colour colour)
{
    return colour == Colour::red ? MeterEffect::red : MeterEffect::yellow;
}

// Where a profile says that it does not mark packets of this colour; nothing if it marks them.
struct Unmarked {
    Span at;
    bool drops = false;
};

std::optional<Unmarked> unmarked(const Device& device, const EcnProfile& profile, Colour colour)
{
    const auto curve = std::ranges::find(profile.curves, colour, &EcnCurve::colour);
    if (curve == profile.curves.end())
        return profile.other_colours == OtherColours::as_green ? std::nullopt
                                                               : std::optional(Unmarked{profile.at});
    if (curve->marks.peek_known() && curve->marks.value)
        return std::nullopt;
    return Unmarked{place_in_profile(device, profile, curve->marks.origin),
        curve->drops.peek_known() && curve->drops.value};
}

// Whether it is not known if the profile marks packets of this colour.
bool is_unknown(const EcnProfile& profile, Colour colour)
{
    const auto curve = std::ranges::find(profile.curves, colour, &EcnCurve::colour);
    return curve == profile.curves.end() ? profile.other_colours == OtherColours::unknown
                                         : !curve->marks.peek_known();
}

// A port, and what gives its packets of an RDMA class another colour.
struct Coloured {
    PortId port;
    PortMeter by;
};

// The first RoCE port of the device whose packets of the class can get this colour, or else the first one of which it
// is not known.
std::optional<Coloured> coloured(DeviceContext& context, const RdmaClass& rdma_class, Colour colour)
{
    std::optional<Coloured> unknown;
    for (std::uint32_t index = 0; index < context.device().ports.size(); ++index) {
        const PortId id{context.index, index};
        if (!context.analysis.is_roce(id) || !context.analysis.carried_classes(id).has(rdma_class.priority))
            continue;
        for (const PortMeter& by : meters_of_port(context.device(), index, rdma_class.dscps)) {
            if (by.meter->effect == effect_of(colour) && !is_unread(by))
                return Coloured{id, by};
            const bool may_colour
                = by.meter->effect == effect_of(colour) || by.meter->effect == MeterEffect::unknown;
            if (may_colour && !unknown)
                unknown = Coloured{id, by};
        }
    }
    return unknown;
}

void check_colour(
    DeviceContext& context, const BoundProfile& bound, const RdmaClass& rdma_class, Colour colour)
{
    const Device& device = context.device();
    const std::optional<Unmarked> fault = unmarked(device, *bound.profile, colour);
    const std::optional<Coloured> found = fault ? coloured(context, rdma_class, colour) : std::nullopt;
    if (!found)
        return;
    const Meter& meter = *found->by.meter;
    if (is_unread(found->by))
        return explain_unread(context, found->port, found->by);
    if (is_unknown(*bound.profile, colour))
        return context.not_checked({context.index, bound.ports.front()},
            fmt::format("RDMA packets can become {} here, and it is not known whether queue {} marks those",
                word_of(colour),
                bound.queue));
    Diagnosis diagnosis{.basis = context.basis_of_marking(rdma_class),
        .at = fault->at,
        .message = fmt::format(
            "ECN profile {} of {} does not mark {} packets, and packets of {} with DSCP {} become {}{}: "
            "{}",
            bound.profile->name,
            device.name,
            word_of(colour),
            rdma_class.label(),
            to_string(meter.dscps & rdma_class.dscps),
            word_of(colour),
            rate_in_words(meter),
            fault->drops ? "congestion drops them instead of slowing their senders down"
                         : "congestion does not slow their senders down"),
        .related = {{meter.at, fmt::format("makes them {}", word_of(colour))}},
        .fix
        = fmt::format("Let the profile mark packets of every colour, or let the packets of {} stay green.",
            rdma_class.label())};
    blame_ports(diagnosis, context.index, bound, Property::ecn);
    context.report(std::move(diagnosis));
}

void check(DeviceContext& context)
{
    if (context.device().meters.empty())
        return;
    for (const BoundProfile& bound : context.facts().bound_profiles()) {
        const RdmaClass* rdma_class = context.classes.of_priority(bound.priority);
        if (rdma_class == nullptr)
            continue;
        check_colour(context, bound, *rdma_class, Colour::yellow);
        check_colour(context, bound, *rdma_class, Colour::red);
    }
}

}

extern const Rule rule = {
    .code = "ECN011",
    .name = "unmarked-colour",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary
    = "An ECN profile marks green packets only, and a classifier or policer gives RDMA packets another colour.",
    .why
    = "WRED and ECN have a curve for each colour. Packets are green until a classifier gives them a loss priority, "
      "or a policer colours those above its rate. If the queue marks green packets only, the senders of the others "
      "learn of congestion from pause or loss, and keep the queue full for the senders that do slow down.",
    .source
    = "Junos OS Class of Service User Guide, Managing Congestion Using RED Drop Profiles and Packet Loss "
      "Priorities; Junos OS Routing Policies, Firewall Filters, and Traffic Policers User Guide, Policer "
      "Color-Marking and Actions; SAI inc/saiwred.h, SAI_WRED_ATTR_ECN_MARK_MODE; RFC 2697 and RFC 2698",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Let the profile mark packets of every colour, or let RDMA packets stay green.",
    .check_device = check,
};

}
