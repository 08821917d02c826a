// SPDX-License-Identifier: Apache-2.0
#include "analysis/simulate/traffic.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::simulate {

bool LoadedPort::knows_headroom() const
{
    return std::ranges::all_of(
        senders, [](const LoadedSender& sender) { return sender.values.headroom.has_value(); });
}

std::vector<MixedSender> LoadedPort::mixed() const
{
    std::vector<MixedSender> list;
    for (const LoadedSender& sender : senders)
        list.push_back(sender.values);
    return list;
}

LoadedPort loaded_port(const Analysis& analysis, const OfferedLoad& load)
{
    const Fabric& fabric = *analysis.fabric;
    const Device& device = fabric.device(load.egress);
    const Port& egress = fabric.port(load.egress);
    const RdmaClass& rdma_class = analysis.classes.classes[load.rdma_class];
    LoadedPort found{
        .egress = load.egress, .rdma_class = load.rdma_class, .bits_per_second = load.bits_per_second};
    found.values.packet = packet_of(analysis, load.egress.device);
    if (!egress.speed.known()) {
        found.refused = "the speed of the port is not known";
        return found;
    }
    found.values.egress_rate = egress.speed.value;
    const PortMarking marking = marking_of_port(device, egress, rdma_class);
    found.values.marking = marking.marking;
    found.no_marking = marking.missing;
    if (marking.profile != nullptr)
        found.marking_name = marking.profile->name;
    std::optional<Bytes> pool;
    std::string no_pool;
    const bool pool_known = find_headroom_pool(device, pool, no_pool);
    for (const OfferedShare& share : load.senders) {
        LoadedSender sender{.port = share.port, .values = {.steps = share.steps}, .no_headroom = no_pool};
        const Port& port = device.ports[share.port];
        std::string reason;
        const auto fill = port.speed.known() ? known_fill(device, port, rdma_class.priority, reason)
                                             : std::optional<PauseFill>();
        if (!fill && found.refused.empty())
            found.refused = fmt::format(
                "{}: {}", port.name, reason.empty() ? "the speed of the port is not known" : reason);
        if (fill) {
            sender.values.speed = port.speed.value;
            sender.values.threshold = {fill->fixed, fill->pause_at, fill->alpha, fill->shared};
            sender.shipped = fill->shipped;
            if (pool_known)
                sender.headroom = headroom_of_sender(
                    analysis, {load.egress.device, share.port}, rdma_class.priority, sender.no_headroom);
            if (sender.headroom) {
                sender.values.headroom = group_headroom(*sender.headroom, port.speed.value);
                sender.values.headroom->pool = pool;
            }
        }
        found.senders.push_back(std::move(sender));
    }
    return found;
}

}
