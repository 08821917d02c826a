// SPDX-License-Identifier: Apache-2.0
// The check after a device's last step: only findings that the plan did not predict count as new.
#include "workspace/fleet/recheck.h"

#include "workspace/fleet/plan_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

namespace rocelint::workspace {
namespace {

class Recheck {
public:
    Recheck(std::vector<FleetDevice> after, FleetRules rules)
        : after_(std::move(after)), rules_(std::move(rules))
    {
        std::vector<const FleetDevice*> fleet;
        for (std::size_t index = 0; index < after_.size(); ++index) {
            fleet.push_back(&after_[index]);
            place_[after_[index].name] = index;
        }
        const CheckedFleet checked = check_fleet(fleet, rules_);
        std::map<std::uint32_t, std::size_t> owner;
        for (std::size_t index = 0; index < fleet.size(); ++index) {
            if (checked.device[index])
                owner[*checked.device[index]] = index;
        }
        neighbours_.resize(after_.size());
        for (const Link& link : checked.outcome->fabric.links) {
            const auto a = owner.find(link.a.device);
            const auto b = owner.find(link.b.device);
            if (a == owner.end() || b == owner.end())
                continue;
            neighbours_[a->second].insert(b->second);
            neighbours_[b->second].insert(a->second);
        }
    }

    std::vector<std::string> operator()(
        const push::PlanDevice& device, const std::vector<CollectedFile>& files)
    {
        const auto place = place_.find(device.name);
        if (place == place_.end())
            return {};
        const std::size_t index = place->second;
        const std::map<std::string, std::string> predicted = findings(index, after_[index]);
        FleetDevice fresh = after_[index];
        fresh.files = files;
        std::vector<std::string> found;
        for (const auto& [fingerprint, sentence] : findings(index, fresh)) {
            if (!predicted.contains(fingerprint))
                found.push_back(sentence);
        }
        return found;
    }

private:
    // Findings of a device among its neighbors, by fingerprint, and errors of own rules that could not be
    // evaluated. Infos are no reason to roll a change back.
    [[nodiscard]] std::map<std::string, std::string> findings(
        std::size_t index, const FleetDevice& device) const
    {
        std::vector<const FleetDevice*> fleet{&device};
        for (const std::size_t neighbour : neighbours_[index])
            fleet.push_back(&after_[neighbour]);
        const CheckedFleet checked = check_fleet(fleet, rules_);
        std::map<std::string, std::string> result;
        if (!checked.device.front())
            return result;
        // A rule that can no longer be evaluated is as good a reason as a finding. The key is the place of
        // the rule's expression, since the rest of the message may differ.
        for (const Error& error : checked.outcome->report.own_errors)
            result[error.message.substr(0, error.message.find(": "))] = error.message;
        const std::string_view name = checked.outcome->fabric.devices[*checked.device.front()].name;
        for (const push::PlanFinding& finding : plan_findings(*checked.outcome)) {
            if (finding.device == name && finding.severity != "info")
                result[finding.fingerprint]
                    = fmt::format("{} {} {}", finding.code, finding.port, finding.message);
        }
        return result;
    }

    std::vector<FleetDevice> after_;
    FleetRules rules_;
    std::map<std::string, std::size_t, std::less<>> place_;
    std::vector<std::set<std::size_t>> neighbours_;
};

}

push::Recheck make_recheck(std::vector<FleetDevice> after, FleetRules rules)
{
    auto recheck = std::make_shared<Recheck>(std::move(after), std::move(rules));
    return [recheck](const push::PlanDevice& device, const std::vector<CollectedFile>& files) {
        return (*recheck)(device, files);
    };
}

}
