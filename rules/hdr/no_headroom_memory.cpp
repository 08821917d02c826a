// SPDX-License-Identifier: Apache-2.0
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::hdr014 {
namespace {

constexpr Example examples[] = {
    {.title = "No memory is set aside for headroom, and the ports pause",
        .files = {{{"junos", "leaf1", R"(-                percent 24;
+                percent 0;
-                percent 66;
+                percent 90;
)"}}},
        .flagged = "percent 0;"},
    {.title = "A quarter of the memory is headroom", .files = {{{"junos", "leaf1", ""}}}},
};

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (device.kind != DeviceKind::network_switch)
        return;
    for (const BufferPool& pool : device.pools) {
        // The part of the memory that is only for headroom.
        if (!pool.shared_headroom.is(Bytes{}) || !pool.partition.is(Percent{}))
            continue;
        std::vector<std::uint32_t> paused;
        for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
            const Port& port = device.ports[index];
            if (port.kind == PortKind::physical && context.analysis.is_roce({context.index, index})
                && port.pfc_tx.known() && !port.pfc_tx.value.empty())
                paused.push_back(index);
        }
        if (paused.empty())
            return;
        const Port& first = device.ports[paused.front()];
        context.report({.at = device.place(pool.partition.origin),
            .message = fmt::format(
                "{} has PFC on {} and no memory for headroom ({} has 0 %): what arrives after a pause is "
                "dropped",
                device.name,
                counted(paused.size(), "port"),
                pool.name),
            .subjects = {context.subject(Property::headroom_pool)},
            .related = {{device.place(first.pfc_tx.origin, &first), "PFC is on here"}},
            .fix = fmt::format("Give {} a share of the memory.", pool.name)});
        return;
    }
}

}

extern const Rule rule = {
    .code = "HDR014",
    .name = "no-headroom-memory",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "A switch pauses priorities and has no memory for headroom.",
    .why = "Headroom absorbs what is still on its way when pause is sent. A device that divides its memory "
           "between lossless traffic, headroom and lossy traffic has headroom only in that part of it: "
           "with a share of zero it pauses and still drops packets.",
    .source
    = "Junos OS CLI Reference, buffer-partition (Ingress, QFX Series): the lossless-headroom partition holds the "
      "packets that arrive after PFC pauses the peer; IEEE 802.1Q-2022 annex N",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give the headroom partition a share of the memory that covers all paused ports.",
    .check_device = check,
};

}
