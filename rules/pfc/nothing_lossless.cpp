// SPDX-License-Identifier: Apache-2.0
#include "rules/pfc/nothing_lossless.h"

#include "models/fabric/target.h"

namespace rocelint {
namespace {

bool marks(const Device& device, const Setting<Ref>& ecn)
{
    const EcnProfile* profile = target_of(device.ecn_profiles, ecn);
    return profile != nullptr && profile->marks();
}

// Whether one switch neither pauses nor marks; nothing where that cannot be told.
std::optional<bool> is_without_flow_control(const Device& device, bool& ecn_known)
{
    bool has_ports = false;
    for (const Port& port : device.ports) {
        if (port.kind != PortKind::physical)
            continue;
        if (!port.pfc_tx.known())
            return std::nullopt;
        if (!port.pfc_tx.value.empty())
            return false;
        has_ports = true;
        ecn_known = ecn_known && port.queues_visible;
        for (const Queue& queue : device.queues_of(port)) {
            ecn_known = ecn_known && queue.ecn.known();
            if (marks(device, queue.ecn))
                return false;
        }
    }
    return has_ports ? std::optional(true) : std::nullopt;
}

bool must_be_lossless(const Analysis& analysis, std::uint32_t device)
{
    for (std::uint32_t port = 0; port < analysis.judgements[device].size(); ++port) {
        const PortId id{device, port};
        if (analysis.is_roce(id) && !analysis.carried_classes(id).empty())
            return true;
    }
    return false;
}

}

std::optional<NothingLossless> nothing_lossless(const Analysis& analysis)
{
    NothingLossless found;
    const std::vector<Device>& devices = analysis.fabric->devices;
    for (std::uint32_t index = 0; index < devices.size(); ++index) {
        if (devices[index].kind != DeviceKind::network_switch)
            continue;
        if (must_be_lossless(analysis, index))
            return std::nullopt;
        const auto without = is_without_flow_control(devices[index], found.ecn_known);
        if (without == false)
            return std::nullopt;
        // What a fragment lacks may be in the file that is missing.
        if (!without || devices[index].fragment)
            continue;
        found.first = found.switches == 0 ? index : found.first;
        ++found.switches;
    }
    return found.switches == 0 ? std::nullopt : std::optional(found);
}

}
