// SPDX-License-Identifier: Apache-2.0
// Describes classes by what ports do with their packets, because the numbers of queues and traffic classes
// differ between devices.
#include "cli/report/show/class_use.h"

#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

constexpr std::string_view not_known = "unknown";

// Fills in the use of one class by one port.
class UseReader {
public:
    UseReader(const ShownFabric& shown, PortId id, std::uint32_t rdma_class)
        : shown_(shown)
        , id_(id)
        , device_(shown.fabric.device(id))
        , port_(shown.fabric.port(id))
        , class_(shown.analysis.classes.classes[rdma_class])
    {
        use_.device = id.device;
        use_.rdma_class = rdma_class;
        use_.ports.push_back(port_.name);
    }

    ClassUse read()
    {
        read_priority();
        read_pfc();
        if (device_.kind == DeviceKind::host)
            read_reaction();
        else
            read_marking();
        return std::move(use_);
    }

private:
    [[nodiscard]] bool needs_pfc() const
    {
        return shown_.analysis.required_priorities(id_).has(class_.priority);
    }

    void read_priority()
    {
        PrioritySet seen;
        DscpSet elsewhere;
        bool complete = true;
        const auto add = [&](const Setting<std::uint8_t>& priority) {
            complete = complete && priority.peek_known();
            if (priority.peek_known())
                seen.insert(priority.value);
            return !priority.peek_known() || priority.value == class_.priority;
        };
        if (class_.trust == Trust::pcp)
            add(priority_of(classify_pcp(device_, port_, class_.priority)));
        else if (class_.pause == Pause::nowhere)
            for (const Dscp dscp : class_.dscps)
                add(forward_dscp(device_, port_, dscp).tc);
        else
            for (const Dscp dscp : class_.dscps) {
                if (!add(priority_of(classify_dscp(device_, port_, dscp))))
                    elsewhere.insert(dscp);
            }
        use_.priority = seen.empty() ? std::string(not_known)
                                     : fmt::format("{}{}", to_string(seen), complete ? "" : " or unknown");
        if (!elsewhere.empty() && needs_pfc())
            use_.differs.push_back(
                fmt::format("DSCP {} is not in priority {}", to_string(elsewhere), class_.priority));
    }

    void read_pfc()
    {
        const bool needed = needs_pfc();
        if (port_.pause_rx.is(true) && port_.pause_tx.is(true)) {
            use_.pfc = "link pause";
            if (needed)
                use_.differs.push_back(fmt::format(
                    "link pause stops all priorities, where PFC is needed for priority {}", class_.priority));
            return;
        }
        if (!port_.pfc_rx.peek_known() || !port_.pfc_tx.peek_known()) {
            use_.pfc = not_known;
            return;
        }
        const bool overridden = device_.pfc_all_off.is(true);
        const bool obeys = port_.pfc_rx.value.has(class_.priority) && !overridden;
        const bool sends = port_.pfc_tx.value.has(class_.priority) && !overridden;
        use_.pfc = obeys && sends ? "on" : obeys ? "only obeyed" : sends ? "only sent" : "off";
        if (needed && use_.pfc != "on")
            use_.differs.push_back(fmt::format("PFC is {} for priority {}", use_.pfc, class_.priority));
        else if (!needed && use_.pfc == "on" && class_.pause != Pause::nowhere)
            use_.differs.push_back("PFC is on where the class needs none");
    }

    void read_marking()
    {
        const Setting<std::uint8_t> queue = rdma_queue(device_, port_, class_).number;
        if (!queue.peek_known()) {
            use_.ecn = not_known;
            return;
        }
        const Setting<Ref>& ecn = ecn_of_queue(device_, port_, queue.value);
        const EcnProfile* profile = profile_of(device_, ecn);
        if (!ecn.peek_known() || (profile != nullptr && !profile->known())) {
            use_.ecn = not_known;
            return;
        }
        if (profile == nullptr || !profile->marks()) {
            use_.ecn = "off";
            if (shown_.analysis.classes.expects_marks(class_))
                use_.differs.push_back(fmt::format("queue {} does not mark", queue.value));
            return;
        }
        const EcnCurve* curve = green_curve(*profile);
        use_.ecn = curve != nullptr && curve->min_threshold.peek_known() && curve->max_threshold.peek_known()
            ? fmt::format(
                "marks from {} to {}", curve->min_threshold.value.count, curve->max_threshold.value.count)
            : std::string("marks");
    }

    // A host answers marks with CNPs and slows down on CNPs.
    void read_reaction()
    {
        const auto priority = nic_priority(device_, port_, class_);
        if (port_.nic >= device_.nics.size() || !priority) {
            use_.ecn = not_known;
            return;
        }
        const Nic& nic = device_.nics[port_.nic];
        if (!nic.ecn_reaction.peek_known() || !nic.ecn_notification.peek_known()) {
            use_.ecn = not_known;
            return;
        }
        const bool reacts = nic.ecn_reaction.value.has(*priority);
        const bool answers = nic.ecn_notification.value.has(*priority);
        use_.ecn = reacts && answers ? "on"
            : reacts                 ? "only slows down"
            : answers                ? "only sends CNPs"
                                     : "off";
        const ClassModel& classes = shown_.analysis.classes;
        if (use_.ecn != "on" && classes.control_of(class_) == CongestionControl::dcqcn && class_.ecn)
            use_.differs.push_back(
                use_.ecn == "off" ? std::string("the NIC has ECN off") : fmt::format("the NIC {}", use_.ecn));
    }

    const ShownFabric& shown_;
    PortId id_;
    const Device& device_;
    const Port& port_;
    const RdmaClass& class_;
    ClassUse use_;
};

bool is_alike(const ClassUse& a, const ClassUse& b)
{
    return a.device == b.device && a.rdma_class == b.rdma_class && a.priority == b.priority && a.pfc == b.pfc
        && a.ecn == b.ecn && a.differs == b.differs;
}

}

std::vector<ClassUse> find_class_uses(const ShownFabric& shown)
{
    std::vector<ClassUse> uses;
    const std::vector<RdmaClass>& classes = shown.analysis.classes.classes;
    for (std::uint32_t device = 0; device < shown.fabric.devices.size(); ++device) {
        const std::vector<Port>& ports = shown.fabric.devices[device].ports;
        const auto first = static_cast<std::ptrdiff_t>(uses.size());
        for (std::uint32_t one = 0; one < classes.size(); ++one) {
            for (std::uint32_t port = 0; port < ports.size(); ++port) {
                const PortId id{device, port};
                if (ports[port].kind != PortKind::physical || !shown.analysis.is_roce(id)
                    || !shown.analysis.carried_classes(id).has(classes[one].priority))
                    continue;
                ClassUse use = UseReader(shown, id, one).read();
                const auto alike = std::find_if(uses.begin() + first,
                    uses.end(),
                    [&use](const ClassUse& other) { return is_alike(other, use); });
                if (alike == uses.end())
                    uses.push_back(std::move(use));
                else
                    alike->ports.push_back(ports[port].name);
            }
        }
    }
    return uses;
}

}
