// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/lossless_headroom.h"
#include "rules/hdr/default_cable.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace rocelint::rules::hdr012 {
namespace {

constexpr Example examples[] = {
    {.title = "The site wants every length stated, and the driver's default of 7 m is used for a cable "
              "of 2 m",
        .files = {{{"linux-host", "host1", ""}, {"sonic", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\", cable_m: 2}\n",
        .policy = "version: 1\nprofile: lossless\nrules: {HDR012: {parameters: {slack: 0}}}\n",
        .flagged = "Cable len: 7"},
    {.title = "A few metres more than there are",
        .files = {{{"linux-host", "host1", ""}, {"sonic", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\", cable_m: 2}\n"},
    {.title = "The length is set on the NIC",
        .files = {{{"linux-host", "host1", "-Cable len: 7\n+Cable len: 2\n"}, {"sonic", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\", cable_m: 2}\n"},
};

constexpr double factors[] = {2};
constexpr double slacks[] = {20};
constexpr Parameter parameters[] = {
    {.name = "slack",
        .defaults = slacks,
        .unit = "m",
        .meaning = "a difference up to this is not reported",
        .source = "by convention of this program, as in HDR003: 20 m are 10 KB at 400G"},
    {.name = "factor",
        .defaults = factors,
        .unit = "times",
        .meaning = "how far the default may be from the real length, either way",
        .source = "by convention of this program; Linux mlx5 en/port_buffer.h has a default of 7 m"},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.on_host() || !context.is_roce() || !has_default_cable(context))
        return;
    const std::string_view driver = context.nic()->driver.value;
    const CableLength real = real_cable(context.fabric, context.id);
    if (!real.known())
        return;
    const double factor = context.number("factor");
    const double told = port.cable_length.value.count;
    const double length = real.length.count;
    if ((told <= factor * length && length <= factor * told)
        || std::abs(told - length) <= context.number("slack"))
        return;
    context.report({.at = context.place(port.cable_length.origin),
        .message = fmt::format("{} uses the {} driver's default cable length of {} m but has {}",
            context.port_label(context.id),
            driver,
            port.cable_length.value.count,
            describe(real)),
        .subjects = {context.subject(Property::headroom)},
        .related = {{real.at, "the length of the cable"}},
        .fix = fmt::format("Set the cable length of the NIC to {} m.", real.length.count),
        .changes = {context.change(Property::cable_length, real.length)}});
}

}

extern const Rule rule = {
    .code = "HDR012",
    .name = "default-cable-length",
    .severity = Severity::info,
    .scope = Scope::host,
    .summary = "A NIC assumes its driver's default cable length, which is far from the real one.",
    .why = "The NIC works out from the cable length when to pause. An unchanged default fits a rack, but not "
           "a whole hall; where it is too long, the NIC pauses earlier than it must.",
    .source = "Linux drivers/net/ethernet/mellanox/mlx5/core/en/port_buffer.h, MLX5E_DEFAULT_CABLE_LEN",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Set the cable length with mlnx_qos --cable_len.",
    .check_port = check,
};

}
