// SPDX-License-Identifier: Apache-2.0
#include "analysis/infer_scope.h"

#include "analysis/analysis.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

// A switch's ports that show signs of RDMA, and those expected to carry it only because a policy states
// classes.
struct MeantPorts {
    std::size_t shown = 0;
    std::vector<std::string_view> stated;
};

MeantPorts meant_ports(const Analysis& analysis, std::uint32_t device)
{
    MeantPorts ports;
    const Device& one = analysis.fabric->devices[device];
    for (std::uint32_t port = 0; port < one.ports.size(); ++port) {
        const Judgement& judgement = analysis.judgement({device, port});
        if (judgement.verdict != Verdict::roce)
            continue;
        if (judgement.evidence == EvidenceKind::stated_classes)
            ports.stated.push_back(one.ports[port].name);
        else
            ++ports.shown;
    }
    return ports;
}

}

PolicyScope infer_scope(const Fabric& fabric, const ClassModel& classes)
{
    PolicyScope scope;
    if (classes.classes.empty())
        return scope;
    Policy policy;
    policy.classes = classes;
    policy.classes->assumed = false; // as if the classes came from a file
    const Analysis analysis = analyse(fabric, policy);
    std::size_t shown = 0;
    for (std::uint32_t device = 0; device < fabric.devices.size(); ++device) {
        const Device& one = fabric.devices[device];
        if (one.kind != DeviceKind::network_switch)
            continue;
        const MeantPorts ports = meant_ports(analysis, device);
        shown += ports.shown;
        if (ports.shown == 0 && !ports.stated.empty()) {
            scope.except.emplace_back(one.name);
            continue;
        }
        for (const std::string_view port : ports.stated)
            scope.except.push_back(fmt::format("{}:{}", one.name, port));
    }
    scope.given = shown > 0 && !scope.except.empty();
    return scope.given ? scope : PolicyScope{};
}

}
