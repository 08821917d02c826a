// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/fec.h"

#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <array>
#include <optional>

namespace rocelint::rules::lnk001 {
namespace {

constexpr std::string_view leaf_to_spine = "links:\n  - {a: \"leaf1:Ethernet4\", b: \"spine1:Ethernet4\"}\n";

constexpr Example examples[] = {
    {.title = "The spine's end corrects errors, the leaf's does not",
        .files
        = {{{"sonic", "leaf1", R"({"PORT": {"Ethernet4": {"fec": "none"}}})"}, {"sonic", "spine1", ""}}},
        .topology = leaf_to_spine,
        .flagged = R"("fec": "none")"},
    {.title = "Both ends use Reed-Solomon FEC",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "spine1", ""}}},
        .topology = leaf_to_spine},
    {.title = "The leaf uses BASE-R FEC, the spine Reed-Solomon",
        .files
        = {{{"eos",
                "leaf1",
                "@ interface Ethernet2/1\n-   speed 100g-4\n+   speed 100g-4\n+   error-correction encoding "
                "fire-code\n"},
            {"sonic", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet2/1\", b: \"spine1:Ethernet4\"}\n",
        .flagged = "fire-code"},
    {.title = "Both are set to Reed-Solomon",
        .files
        = {{{"eos",
                "leaf1",
                "@ interface Ethernet2/1\n-   speed 100g-4\n+   speed 100g-4\n+   error-correction encoding "
                "reed-solomon\n"},
            {"sonic", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet2/1\", b: \"spine1:Ethernet4\"}\n"},
    {.title = "One end is set to no FEC, the other to Reed-Solomon",
        .files = {{{"junos", "leaf1", R"(@ et-0/0/1 {
+        gigether-options {
+            fec none;
+        }
)"},
            {"sonic", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/1\", b: \"spine1:Ethernet4\"}\n",
        .flagged = "fec none;"},
    {.title = "Both ends are set to Reed-Solomon FEC",
        .files = {{{"junos", "leaf1", R"(@ et-0/0/1 {
+        gigether-options {
+            fec fec91;
+        }
)"},
            {"sonic", "spine1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:et-0/0/1\", b: \"spine1:Ethernet4\"}\n"},
    {.title = "The host's NIC runs without FEC, the leaf's port with it",
        .files = {{{"sonic", "leaf1", ""}, {"linux-host", "host1", R"(-n_gids_found=4
+n_gids_found=4
+root@host1:~# ethtool --show-fec ens1f0np0
+FEC parameters for ens1f0np0:
+Supported/Configured FEC encodings: Off
+Active FEC encoding: Off
)"}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .flagged = "FEC encoding",
        .flagged_device = "host1"},
    {.title = "Eight lanes of 50 Gb/s without FEC",
        .files = {{{"sample-nos",
            "leaf1",
            "@ p2:\n-    speed: 100G\n+    speed: 400G\n+    lanes: 8\n+    fec: none\n"}}},
        .flagged = "fec: none"},
    {.title = "Eight lanes of 50 Gb/s with RS(544,514)",
        .files = {{{"sample-nos",
            "leaf1",
            "@ p2:\n-    speed: 100G\n+    speed: 400G\n+    lanes: 8\n+    fec: rs544\n"}}}},
    {.title = "Four lanes of 25 Gb/s need none on short copper",
        .files = {{{"sample-nos", "leaf1", "@ p2:\n+    lanes: 4\n+    fec: none\n"}}}},
    {.title = "The leaf's end uses Firecode, the spine's Reed-Solomon",
        .files = {{{"onyx", "leaf1", R"(+   interface ethernet 1/2 fec-override fc-fec force
)"},
            {"onyx", "spine1", R"(+   interface ethernet 1/2 fec-override rs-fec force
)"}}},
        .topology = "links:\n  - {a: \"leaf1:Eth1/2\", b: \"spine1:Eth1/2\"}\n",
        .flagged = "fc-fec"},
    {.title = "Both ends are set to Reed-Solomon FEC",
        .files = {{{"onyx", "leaf1", R"(+   interface ethernet 1/2 fec-override rs-fec force
)"},
            {"onyx", "spine1", R"(+   interface ethernet 1/2 fec-override rs-fec force
)"}}},
        .topology = "links:\n  - {a: \"leaf1:Eth1/2\", b: \"spine1:Eth1/2\"}\n"},
};

const char* in_words(Fec fec)
{
    constexpr std::array names{
        "no FEC", "BASE-R FEC", "RS(528,514)", "RS(544,514)", "Reed-Solomon FEC", "automatic FEC"};
    return names[static_cast<std::size_t>(fec)];
}

// "rs" means the Reed-Solomon code for the port's speed; what a port negotiates is unknown.
bool contradict(Fec a, Fec b)
{
    if (a == b)
        return false;
    return !((a == Fec::rs && is_reed_solomon(b)) || (b == Fec::rs && is_reed_solomon(a)));
}

Span place(const PortContext& context, PortId id, OriginId origin)
{
    return context.fabric.device(id).place(origin, &context.fabric.port(id));
}

// PAM4 lanes need RS(544,514) (802.3-2022 clauses 119, 134 and 161).
bool fits_pam4(Fec fec) { return fec == Fec::rs544 || fec == Fec::rs || fec == Fec::automatic; }

bool is_unfit(const Port& port) { return port.fec.known() && !fits_pam4(port.fec.value) && is_pam4(port); }

void check_modulation(PortContext& context)
{
    const PortId id = context.id;
    const Port& port = context.port();
    if (!is_unfit(port))
        return;
    // For a port without a known cable it is unclear whether it is used as configured; derived lanes or FEC
    // are not an explicit statement.
    const bool sure = port.fec.configured() && port.lanes.configured() && port.speed.configured()
        && context.fabric.link(id) != nullptr;
    context.report({.severity = sure ? Severity::error : Severity::warning,
        .at = place(context, id, port.fec.origin),
        .message = fmt::format(
            "{} has {} on {} of {}G, which are PAM4 and need RS(544,514): the link does not come up or "
            "loses packets to bit errors",
            context.port_label(id),
            in_words(port.fec.value),
            counted(port.lanes.value, "lane"),
            port.speed.value.count / port.lanes.value / 1'000'000'000U),
        .subjects = {{id, Property::fec}},
        .fix = fmt::format("Set {} to RS FEC.", context.port_label(id)),
        .changes = {{.port = id, .property = Property::fec, .value = Fec::rs}}});
}

void check_ends(PortContext& context, PortId a, PortId b)
{
    const Setting<Fec>& here = context.fabric.port(a).fec;
    const Setting<Fec>& there = context.fabric.port(b).fec;
    if (!here.known() || !there.known())
        return;
    if ((here.value == Fec::automatic) != (there.value == Fec::automatic)) {
        context.not_checked(here.value == Fec::automatic ? a : b,
            "FEC is automatic, and which code the port chooses is not visible");
        return;
    }
    if (!contradict(here.value, there.value))
        return;
    // The end without Reed-Solomon is more likely to be wrong.
    const bool first_is_odd = !is_reed_solomon(here.value) || is_reed_solomon(there.value);
    const PortId odd = first_is_odd ? a : b;
    const PortId other = first_is_odd ? b : a;
    const Setting<Fec>& wrong = context.fabric.port(odd).fec;
    const Setting<Fec>& right = context.fabric.port(other).fec;
    const bool sure = wrong.configured() && right.configured();
    Diagnosis diagnosis{.severity = sure ? Severity::error : Severity::warning,
        .at = place(context, odd, wrong.origin),
        .message = fmt::format(
            "{} has {} but {} at the other end has {}: without the same code at both ends the link does not come up",
            context.port_label(odd),
            in_words(wrong.value),
            context.port_label(other),
            in_words(right.value)),
        .subjects = {{odd, Property::fec, Subject::whole}, {other, Property::fec, Subject::whole}},
        .related = {{place(context, other, right.origin), "the other end"}},
        .fix = "Set the same FEC at both ends."};
    if (is_reed_solomon(right.value) && !is_reed_solomon(wrong.value))
        diagnosis.changes.push_back({.port = odd, .property = Property::fec, .value = right.value});
    context.report(std::move(diagnosis));
}

void check(PortContext& context)
{
    const auto peer = context.fabric.peer(context.id);
    if (context.is_roce())
        check_modulation(context);
    // Each link is judged once, at the end that comes first, unless one end is wrong in itself.
    if (peer && context.id < *peer && !is_unfit(context.port()) && !is_unfit(context.fabric.port(*peer))
        && (context.is_roce() || context.analysis.is_roce(*peer)))
        check_ends(context, context.id, *peer);
}

}

extern const Rule rule = {
    .code = "LNK001",
    .name = "fec-mismatch",
    .severity = Severity::error,
    .other_severities
    = {{{Severity::warning, "where FEC, speed or lanes are not configured, or no cable is known"}}},
    .scope = Scope::port,
    .summary = "The two ends of a RoCE link use different FEC, or one that does not fit the modulation.",
    .why
    = "Forward error correction changes what is on the wire: a receiver that expects another code, or none, does "
      "not lock. PAM4 lanes (50 Gb/s and more) have so many raw bit errors that they work with RS(544,514) only; "
      "25 Gb/s lanes on longer copper need RS(528,514) or BASE-R.",
    .source
    = "IEEE 802.3-2022 clauses 91, 108 and 119 (RS-FEC), 74 (BASE-R FEC), 135 and 136 (50 Gb/s PAM4 lanes); "
      "sonic-net/sonic-buildimage issue 23561 and pull request 23978 (FEC is mandatory for PAM4)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix
    = "Set both ends to the FEC of the speed: RS(544,514) for PAM4 lanes, RS(528,514) for 25 Gb/s lanes.",
    .check_port = check,
};

}
