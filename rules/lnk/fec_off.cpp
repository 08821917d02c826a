// SPDX-License-Identifier: Apache-2.0
#include "models/catalog/asic.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::lnk009 {
namespace {

constexpr double hundred[] = {100};

constexpr Parameter parameters[] = {
    {.name = "least_speed",
        .defaults = hundred,
        .unit = "Gb/s",
        .meaning
        = "from which speed on FEC that is off matters to received pause, on chips for which that is reported",
        .source = "sonic-net/sonic-buildimage issue 24180 (ports of 100 Gb/s)"},
};

constexpr Example examples[] = {
    {.title = "FEC is off on a port with PFC, on a chip that then ignores pause",
        .files = {{{"sonic",
            "leaf1",
            R"({"DEVICE_METADATA": {"localhost": {"hwsku": "Arista-7800R3-48CQ2-C48", "platform": "x86_64-arista_7800r3_48cq2_lc"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"dynamic_th": "-5"},
                    "pg_lossless_100000_40m_profile": {"dynamic_th": "-5"}},
 "PORT": {"Ethernet0": {"fec": "none"}}})"}}},
        .flagged = R"("fec": "none")"},
    {.title = "FEC is on",
        .files = {{{"sonic",
            "leaf1",
            R"({"DEVICE_METADATA": {"localhost": {"hwsku": "Arista-7800R3-48CQ2-C48", "platform": "x86_64-arista_7800r3_48cq2_lc"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"dynamic_th": "-5"},
                    "pg_lossless_100000_40m_profile": {"dynamic_th": "-5"}}})"}}}},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    const catalog::Asic* asic = catalog::asic_of(context.device());
    if (!context.on_switch() || !context.is_roce() || port.kind != PortKind::physical || asic == nullptr
        || !asic->pause_needs_fec.known() || !asic->pause_needs_fec.value || !port.pfc_rx.known()
        || port.pfc_rx.value.empty())
        return;
    const Fec* fec = context.need(context.id, port.fec, "FEC");
    const BitsPerSecond* speed = context.need(context.id, port.speed, "the speed");
    constexpr double giga = 1e9;
    if (fec == nullptr || speed == nullptr || *fec != Fec::none
        || static_cast<double>(speed->count) < context.number("least_speed") * giga)
        return;
    context.report({.at = context.place(port.fec.origin),
        .message = fmt::format(
            "{} has PFC on priority {} and FEC switched off: on its chip such ports were seen to ignore received "
            "pause until the whole configuration was loaded again",
            context.port_label(context.id),
            to_string(port.pfc_rx.value)),
        .subjects = {context.subject(Property::fec)},
        .related = {{{}, std::string(asic->pause_needs_fec.source)}},
        .fix = fmt::format("Switch FEC on at both ends of the link of {}.", port.name)});
}

}

extern const Rule rule = {
    .code = "LNK009",
    .name = "fec-off-with-pfc",
    .severity = Severity::info,
    .scope = Scope::port,
    .summary = "FEC is off on a port with PFC, on a chip that then may ignore pause.",
    .why
    = "A lossless port has to stop when its neighbour asks. On some chips with virtual output queues, "
      "ports of 100 Gb/s whose FEC was switched off came up and forwarded on through received pause: the "
      "neighbour's headroom overflows. Only one report describes this, on ports whose FEC was changed "
      "while they were up, so this is a hint.",
    .source
    = "sonic-net/sonic-buildimage issue 24180 (\"Disabling FEC on 100Gbps port causes DUT to not to react to "
      "PFCs\", release 202405; not seen after the whole configuration was loaded again)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Switch FEC on at both ends, or load the whole configuration again after the change.",
    .check_port = check,
};

}
