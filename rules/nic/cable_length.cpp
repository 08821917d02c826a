// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/lossless_headroom.h"
#include "models/catalog/asic.h"
#include "models/physics/headroom.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::nic005 {
namespace {

constexpr std::string_view long_link
    = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\", cable_m: 30}\n";
constexpr std::string_view long_end = R"({"CABLE_LENGTH": {"AZURE": {"Ethernet0": "40m"}},
 "BUFFER_PG": {"Ethernet0|3": {"profile": "pg_lossless_100000_40m_profile"}}})";

constexpr Example examples[] = {
    {.title = "The NIC assumes 7 m on a cable of 30 m",
        .files = {{{"linux-host", "host1", ""}, {"sonic", "leaf1", long_end}}},
        .topology = long_link,
        .flagged = "Cable len: 7"},
    {.title = "The NIC assumes 7 m on a cable of 15 m, which its slack takes",
        .files = {{{"linux-host", "host1", ""}, {"sonic", "leaf1", long_end}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\", cable_m: 15}\n",
        .flagged = "Cable len: 7"},
    {.title = "The NIC assumes the real length",
        .files = {{{"linux-host", "host1", "-Cable len: 7\n+Cable len: 30\n"}, {"sonic", "leaf1", long_end}}},
        .topology = long_link},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.on_host() || !context.is_roce() || context.nic() == nullptr
        || port.kind != PortKind::physical || !port.cable_length.known())
        return;
    const CableLength real = real_cable(context.fabric, context.id);
    if (!real.known())
        return context.not_checked(context.id,
            "neither the topology (cable_m) nor the cable itself says how long the cable is",
            "state `cable_m` in topology.yaml");
    if (real.length <= port.cable_length.value)
        return;
    // The driver's response time exceeds that of 802.3; a few meters of cable may use the difference.
    const auto quanta = port.speed.peek_known() ? catalog::response_quanta(port.speed.value)
                                                : catalog::Figure<std::uint32_t>{};
    const std::uint32_t spare
        = quanta.known() ? physics::mlx5_spare_cable(port.speed.value, quanta.value).count : 0;
    const bool fits = real.length.count <= port.cable_length.value.count + spare;
    context.report({.severity = fits ? Severity::warning : Severity::error,
        .at = context.place(port.cable_length.origin),
        .message = fmt::format("{} assumes {} m of cable but has {}: {}",
            context.port_label(context.id),
            port.cable_length.value.count,
            describe(real),
            fits ? fmt::format(
                "that fits, since mlx5 assumes a slower response than 802.3 requires, worth {} m of "
                "cable, but it leaves less for a slow switch",
                spare)
                 : std::string(
                     "it pauses too late, and packets that arrive after the pause are dropped in the NIC")),
        .subjects = {context.subject(Property::headroom)},
        .related = {{real.at, "the length of the cable"}},
        .fix = fmt::format(
            "Set the cable length of {} to {} m (mlnx_qos --cable_len).", port.name, real.length.count),
        .changes = {context.change(Property::cable_length, real.length)}});
}

}

extern const Rule rule = {
    .code = "NIC005",
    .name = "nic-cable-length",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where the NIC's own reserve covers the difference"}}},
    .scope = Scope::host,
    .summary = "A NIC assumes a shorter cable than it has.",
    .why
    = "The NIC pauses the switch at a fill that leaves room for what is still on the way, and works that "
      "room out from its configured cable length: 7 m unless configured otherwise.",
    .source
    = "Linux drivers/net/ethernet/mellanox/mlx5/core/en/port_buffer.c and port_buffer.h "
      "(MLX5E_DEFAULT_CABLE_LEN; calculate_xoff: 301 bytes for each Gbit/s of response, 216 for 100 m of cable); "
      "IEEE 802.3-2022 annex 31B.3.7 (response time); nic-configuration-operator",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Set the real length with mlnx_qos --cable_len.",
    .check_port = check,
};

}
