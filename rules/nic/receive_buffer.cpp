// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/lossless_headroom.h"
#include "models/catalog/asic.h"
#include "models/fabric/target.h"
#include "models/physics/headroom.h"
#include "rules/blame.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::nic006 {
namespace {

constexpr Example examples[] = {
    {.title = "The lossless receive buffer has no room for what arrives after pause",
        .files = {{{"linux-host",
            "host1",
            "-Receive buffer size (bytes): 130944,130944,0,0,0,0,0,0,total_size=262016\n"
            "+Receive buffer size (bytes): 212864,49152,0,0,0,0,0,0,total_size=262016\n"}}},
        .flagged = "49152"},
    {.title = "A lossless receive buffer of half the memory", .files = {{{"linux-host", "host1", ""}}}},
};

// The buffer of a lossless priority, if its size is known.
const BufferProfile* buffer_of(const Device& host, const PriorityGroup& group)
{
    const BufferProfile* buffer = target_of(host.buffer_profiles, group.buffer);
    return buffer != nullptr && buffer->reserved.known() ? buffer : nullptr;
}

void report(PortContext& context,
    const BufferProfile& buffer,
    PrioritySet priorities,
    const physics::NicBuffer& need,
    Bytes max_mtu)
{
    context.report({.at = context.device().place(buffer.reserved.origin),
        .message = fmt::format(
            "{} receives priority {} in {} of {} bytes, but its driver asks for {}: {} above the pause "
            "threshold for {} m of cable, and a packet of {} below it. The NIC drops packets that arrive "
            "after its own pause",
            context.port_label(context.id),
            to_string(priorities),
            buffer.name,
            buffer.reserved.value.count,
            need.size.count,
            need.xoff_delta.count,
            context.port().cable_length.value.count,
            max_mtu.count),
        .subjects = headroom_subjects(context, priorities),
        .fix = fmt::format("Give {} of {} at least {} bytes (mlnx_qos --buffer_size).",
            buffer.name,
            context.port().name,
            need.size.count)});
}

void check(PortContext& context)
{
    const Device& host = context.device();
    const Port& port = context.port();
    if (!context.on_host() || !context.is_roce() || context.nic() == nullptr
        || port.kind != PortKind::physical || !port.pfc_tx.known() || port.pfc_tx.value.empty()
        || !context.nic()->driver.known())
        return;
    const std::string_view driver = context.nic()->driver.value;
    const catalog::NicModel* model = catalog::find_nic(driver);
    if (model == nullptr || !model->cell.known() || !model->max_mtu.known())
        return;
    PrioritySet seen;
    for (const PriorityGroup& group : host.groups_of(port)) {
        const BufferProfile* buffer = port.pfc_tx.value.has(group.number) ? buffer_of(host, group) : nullptr;
        if (buffer == nullptr || seen.has(group.number))
            continue;
        PrioritySet priorities;
        for (const PriorityGroup& other : host.groups_of(port)) {
            if (port.pfc_tx.value.has(other.number) && buffer_of(host, other) == buffer)
                priorities.insert(other.number);
        }
        seen = seen | priorities;
        const BitsPerSecond* speed = context.need(context.id, port.speed, "the speed");
        const Metres* cable
            = context.need(context.id, port.cable_length, "the cable length that the NIC assumes");
        const Bytes* mtu = context.need(context.id, port.ip_mtu, "the MTU");
        if (speed == nullptr || cable == nullptr || mtu == nullptr)
            return;
        const physics::NicBuffer need
            = physics::mlx5_buffer(*speed, *cable, *mtu, model->max_mtu.value, model->cell.value);
        if (buffer->reserved.value < need.size)
            report(context, *buffer, priorities, need, model->max_mtu.value);
    }
}

}

extern const Rule rule = {
    .code = "NIC006",
    .name = "nic-buffer-too-small",
    .severity = Severity::error,
    .scope = Scope::host,
    .summary = "The receive buffer of a lossless priority is smaller than the NIC's driver needs.",
    .why
    = "The driver puts the pause threshold far enough below the end of the buffer to hold what still "
      "arrives, and the resume threshold a packet below that. A smaller buffer has no room for both, and a "
      "buffer sized by another tool drops packets after pause.",
    .source = "Linux drivers/net/ethernet/mellanox/mlx5/core/en/port_buffer.c, update_xoff_threshold",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Enlarge the buffer of the lossless priority. What it takes is missing from the NIC's "
           "other buffers.",
    .check_port = check,
};

}
