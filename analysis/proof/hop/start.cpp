// SPDX-License-Identifier: Apache-2.0
// The mark on packets when they leave a host: the value that the NIC forces, the job's own, or the connection
// manager's, in this order of precedence. If nothing shows the mark, the class's own is assumed and the step
// says so.
#include "analysis/proof/hop/hop.h"
#include "analysis/proof/hop/hop_ends.h"
#include "models/physics/wire.h"

#include <array>

namespace rocelint::proof {
namespace {

// A mark on a host's RDMA packets, and its source.
struct Mark {
    Setting<std::uint8_t> tos;
    std::uint32_t device = 0; ///< the device that the origin belongs to
    std::string_view by;
    [[nodiscard]] Dscp dscp() const { return static_cast<Dscp>(tos.value >> 2); }
};

const Nic* nic_of(const Device& host, const Port& port)
{
    return port.nic < host.nics.size() ? &host.nics[port.nic] : nullptr;
}

// In descending order of precedence. A value that the NIC forces overrides all others.
std::vector<Mark> marks_of(const Fabric& fabric, const JobClasses& jobs, PortId id)
{
    std::vector<Mark> marks;
    const Device& host = fabric.device(id);
    const Nic* nic = nic_of(host, fabric.port(id));
    if (nic != nullptr && nic->forces_class())
        return {{nic->traffic_class, id.device, "the NIC"}};
    for (const JobClasses::Entry& entry : jobs.on(id.device))
        marks.push_back({*entry.traffic_class, entry.job, "the job"});
    if (nic != nullptr && nic->cm_tos.known())
        marks.push_back({nic->cm_tos, id.device, "the RDMA connection manager"});
    return marks;
}

// The first mark that belongs to the class, otherwise the first one that belongs to no class of hosts of this role.
const Mark* choose(
    const std::vector<Mark>& marks, const ClassModel& classes, const RdmaClass& wanted, Role role)
{
    const Mark* stray = nullptr;
    for (const Mark& mark : marks) {
        if (wanted.dscps.has(mark.dscp()))
            return &mark;
        if (stray == nullptr && classes.of_dscp(mark.dscp(), role) == nullptr)
            stray = &mark;
    }
    return stray;
}

Dscp first_of(DscpSet dscps) { return dscps.empty() ? Dscp{0} : dscps.first(); }

void add_marking(Start& start,
    const Fabric& fabric,
    PortId host,
    const Mark& mark,
    const RdmaClass& rdma_class,
    Grade outcome)
{
    start.outcome = std::max(start.outcome, outcome);
    start.steps.push_back({Aspect::marking,
        outcome,
        start.packet.kind,
        host,
        fabric.devices[mark.device].place(mark.tos.origin),
        {},
        outcome == Grade::broken ? fmt::format(
            "{} marks RDMA with DSCP {}, which belongs to no RDMA class of the host (DSCP {} does)",
            mark.by,
            mark.dscp(),
            to_string(rdma_class.dscps))
                                 : fmt::format("{} marks RDMA with DSCP {}", mark.by, mark.dscp()),
        {host, Property::rdma_marking, mark.dscp()}});
}

void classify_at_host(const Fabric& fabric, PortId host, const ClassModel& classes, Packet& packet)
{
    const LinkEnd end(fabric, host);
    const Treatment treatment = treat(classes, end, packet);
    packet.tc = treatment.tc.known() ? treatment.tc.value : Packet::unknown_tc;
}

}

bool lacks_code_point(const RdmaClass& rdma_class)
{
    return rdma_class.dscps.empty() && rdma_class.trust != Trust::pcp;
}

std::optional<Start> HopJudge::start(PortId host, std::uint8_t class_index, Detail detail) const
{
    const ClassModel& classes = analysis_->classes;
    const RdmaClass& rdma_class = classes.classes[class_index];
    Start start;
    start.packet = {class_index, first_of(rdma_class.dscps), Packet::unknown_tc};
    if (lacks_code_point(rdma_class))
        return std::nullopt;
    if (!host.valid() || analysis_->fabric->device(host).kind != DeviceKind::host)
        return start;
    const Fabric& fabric = *analysis_->fabric;
    const std::vector<Mark> marks = marks_of(fabric, *jobs_, host);
    const Role role = fabric.device(host).role.value_or(Role::unknown);
    const Mark* mark = rdma_class.trust == Trust::pcp ? nullptr : choose(marks, classes, rdma_class, role);
    if (mark != nullptr && !rdma_class.dscps.empty()) {
        const bool known = rdma_class.dscps.has(mark->dscp());
        // Without a policy, only a mark of 0 is a fault in itself; for any other mark the switches decide.
        const bool broken = !known && (!classes.assumed || mark->dscp() == 0);
        if (!broken)
            start.packet.dscp = mark->dscp();
        if (broken || detail == Detail::everything)
            add_marking(start, fabric, host, *mark, rdma_class, broken ? Grade::broken : Grade::proven);
    } else if (detail == Detail::everything) {
        start.steps.push_back({Aspect::marking,
            Grade::assumed,
            class_index,
            host,
            rdma_class.at,
            {},
            rdma_class.trust == Trust::pcp
                ? fmt::format("RDMA leaves with PCP {}", rdma_class.priority)
                : fmt::format("nothing shows how RDMA is marked; assumed DSCP {}", start.packet.dscp),
            {}});
    }
    classify_at_host(fabric, host, classes, start.packet);
    return start;
}

std::optional<Start> HopJudge::start_notification(PortId host, Detail detail) const
{
    const ClassModel& classes = analysis_->classes;
    const Fabric& fabric = *analysis_->fabric;
    if (!classes.sends_cnps())
        return std::nullopt;
    Start start;
    start.packet = {Packet::notification, classes.cnp.dscp.value_or(0), Packet::unknown_tc};
    const bool collected = host.valid() && fabric.device(host).kind == DeviceKind::host;
    const Nic* nic = collected ? nic_of(fabric.device(host), fabric.port(host)) : nullptr;
    const bool told = nic != nullptr && nic->cnp_dscp.known();
    if (told)
        start.packet.dscp = nic->cnp_dscp.value;
    else if (!classes.cnp.dscp)
        return std::nullopt;
    if (collected && detail == Detail::everything)
        start.steps.push_back({Aspect::marking,
            told ? Grade::proven : Grade::assumed,
            Packet::notification,
            host,
            told ? fabric.device(host).place(nic->cnp_dscp.origin) : classes.cnp.at,
            {},
            told ? fmt::format("the NIC sends CNPs with DSCP {}", start.packet.dscp)
                 : fmt::format("nothing shows how CNPs are marked; assumed DSCP {}", start.packet.dscp),
            {}});
    if (collected)
        classify_at_host(fabric, host, classes, start.packet);
    return start;
}

Frame largest_frame(const Analysis& analysis)
{
    constexpr std::uint64_t assumed
        = physics::largest_path_mtu + physics::linux_rdma_headers + physics::ethernet_header;
    Frame largest;
    const Fabric& fabric = *analysis.fabric;
    for (std::uint32_t device = 0; device < fabric.devices.size(); ++device) {
        const Device& host = fabric.devices[device];
        for (std::uint32_t port = 0; host.kind == DeviceKind::host && port < host.ports.size(); ++port) {
            if (!analysis.is_roce({device, port}))
                continue;
            const auto frame = frame_of(fabric, {device, port});
            if (frame && frame->size > largest.size)
                largest = *frame;
        }
    }
    if (!largest.from.valid())
        largest.size = {assumed};
    return largest;
}

}
