// SPDX-License-Identifier: Apache-2.0
#include "workspace/check/fault_set.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::workspace {
namespace {

std::string text_of(const Part& part, const Fabric& fabric)
{
    if (part.kind == Part::Kind::statement)
        return std::string(fabric.sources.text_at(part.at));
    return fmt::format("{} {} {}", static_cast<unsigned>(part.kind), part.value, part.name);
}

std::set<std::string> keys_of(const Finding& finding, const Fabric& fabric)
{
    std::set<std::string> keys;
    for (const Subject& subject : finding.subjects) {
        const Named named = name_port(subject.port, fabric);
        keys.insert(fmt::format("{}|{}|{}|{}|{}",
            finding.rule->code,
            named.device,
            named.port,
            name_of(subject.property),
            text_of(subject.part, fabric)));
    }
    if (keys.empty())
        keys.insert(fmt::format("{}|{}", finding.rule->code, finding.message));
    return keys;
}

}

bool FaultSet::has(const std::set<std::string>& keys) const
{
    if (!is_known_) {
        Selection all = outcome_.asked.selection;
        all.select.clear();
        all.ignore.clear();
        all.progress = nullptr;
        all.fold = false;
        const Report report = check(outcome_.analysis, all, {}, outcome_.asked.today);
        for (const std::vector<Finding>* findings : {&report.findings, &outcome_.report.findings}) {
            for (const Finding& finding : *findings)
                found_.merge(keys_of(finding, outcome_.fabric));
        }
        is_known_ = true;
    }
    return std::ranges::includes(found_, keys);
}

std::vector<std::uint32_t> FaultSet::new_in(const Outcome& other, Severity least) const
{
    std::vector<std::uint32_t> fresh;
    for (std::uint32_t index = 0; index < other.report.findings.size(); ++index) {
        const Finding& finding = other.report.findings[index];
        if (finding.waived.empty() && finding.severity >= least && !has(keys_of(finding, other.fabric)))
            fresh.push_back(index);
    }
    return fresh;
}

std::optional<std::uint32_t> device_before(const Fabric& before, const Fabric& after, std::uint32_t device)
{
    if (device >= after.devices.size())
        return std::nullopt;
    const Device& wanted = after.devices[device];
    const auto is_it
        = [&](const Device& known) { return known.name == wanted.name && known.platform == wanted.platform; };
    if (device < before.devices.size() && is_it(before.devices[device]))
        return device;
    const auto found = std::ranges::find_if(before.devices, is_it);
    if (found == before.devices.end())
        return std::nullopt;
    return static_cast<std::uint32_t>(found - before.devices.begin());
}

NewFaults new_faults(const Outcome& before, const Outcome& after, const std::vector<std::uint32_t>& fresh)
{
    NewFaults faults;
    for (const std::uint32_t index : fresh) {
        const Finding& finding = after.report.findings[index];
        if (faults.sentence.empty())
            faults.sentence
                = fmt::format("after it the check would find {}: {}", finding.rule->code, finding.message);
        for (const Subject& subject : finding.subjects) {
            if (const auto device = device_before(before.fabric, after.fabric, subject.port.device))
                faults.devices.insert(*device);
        }
    }
    return faults;
}

}
