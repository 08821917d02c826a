// SPDX-License-Identifier: Apache-2.0
#include "rules/ib/examples.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace rocelint::rules::ib022 {
namespace {

constexpr double ten[] = {10};
constexpr double hundred[] = {100};
constexpr double rate_limit[] = {1e-12};
constexpr std::string_view from_diags = "infiniband-diags, etc/error_thresholds";
constexpr Parameter parameters[] = {
    {"symbol_errors", ten, "errors", "symbol errors that are not reported", from_diags},
    {"bit_error_rate",
        rate_limit,
        "errors for each bit",
        "most symbol errors for each bit that was received, on links up to FDR; more is bad on any link",
        "NVIDIA ibdiagnet User Manual v2.11, Bit Error Rate: --ber_thresh (10^-12 by default, for SwitchX, ConnectX-3 and "
        "ConnectX-4)"},
    {"link_recoveries", ten, "times", "most recoveries of a link", from_diags},
    {"link_downs", ten, "times", "most losses of a link", from_diags},
    {"receive_errors", ten, "packets", "most packets that arrived with errors", from_diags},
    {"integrity_errors", ten, "bursts", "most bursts of local errors", from_diags},
    {"buffer_overruns", ten, "times", "most overruns of the receive buffer", from_diags},
    {"transmit_discards", hundred, "packets", "most packets that were discarded", from_diags},
};

constexpr Example examples[] = {
    ib::example("A port counts symbol errors",
        R"(+# Port extended counters: Lid 11 port 1 (CapMask: 0x5300)
+PortRcvData:.....................178762341961
+SymbolErrorCounter:..............4211
+LinkDownedCounter:...............0
)",
        "SymbolErrorCounter:"),
    ib::example("A link goes down and up",
        R"(+# Port counters: Lid 11 port 1 (CapMask: 0x1300)
+SymbolErrorCounter:..............0
+LinkDownedCounter:...............255
)",
        "LinkDownedCounter:"),
    ib::example("A few errors in years of traffic are as the standard allows",
        R"(+# Port extended counters: Lid 11 port 1 (CapMask: 0x5300)
+PortRcvData:.....................178762341961629
+SymbolErrorCounter:..............40
+LinkDownedCounter:...............1
)"),
};

struct Limit {
    IbCounterKind kind;
    std::string_view parameter;
    std::string_view what;
};

constexpr std::array limits{
    Limit{IbCounterKind::link_recoveries, "link_recoveries", "recovered its link {} time{}"},
    Limit{IbCounterKind::link_downs, "link_downs", "lost its link {} time{}"},
    Limit{IbCounterKind::receive_errors, "receive_errors", "received {} packet{} with errors"},
    Limit{
        IbCounterKind::local_integrity_errors, "integrity_errors", "counted {} burst{} of local link errors"},
    Limit{IbCounterKind::buffer_overruns, "buffer_overruns", "had its receive buffer overrun {} time{}"},
    Limit{IbCounterKind::transmit_discards,
        "transmit_discards",
        "discarded {} packet{} that it could not send"}};

std::optional<IbCounter> find(std::span<const IbCounter> counters, IbCounterKind kind)
{
    // If there are two captures, the later one has the higher count.
    std::optional<IbCounter> found;
    for (const IbCounter& counter : counters) {
        if (counter.kind == kind && (!found || counter.value > found->value))
            found = counter;
    }
    return found;
}

void report(DeviceContext& context, const Subnet& subnet, const IbCounter& counter, std::string_view what)
{
    context.report({.at = counter.at,
        .message = fmt::format("{} {}{}",
            subnet.port_name(counter.port),
            fmt::format(fmt::runtime(what), counter.value, counter.value == 1 ? "" : "s"),
            counter.saturated ? " or more: the counter is at its maximum" : ""),
        .subjects = {{{context.index, counter.port}, Property::bit_errors}}});
}

// From EDR on, the errors that remain after forward error correction have limits by generation and cable, which
// ibdiagnet applies and no manual states.
void explain_later_link(DeviceContext& context, const Subnet& subnet, std::uint32_t port)
{
    const Setting<IbSpeed>& speed = subnet.ports[port].speed;
    if (speed.peek_known() && speed.value >= IbSpeed::edr)
        context.not_checked({context.index, port},
            "symbol errors of links from EDR on have limits by generation, which ibdiagnet --get_phy_info applies");
}

// Checks symbol errors per received bit or, if received data was not counted, their number.
void check_symbols(DeviceContext& context, const Subnet& subnet, std::span<const IbCounter> counters)
{
    const auto symbols = find(counters, IbCounterKind::symbol_errors);
    if (!symbols || static_cast<double>(symbols->value) <= context.number("symbol_errors"))
        return;
    const auto data = find(counters, IbCounterKind::receive_data);
    constexpr double bits_in_word = 32;
    if (data && data->value > 0 && !data->saturated) {
        const double rate
            = static_cast<double>(symbols->value) / (static_cast<double>(data->value) * bits_in_word);
        if (rate <= context.number("bit_error_rate"))
            return explain_later_link(context, subnet, symbols->port);
        return report(context,
            subnet,
            *symbols,
            fmt::format("counted {{}} symbol errors, {:.1e} for each bit that it received", rate));
    }
    report(context, subnet, *symbols, "counted {} symbol errors");
}

void check(DeviceContext& context)
{
    if (!context.device().subnet)
        return;
    const Subnet& subnet = *context.device().subnet;
    for (std::size_t begin = 0; begin < subnet.counters.size();) {
        const std::uint32_t port = subnet.counters[begin].port;
        const std::span<const IbCounter> counters = subnet.counters_of(port);
        begin += counters.size();
        check_symbols(context, subnet, counters);
        for (const Limit& limit : limits) {
            const auto counter = find(counters, limit.kind);
            if (counter && static_cast<double>(counter->value) > context.number(limit.parameter))
                report(context, subnet, *counter, limit.what);
        }
    }
}

}

extern const Rule rule = {
    .code = "IB022",
    .name = "ib-error-counters",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "Error counters of an InfiniBand port are above those of a healthy link.",
    .why = "A packet is dropped if neither forward error correction nor a retransmission on the link (LLR, "
           "between NVIDIA's ports where it is on) repairs its bit errors. The receiver answers the gap with "
           "a NAK, and the sender sends all that followed again; if the lost packet was the last one, only "
           "its timeout of milliseconds notices. A link that goes down and up costs a sweep of the subnet "
           "manager on top. One such link is enough to hold up a collective of thousands.",
    .source
    = "infiniband-diags, etc/error_thresholds; NVIDIA ibdiagnet User Manual v2.11, Bit Error Rate (--get_phy_info for EDR and later); NVIDIA MLNX-OS User Manual v3.11.4002, UNBREAKABLE-LINK (LLR); IBA 1.5 9.7.5.2.8 (NAK of a PSN sequence error), 16.1.3.5 (PortCounters)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Clean or replace the cable or its optics; clear the counters with perfquery -R and look again.",
    .check_device = check,
};

}
