// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/group_memory.h"
#include "models/fabric/classify.h"
#include "rules/observed.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace rocelint::rules::evd013 {
namespace {

constexpr Example examples[] = {
    {.title = "Almost all of the headroom was in use at one time",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic",
                "leaf1",
                R"(Ingress headroom per PG:
     Port    PG0    PG1    PG2    PG3    PG4    PG5    PG6    PG7
---------  -----  -----  -----  -----  -----  -----  -----  -----
Ethernet0      0      0      0  12288      0      0      0      0
Ethernet4      0      0      0  44928      0      0      0      0
)",
                "show_priority-group_watermark_headroom.txt"}}},
        .flagged = "44928"},
    {.title = "Half of the headroom was enough",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic",
                "leaf1",
                R"(Ingress headroom per PG:
     Port    PG0    PG1    PG2    PG3    PG4    PG5    PG6    PG7
---------  -----  -----  -----  -----  -----  -----  -----  -----
Ethernet0      0      0      0  12288      0      0      0      0
Ethernet4      0      0      0  22528      0      0      0      0
)",
                "show_priority-group_watermark_headroom.txt"}}}},
    {.title = "Only a group of lossy classes was full",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic",
                "leaf1",
                R"(Ingress headroom per PG:
     Port    PG0    PG1    PG2    PG3    PG4    PG5    PG6    PG7
---------  -----  -----  -----  -----  -----  -----  -----  -----
Ethernet4  65536      0      0      0      0      0      0    N/A
)",
                "show_priority-group_watermark_headroom.txt"}}}},
};

constexpr double nearly_full[] = {90};
constexpr Parameter parameters[] = {{"share",
    nearly_full,
    "percent",
    "share of the configured headroom from which on its use is reported",
    "a choice: in a headroom for a short cable, the rest has no room for one more packet of the largest size and the rounding "
    "to cells"}};

void check_priority(PortContext& context, Priority priority)
{
    const Device& device = context.device();
    const Setting<std::uint8_t> served = group_of_priority(device, context.port(), priority);
    const std::uint8_t* number
        = context.need(context.id, served, fmt::format("the priority group of priority {}", priority));
    const Counter* peak = headroom_peak(device, context.id.port, priority);
    if (number == nullptr || peak == nullptr || peak_of(*peak) == 0)
        return;
    const PriorityGroup* group = device.group(context.port(), *number);
    std::string_view reason = "its priority groups are not visible";
    const auto memory
        = group == nullptr ? std::nullopt : memory_of_group(device, context.port(), *group, reason);
    if (!memory)
        return context.not_checked(context.id, std::string(reason));
    const std::uint64_t xoff = memory->xoff.count;
    if (xoff == 0
        || static_cast<double>(peak_of(*peak)) * 100 < static_cast<double>(xoff) * context.number("share"))
        return;
    Diagnosis diagnosis{.at = peak->at,
        .message = fmt::format(
            "{} used {} of the {} bytes of headroom of priority {} at the peak ({} percent): a larger burst after a pause would "
            "be dropped",
            context.port_label(context.id),
            peak_of(*peak),
            xoff,
            priority,
            peak_of(*peak) * 100 / xoff),
        .subjects = {context.subject(Property::headroom, priority)},
        .fix = fmt::format("Give the priority group of priority {} more than {} bytes of headroom.",
            priority,
            peak_of(*peak))};
    const BufferProfile* profile = buffer_profile_of(device, group->buffer);
    if (profile != nullptr && profile->xoff.known())
        diagnosis.show(context.place(profile->xoff.origin), "the configured headroom");
    context.report(std::move(diagnosis));
}

void check(PortContext& context)
{
    if (!context.is_roce() || !context.on_switch() || !shows_headroom(context.device(), context.id.port))
        return;
    for (const Priority priority : context.required())
        check_priority(context, priority);
}

}

extern const Rule rule = {
    .code = "EVD013",
    .name = "headroom-nearly-full",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "A watermark shows that the headroom of a lossless class was nearly full.",
    .why
    = "Headroom holds what arrives after a switch has sent pause. Its watermark is the measured peak, and so a lower bound "
      "of what this cable and this peer need. A headroom that was almost full is too small for a "
      "burst that is only a little worse, and one that was full has probably dropped packets of the class.",
    .source
    = "SAI, saibuffer.h (SAI_INGRESS_PRIORITY_GROUP_STAT_XOFF_ROOM_WATERMARK_BYTES); sonic-net/SONiC, doc/buffer-watermark; "
      "sonic-utilities, scripts/watermarkstat (pg_headroom); IEEE 802.1Q-2022 annex N",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Enlarge the headroom beyond the watermark; `rocelint headroom` computes what the cable needs.",
    .yields = true,
    .check_port = check,
};

}
