// SPDX-License-Identifier: Apache-2.0
// An entry that matches nothing has no effect, so it would go unnoticed without this check.
#include "rules/engine/unmatched_entries.h"

#include "models/text/nearest.h"
#include "rules/rule_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rocelint {
namespace {

std::string did_you_mean(std::string_view pattern, const std::vector<std::string_view>& names)
{
    const std::string_view near = nearest(pattern, names);
    return near.empty() ? std::string() : fmt::format("; did you mean {}?", near);
}

class EntryRun {
public:
    EntryRun(Report& report, const Analysis& analysis, const Selection& selection)
        : report_(report)
        , policy_(*analysis.policy)
        , fabric_(*analysis.fabric)
        , selection_(selection)
        , rule_(find_rule("SYN004"))
        , is_asked_(is_asked(*rule_, analysis, selection))
    {
        for (const Device& device : fabric_.devices)
            names_.emplace_back(device.name);
        // A planned device that was not read is reported separately (TOP010).
        for (const TopologyDevice& device : fabric_.topology.devices)
            names_.emplace_back(device.name);
    }

    void run()
    {
        if (!is_asked_ || fabric_.devices.empty())
            return;
        for (std::size_t index = 0; index < policy_.overrides.size(); ++index) {
            if (whole_was_read(fmt::format("overrides[{}]", index)))
                override_of(policy_.overrides[index]);
        }
        for (std::size_t index = 0; index < policy_.ports.size(); ++index)
            port_entry(policy_.ports[index], whole_was_read(fmt::format("ports[{}]", index)));
    }

private:
    void tell(Span at, std::string message)
    {
        const RuleSetting* setting = policy_.setting_of(rule_->code);
        Finding& finding = report_.findings.emplace_back();
        finding.rule = rule_;
        finding.severity = setting != nullptr && setting->severity ? *setting->severity : rule_->severity;
        finding.at = at;
        finding.message = std::move(message);
        finding.fix_class = rule_->fix_class;
    }

    // An entry that matches nothing here may match the rest of the fabric, or another fabric with the same
    // policy.
    [[nodiscard]] bool whole_was_read(std::string_view entry) const
    {
        return !selection_.of_a_part && !selection_.shares_policy && !policy_.is_of_other_file(entry);
    }

    void override_of(const PolicyOverride& one)
    {
        bool all_named = true;
        for (const std::string& pattern : one.devices) {
            const auto meets = [&](std::string_view name) { return glob_match(pattern, name); };
            if (std::ranges::any_of(names_, meets))
                continue;
            all_named = false;
            tell(one.at,
                fmt::format("no device is called {}, which this override names, so that it changes nothing "
                            "there{}",
                    pattern,
                    did_you_mean(pattern, names_)));
        }
        const bool is_met = std::ranges::any_of(fabric_.devices, [&](const Device& device) {
            return one.covers(device.name, device.role.value);
        }) || std::ranges::any_of(fabric_.topology.devices, [&](const TopologyDevice& device) {
            return one.covers(device.name, device.role);
        });
        if (!all_named || is_met)
            return;
        std::vector<std::string_view> roles;
        for (const Role role : one.roles)
            roles.emplace_back(name_of(role));
        tell(one.at,
            fmt::format("this override covers no device: {} has the role {}",
                one.devices.empty() ? "none" : "none that it names",
                fmt::join(roles, " or ")));
    }

    void port_entry(const PortPolicy& entry, bool whole)
    {
        std::vector<std::string_view> ports;
        bool met = false;
        for (const Device& device : fabric_.devices) {
            if (!glob_match(entry.device, device.name))
                continue;
            met = true;
            // The device's ports were not read.
            if (device.ports.empty())
                return;
            for (const Port& port : device.ports) {
                if (glob_match(entry.port, port.name))
                    return;
                ports.emplace_back(port.name);
            }
        }
        const bool is_planned = std::ranges::any_of(fabric_.topology.devices,
            [&](const TopologyDevice& device) { return glob_match(entry.device, device.name); });
        if (!met) {
            if (whole && !is_planned)
                tell(entry.at,
                    fmt::format("this entry covers no port: no device is called {}{}",
                        entry.device,
                        did_you_mean(entry.device, names_)));
            return;
        }
        const bool is_one = entry.device.find_first_of("*?[") == std::string::npos;
        if (whole || is_one)
            tell(entry.at,
                fmt::format("this entry covers no port: no port of {} is called {}{}",
                    entry.device,
                    entry.port,
                    did_you_mean(entry.port, ports)));
    }

    Report& report_;
    const Policy& policy_;
    const Fabric& fabric_;
    const Selection& selection_;
    const Rule* rule_;
    bool is_asked_;
    std::vector<std::string_view> names_; ///< of all devices, read or planned
};

}

void tell_unmatched_entries(Report& report, const Analysis& analysis, const Selection& selection)
{
    EntryRun(report, analysis, selection).run();
}

}
