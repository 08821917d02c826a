// SPDX-License-Identifier: Apache-2.0
// Relates the steps of the devices: which wait for which, which are never made at the same time, and the
// overall result.
#include "workspace/fleet/plan_assembly.h"

#include "analysis/infer_scope.h"
#include "analysis/policy_text.h"
#include "models/change/blast_radius.h"

#include <algorithm>
#include <set>

namespace rocelint::workspace {
namespace {

class PlanAssembly {
public:
    PlanAssembly(const PlanRequest& request,
        const CheckedFleet& before,
        std::vector<std::vector<push::LeftOut>> left_out)
        : request_(request), before_(before), left_out_(std::move(left_out))
    {
    }

    BuiltPlan run(std::vector<BuiltSteps> built)
    {
        push::Plan& plan = result_.plan;
        plan.made = request_.made;
        plan.inventory = request_.inventory.path;
        plan.allow_disruptive = request_.allow_disruptive;
        plan.policy = request_.rules.policy_text.empty() ? inferred_policy() : request_.rules.policy_text;
        plan.topology = request_.rules.topology_text;
        std::vector<FabricStep> order;
        std::vector<push::StepRef> refs;
        for (std::size_t index = 0; index < built.size(); ++index) {
            const FleetDevice& device = request_.fleet[index];
            for (std::uint32_t step = 0; step < built[index].order.size(); ++step) {
                order.push_back(built[index].order[step]);
                refs.push_back({device.name, step});
            }
            std::vector<push::LeftOut> left = std::move(left_out_[index]);
            std::ranges::move(built[index].left_out, std::back_inserter(left));
            FleetDevice after = device;
            after.files = std::move(built[index].after);
            result_.after.push_back(std::move(after));
            if (!built[index].steps.empty() || !left.empty())
                plan.devices.push_back({device.name,
                    device.platform,
                    device.hash,
                    std::move(built[index].steps),
                    std::move(left),
                    {},
                    device.hardware});
        }
        add_needs(order, refs);
        add_apart();
        add_neighbours();
        predict();
        return std::move(result_);
    }

private:
    [[nodiscard]] const Fabric& fabric() const { return before_.outcome->fabric; }

    [[nodiscard]] std::string inferred_policy() const
    {
        const ClassModel& classes = before_.outcome->analysis.classes;
        return policy_yaml(classes, infer_scope(fabric(), classes));
    }

    void add_needs(const std::vector<FabricStep>& order, const std::vector<push::StepRef>& refs)
    {
        std::map<std::string_view, push::PlanDevice*> devices;
        for (push::PlanDevice& device : result_.plan.devices)
            devices[device.name] = &device;
        for (const auto& [first, then] : must_precede(fabric(), order)) {
            if (refs[first].device != refs[then].device)
                devices[refs[then].device]->steps[refs[then].step].needs.push_back(refs[first]);
        }
    }

    void add_apart()
    {
        const auto places = fleet_places(before_);
        std::set<std::string_view> planned;
        for (const push::PlanDevice& device : result_.plan.devices)
            planned.insert(device.name);
        for (const Apart& pair : must_be_apart(fabric())) {
            const auto a = places.find(pair.a);
            const auto b = places.find(pair.b);
            if (a == places.end() || b == places.end())
                continue;
            const std::string& name_a = request_.fleet[a->second].name;
            const std::string& name_b = request_.fleet[b->second].name;
            const bool always = pair.reason == Apart::Reason::mlag || pair.reason == Apart::Reason::lag
                || pair.reason == Apart::Reason::managers;
            if (planned.contains(name_a) && planned.contains(name_b))
                result_.plan.apart.push_back({name_a, name_b, describe(pair.reason), !always});
        }
    }

    // Adds the known neighbors: the devices that a changed device sends to or receives from.
    void add_neighbours()
    {
        const auto places = fleet_places(before_);
        std::map<std::string_view, std::set<std::size_t>> neighbours;
        for (const Link& link : fabric().links) {
            const auto a = places.find(link.a.device);
            const auto b = places.find(link.b.device);
            if (a == places.end() || b == places.end() || a->second == b->second)
                continue;
            neighbours[request_.fleet[a->second].name].insert(b->second);
            neighbours[request_.fleet[b->second].name].insert(a->second);
        }
        std::set<std::size_t> named;
        for (push::PlanDevice& device : result_.plan.devices) {
            if (device.steps.empty())
                continue;
            for (const std::size_t index : neighbours[device.name]) {
                device.neighbours.push_back(request_.fleet[index].name);
                named.insert(index);
            }
        }
        for (const std::size_t index : named)
            result_.plan.neighbours.push_back(
                {request_.fleet[index].name, request_.fleet[index].hash, request_.fleet[index].hardware});
    }

    void predict()
    {
        result_.plan.before = plan_findings(*before_.outcome);
        std::vector<const FleetDevice*> fleet;
        fleet.reserve(result_.after.size());
        for (const FleetDevice& device : result_.after)
            fleet.push_back(&device);
        const CheckedFleet after = check_fleet(fleet, request_.rules);
        result_.plan.after = plan_findings(*after.outcome);
        for (const Outcome* outcome : {before_.outcome.get(), after.outcome.get()}) {
            for (const Error& error : outcome->report.own_errors) {
                if (std::ranges::find(result_.own_errors, error.message, &Error::message)
                    == result_.own_errors.end())
                    result_.own_errors.push_back(error);
            }
        }
        std::set<std::string> old;
        for (const push::PlanFinding& finding : result_.plan.before)
            old.insert(finding.fingerprint);
        std::erase_if(result_.plan.after, [&](const push::PlanFinding& finding) {
            return is_of_files_alone(finding.code) && !old.contains(finding.fingerprint);
        });
    }

    const PlanRequest& request_;
    const CheckedFleet& before_;
    std::vector<std::vector<push::LeftOut>> left_out_;
    BuiltPlan result_;
};

}

// A host's captures are older than its new script, so SYN001 (they differ) is about these files and not about
// the host. A policy entry that no longer matches anything (SYN003, SYN004) is no fault of a device.
bool is_of_files_alone(std::string_view code)
{
    return code == "SYN001" || code == "SYN003" || code == "SYN004" || code == "SYN005";
}

std::map<std::uint32_t, std::size_t> fleet_places(const CheckedFleet& checked)
{
    std::map<std::uint32_t, std::size_t> places;
    for (std::size_t index = 0; index < checked.device.size(); ++index) {
        if (checked.device[index])
            places[*checked.device[index]] = index;
    }
    return places;
}

std::vector<push::PlanFinding> plan_findings(const Outcome& outcome)
{
    std::vector<push::PlanFinding> findings;
    for (const Finding& finding : outcome.report.findings) {
        if (!finding.waived.empty())
            continue;
        const Named named = name_subject(finding, outcome);
        findings.push_back({fingerprint(finding, outcome.fabric),
            std::string(finding.rule->code),
            name_of(finding.severity),
            std::string(named.device),
            std::string(named.port),
            finding.message});
    }
    return findings;
}

BuiltPlan assemble_plan(const PlanRequest& request,
    const CheckedFleet& before,
    std::vector<BuiltSteps> built,
    std::vector<std::vector<push::LeftOut>> left_out)
{
    return PlanAssembly(request, before, std::move(left_out)).run(std::move(built));
}

}
