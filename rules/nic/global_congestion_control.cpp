// SPDX-License-Identifier: Apache-2.0
#include "models/text/ascii.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <charconv>

namespace rocelint::rules::nic033 {
namespace {

constexpr std::string_view all_on = R"(-firmware-version: 28.43.1014 (MT_0000000834)
+firmware-version: 28.46.1006 (MT_0000000834)
-/sys/class/net/ens1f0np0/ecn/roce_np/enable/0:0
+/sys/class/net/ens1f0np0/ecn/roce_np/enable/0:1
-/sys/class/net/ens1f0np0/ecn/roce_np/enable/1:0
+/sys/class/net/ens1f0np0/ecn/roce_np/enable/1:1
-/sys/class/net/ens1f0np0/ecn/roce_np/enable/2:0
+/sys/class/net/ens1f0np0/ecn/roce_np/enable/2:1
-/sys/class/net/ens1f0np0/ecn/roce_np/enable/4:0
+/sys/class/net/ens1f0np0/ecn/roce_np/enable/4:1
-/sys/class/net/ens1f0np0/ecn/roce_np/enable/5:0
+/sys/class/net/ens1f0np0/ecn/roce_np/enable/5:1
-/sys/class/net/ens1f0np0/ecn/roce_np/enable/6:0
+/sys/class/net/ens1f0np0/ecn/roce_np/enable/6:1
-/sys/class/net/ens1f0np0/ecn/roce_np/enable/7:0
+/sys/class/net/ens1f0np0/ecn/roce_np/enable/7:1
-/sys/class/net/ens1f0np0/ecn/roce_rp/enable/0:0
+/sys/class/net/ens1f0np0/ecn/roce_rp/enable/0:1
-/sys/class/net/ens1f0np0/ecn/roce_rp/enable/1:0
+/sys/class/net/ens1f0np0/ecn/roce_rp/enable/1:1
-/sys/class/net/ens1f0np0/ecn/roce_rp/enable/2:0
+/sys/class/net/ens1f0np0/ecn/roce_rp/enable/2:1
-/sys/class/net/ens1f0np0/ecn/roce_rp/enable/4:0
+/sys/class/net/ens1f0np0/ecn/roce_rp/enable/4:1
-/sys/class/net/ens1f0np0/ecn/roce_rp/enable/5:0
+/sys/class/net/ens1f0np0/ecn/roce_rp/enable/5:1
-/sys/class/net/ens1f0np0/ecn/roce_rp/enable/6:0
+/sys/class/net/ens1f0np0/ecn/roce_rp/enable/6:1
-/sys/class/net/ens1f0np0/ecn/roce_rp/enable/7:0
+/sys/class/net/ens1f0np0/ecn/roce_rp/enable/7:1
)";

constexpr Example examples[] = {
    {.title = "Firmware 28.46 is set to slow down on priority 3 alone",
        .files = {{{"linux-host", "host1", R"(-firmware-version: 28.43.1014 (MT_0000000834)
+firmware-version: 28.46.1006 (MT_0000000834)
)"}}},
        .flagged = "roce_rp/enable/3:1"},
    {.title = "Firmware 28.46 has the same for all priorities", .files = {{{"linux-host", "host1", all_on}}}},
    {.title = "Firmware 28.43 keeps priorities apart", .files = {{{"linux-host", "host1", ""}}}},
};

// "28.45.1020": of ConnectX-7, from the first release with this limitation on.
bool is_global(std::string_view firmware)
{
    constexpr std::string_view connectx_7 = "28.";
    constexpr unsigned first = 45;
    if (!firmware.starts_with(connectx_7))
        return false;
    firmware.remove_prefix(connectx_7.size());
    unsigned release = 0;
    const auto end = std::from_chars(firmware.data(), firmware.data() + firmware.size(), release);
    return end.ec == std::errc{} && release >= first;
}

// Whether some of the priorities that a capture shows are on, and others off.
bool is_mixed(const Setting<PrioritySet>& on, PrioritySet seen)
{
    return on.peek_known() && !(on.value & seen).empty() && !(seen - on.value).empty();
}

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical)
        return;
    const bool reaction = is_mixed(nic->ecn_reaction, nic->reaction_seen);
    const bool notification = is_mixed(nic->ecn_notification, nic->notification_seen);
    const bool mask = is_mixed(nic->cc_priorities, PrioritySet::all());
    if (!reaction && !notification && !mask)
        return;
    if (!nic->firmware.known() || !is_global(nic->firmware.value))
        return;
    const OriginId origin = reaction ? nic->ecn_reaction.origin
        : notification               ? nic->ecn_notification.origin
                                     : nic->cc_priorities.origin;
    context.report({.at = context.place(origin),
        .message = fmt::format("{} has congestion control on for some priorities and off for others, but "
                               "its firmware {} has one setting for all of them: which one applies is "
                               "undefined",
            context.port_label(context.id),
            nic->firmware.value),
        .subjects = {context.subject(Property::congestion_control)},
        .related = {{context.place(nic->firmware.origin), "the firmware"}},
        .fix = "Set all eight priorities alike, in ecn/roce_np/enable and ecn/roce_rp/enable or in "
               "ROCE_CC_PRIO_MASK."});
}

}

extern const Rule rule = {
    .code = "NIC033",
    .name = "congestion-control-by-priority",
    .severity = Severity::info,
    .scope = Scope::host,
    .summary
    = "Congestion control differs between the priorities of a NIC whose firmware has one setting for "
      "all.",
    .why = "From release 28.45 on, the firmware of ConnectX-7 applies congestion control to the port as a "
           "whole. Files and masks with one switch for each priority are still there and are still "
           "accepted. A NIC on which they differ slows down other traffic than intended, or none.",
    .source
    = "NVIDIA ConnectX-7 Adapter Cards Firmware Release Notes 28.46.1006, Known Issues, 4394475 (detected "
      "in 28.45.1020; the workaround is to align all priorities)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Set congestion control alike for all priorities.",
    .check_port = check,
};

}
