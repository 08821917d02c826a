// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::nic004 {
namespace {

constexpr Example examples[] = {
    {.title = "The NIC obeys and sends link pause alongside PFC",
        .files = {{{"linux-host", "host1", R"(-RX:		off
-TX:		off
+RX:		on
+TX:		on
)"}}},
        .flagged = "RX:"},
    {.title = "A template turns link pause on",
        .files = {{{"kubernetes", "nics", R"(@ pauseFrames:
-          enabled: false
+          enabled: true
)"}}},
        .flagged = "enabled: true"},
    {.title = "A NIC of an ESXi host obeys and sends link pause",
        .files = {{{"esxi-host",
            "host1",
            R"(-vmnic4                    true     false     false             false                              false
+vmnic4                    true      true      true             false                              false
)"}}},
        .flagged = "vmnic4                    true      true      true"},
    {.title = "Link pause is off", .files = {{{"linux-host", "host1", ""}}}},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!context.on_host() || !context.is_roce() || context.nic() == nullptr
        || port.kind != PortKind::physical)
        return;
    const PrioritySet required = context.required();
    if (required.empty())
        return;
    const bool* rx = context.need(context.id, port.pause_rx, "link pause");
    const bool* tx = context.need(context.id, port.pause_tx, "link pause");
    if (rx == nullptr || tx == nullptr || (!*rx && !*tx))
        return;
    Diagnosis diagnosis{.at = context.place(*rx ? port.pause_rx.origin : port.pause_tx.origin),
        .message = fmt::format(
            "{} has link pause on ({}): it stops every priority at once, and a link with it cannot use PFC",
            context.port_label(context.id),
            *rx && *tx ? "RX and TX"
                : *rx  ? "RX"
                       : "TX"),
        .subjects = {context.subject(Property::link_pause)},
        .fix = !context.device().has_linux_tools()
            ? fmt::format("Turn link pause (Flow Control) of {} off.", port.name)
            : context.nic()->pauses_priorities.peek_known()
            ? fmt::format("Set the type of the pause frames of {} to PFC.", port.name)
            : fmt::format("Turn link pause off: ethtool -A {} rx off tx off.", port.name),
        .changes = {context.change(Property::link_pause, false)}};
    // The NIC's factory state: link pause is on in place of PFC, which was never turned on (NIC002).
    if (port.pfc_tx.known() && port.pfc_tx.value.empty()) {
        for (const Priority priority : required)
            diagnosis.subjects.push_back(context.subject(Property::pfc, priority));
    }
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "NIC004",
    .name = "nic-with-link-pause",
    .severity = Severity::error,
    .scope = Scope::host,
    .summary = "An RDMA NIC has IEEE 802.3x link pause on.",
    .why = "Link pause stops the whole link, storage and control traffic included, and excludes "
           "PFC on the same link. mlx5 NICs have it on from the factory, so that a host which was "
           "never set up pauses everything.",
    .source = "IEEE 802.3-2022 annex 31B and 31D (PAUSE and PFC exclude each other); NVIDIA doroce-linux "
              "doRoCE.sh (ethtool -A rx off tx off); NVIDIA FreeBSD driver documentation, Flow Control",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "ethtool -A IFACE rx off tx off",
    .witness = Witness::link_pause,
    .check_port = check,
};

}
