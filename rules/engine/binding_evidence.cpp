// SPDX-License-Identifier: Apache-2.0
#include "rules/engine/binding_evidence.h"

#include "models/fabric/classify.h"
#include "models/fabric/fabric.h"
#include "models/fabric/fields/fields.h"
#include "models/fabric/member_places.h"
#include "models/fabric/target.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

class Search {
public:
    Search(const Device& device, Span fault)
        : device_(device), fault_(fault), sets_(sets_with_member_at(device.origins, fault))
    {
    }

    /// Where the port, or one of its queues or groups, is bound to the faulty object; no place if it is not.
    [[nodiscard]] Span of(const Port& port)
    {
        inherits(port);
        inherits(port.watchdog);
        for (const Queue& queue : device_.queues_of(port)) {
            inherits(queue);
            refers(queue.ecn, device_.ecn_profiles);
            refers(queue.scheduler, device_.schedulers);
            refers(queue.buffer, device_.buffer_profiles);
        }
        for (const PriorityGroup& group : device_.groups_of(port)) {
            inherits(group);
            refers(group.buffer, device_.buffer_profiles);
        }
        return found_;
    }

private:
    void take(Span binding)
    {
        if (!found_.somewhere() && binding.somewhere() && binding != fault_)
            found_ = binding;
    }

    // A setting inherited through a profile or group whose line is at fault.
    template <class Record>
    void inherits(const Record& record)
    {
        for_each_field(fields_of<Record>, [&](const auto& row) {
            const OriginId id = (record.*row.member).origin;
            if (id.kind() != OriginKind::inherited)
                return;
            const Origin origin = device_.origins.look_up(id);
            if (origin.via == fault_ || std::ranges::find(sets_, origin.via) != sets_.end())
                take(origin.at);
        });
    }

    template <class Record>
    [[nodiscard]] bool states_fault(const Record& record) const
    {
        bool states = false;
        for_each_field(fields_of<Record>, [&](const auto& row) {
            states = states || device_.origins.span((record.*row.member).origin) == fault_;
        });
        return states;
    }
    [[nodiscard]] bool states_fault(const EcnProfile& profile) const
    {
        return std::ranges::any_of(
            profile.curves, [this](const EcnCurve& curve) { return states_fault(curve); });
    }

    // A reference to a profile with a faulty line.
    template <class Profile>
    void refers(const Setting<Ref>& reference, const std::vector<Profile>& profiles)
    {
        const Profile* profile = reference.peek_known() ? target_of(profiles, reference) : nullptr;
        if (profile == nullptr || (profile->at != fault_ && !states_fault(*profile)))
            return;
        // A profile defined in the port's own block needs no separate binding line.
        const Span binding = device_.origins.span(reference.origin);
        if (binding != profile->at)
            take(binding);
    }

    const Device& device_;
    Span fault_;
    std::vector<Span> sets_; ///< sets that have a member stated at the fault
    Span found_;
};

}

void add_binding_evidence(std::vector<Finding>& findings, const Fabric& fabric)
{
    for (Finding& finding : findings) {
        if (finding.subjects.empty() || !finding.at.somewhere())
            continue;
        const PortId id = finding.subjects.front().port;
        if (id.device >= fabric.devices.size() || id.port >= fabric.device(id).ports.size())
            continue;
        const Port& port = fabric.port(id);
        const Span binding = Search(fabric.device(id), finding.at).of(port);
        const bool told = std::ranges::any_of(
            finding.related, [binding](const Related& related) { return related.at == binding; });
        if (binding.somewhere() && !told)
            finding.related.push_back({binding, fmt::format("in force at {} from here", port.name), {}});
    }
}

}
