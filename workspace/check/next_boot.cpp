// SPDX-License-Identifier: Apache-2.0
// A host that is right now and wrong after the next boot has two states, and both are judged: first the
// running state with the rest of the fabric, then the state that the boot files produce.
#include "workspace/check/next_boot.h"

#include "drivers/driver.h"
#include "rules/rule_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

namespace rocelint::workspace {
namespace {

bool is_disagreement(const Finding& finding)
{
    return finding.rule != nullptr && finding.rule->code == "NIC028";
}

// SYN findings are about the files, and were reported with the running state. The second check does not get
// them, so it would report every waiver of such a finding as unused.
bool is_of_reading(const Finding& finding) { return finding.rule->code.starts_with("SYN"); }

bool differs(const Device& device, const std::vector<Finding>& syntax)
{
    return std::ranges::any_of(syntax, [&device](const Finding& finding) {
        return is_disagreement(finding)
            && std::ranges::find(device.files, finding.at.source) != device.files.end();
    });
}

std::string_view words_of(const Device& device) { return find_driver(device.platform)->next_state; }

// Driver::read() reads the state after the next boot.
Device read_after_boot(const Device& now, const SourceSet& sources)
{
    const Driver* driver = find_driver(now.platform);
    std::vector<Tree> trees;
    for (const SourceId file : now.files) {
        if (const Source* source = sources.find(file))
            trees.push_back(driver->parse(*source));
    }
    Device device = driver->read(trees, now.name).device;
    device.name = now.name;
    device.stated_name = now.stated_name;
    device.files = now.files;
    device.shared_files = now.shared_files;
    return device;
}

// Own rules are compiled for each report and live as long as the report, so a finding must point to the rule
// of the first report.
const Rule* known_rule(const Rule& rule, const Report& report)
{
    if (const Rule* shipped = find_rule(rule.code))
        return shipped;
    const auto own = report.own_rules->all();
    const auto found = std::ranges::find(own, rule.code, &Rule::code);
    return found == own.end() ? nullptr : *found;
}

auto place_of(const Finding& finding)
{
    return std::tuple(finding.at.source, finding.at.offset, finding.rule->code);
}

}

NextBoot::NextBoot(const Loaded& loaded)
{
    if (std::ranges::none_of(loaded.syntax, is_disagreement))
        return;
    for (const Device& device : loaded.devices) {
        const bool has_next_state = differs(device, loaded.syntax);
        if (has_next_state && words_.empty())
            words_ = words_of(device);
        devices_.push_back(has_next_state ? read_after_boot(device, loaded.sources) : Device(device));
    }
}

// A finding at another device, such as the switch of a host that differs, comes with that host's next state.
std::string_view NextBoot::words_before(const Finding& finding, const Fabric& fabric) const
{
    const auto device = std::ranges::find_if(fabric.devices, [&finding](const Device& each) {
        return each.kind == DeviceKind::host
            && std::ranges::find(each.files, finding.at.source) != each.files.end();
    });
    return device == fabric.devices.end() ? words_ : words_of(*device);
}

void NextBoot::add_findings(Outcome& outcome, const Selection& selection, std::string_view today)
{
    if (devices_.empty())
        return;
    Selection asked = selection;
    asked.progress = nullptr;
    asked.measure = false;
    asked.keep_proofs = false;
    // The second fabric borrows the files.
    Fabric fabric = link(std::move(devices_), std::move(outcome.fabric.sources), outcome.fabric.topology);
    Report report = check(analyse(fabric, outcome.policy), asked, {}, today);
    outcome.fabric.sources = std::move(fabric.sources);
    std::set<std::pair<const Rule*, std::string>> known;
    for (const Finding& finding : outcome.report.findings)
        known.emplace(finding.rule, finding.message);
    for (Finding& finding : report.findings) {
        if (is_of_reading(finding) || known.contains({finding.rule, finding.message}))
            continue;
        finding.rule = known_rule(*finding.rule, outcome.report);
        if (finding.rule == nullptr)
            continue;
        finding.message = fmt::format("{}: {}", words_before(finding, fabric), finding.message);
        outcome.report.findings.push_back(std::move(finding));
    }
    std::ranges::stable_sort(outcome.report.findings,
        [](const Finding& a, const Finding& b) { return place_of(a) < place_of(b); });
}

void take_after_boot(Loaded& loaded)
{
    for (Device& device : loaded.devices) {
        if (differs(device, loaded.syntax))
            device = read_after_boot(device, loaded.sources);
    }
    std::erase_if(loaded.syntax, is_disagreement);
}

}
