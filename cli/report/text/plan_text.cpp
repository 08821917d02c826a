// SPDX-License-Identifier: Apache-2.0
// A plan for its approver: when each step is made, what it interrupts and for whom, and what is left out.
#include "cli/report/text/plan_text.h"

#include "cli/terminal/visible.h"
#include "models/text/sentence.h"
#include "push/plan/waves.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

namespace rocelint::cli {
namespace {

std::string list(const std::vector<std::string>& names) { return listed_at_most(names, 6); }

// Groups changes so that ports with the same change share one line, and so do changes of the same ports.
void write_changes(std::string& out, const push::PlanStep& step)
{
    struct Line {
        std::string what;
        std::vector<std::string> ports;
        std::set<std::string> codes;
    };
    std::vector<Line> lines;
    std::map<std::string, std::size_t> by_what;
    for (const push::StepChange& change : step.changes) {
        const auto [place, is_new] = by_what.try_emplace(change.what, lines.size());
        if (is_new)
            lines.push_back({change.what, {}, {}});
        Line& line = lines[place->second];
        if (!change.named.port.empty())
            line.ports.push_back(change.named.port);
        line.codes.insert(change.codes.begin(), change.codes.end());
    }
    for (std::size_t first = 0; first < lines.size();) {
        std::vector<std::string> whats;
        std::size_t next = first;
        for (; next < lines.size() && lines[next].ports == lines[first].ports
             && lines[next].codes == lines[first].codes;
             ++next)
            whats.push_back(lines[next].what);
        out += fmt::format("      {}{}{}\n",
            list(whats),
            lines[first].ports.empty() ? std::string{} : fmt::format(": {}", list(lines[first].ports)),
            lines[first].codes.empty() ? std::string{}
                                       : fmt::format("  [{}]", fmt::join(lines[first].codes, ", ")));
        first = next;
    }
}

void write_step(std::string& out, const push::PlanDevice& device, std::uint32_t number)
{
    const push::PlanStep& step = device.steps[number];
    out += fmt::format("  {} ({}), step {} of {}: {}\n",
        device.name,
        device.platform,
        number + 1,
        device.steps.size(),
        name_of(step.fix_class));
    if (step.fix_class == FixClass::disruptive) {
        out += fmt::format("      because {}\n", step.reason);
        out += fmt::format("      behind it: {}{}{}\n",
            step.radius.ports.empty() ? std::string("no ports that are known")
                                      : fmt::format("ports {}", list(step.radius.ports)),
            step.radius.hosts.empty() ? std::string{} : fmt::format("; hosts {}", list(step.radius.hosts)),
            step.radius.rails.empty() ? std::string{} : fmt::format("; {}", list(step.radius.rails)));
    }
    if (step.fix_class == FixClass::hitless && !step.reason.empty())
        out += fmt::format("      as its kind of change is; {}\n", step.reason);
    write_changes(out, step);
}

void write_left_out(std::string& out, const push::Plan& plan)
{
    // One reason for many ports takes one line.
    std::map<std::pair<std::string, std::string>, std::vector<std::string>> reasons;
    for (const push::PlanDevice& device : plan.devices) {
        for (const push::LeftOut& left : device.left_out)
            reasons[{device.name, fmt::format("{}: {}", left.what, left.reason)}].push_back(left.port);
    }
    if (reasons.empty())
        return;
    out += "\nleft out\n";
    for (const auto& [key, ports] : reasons)
        out += fmt::format(
            "  {}{} {}\n", key.first, ports.front().empty() ? "" : " " + list(ports), key.second);
}

void write_findings(std::string& out, const push::Plan& plan)
{
    std::multiset<std::string> after;
    for (const push::PlanFinding& finding : plan.after)
        after.insert(finding.fingerprint);
    std::multiset<std::string> before;
    for (const push::PlanFinding& finding : plan.before)
        before.insert(finding.fingerprint);
    out += fmt::format("\nfindings: {} now, {} after the plan\n", plan.before.size(), plan.after.size());
    for (const push::PlanFinding& finding : plan.before) {
        if (!after.contains(finding.fingerprint))
            out += fmt::format(
                "  solved  {} {} {} {}\n", finding.code, finding.device, finding.port, finding.message);
    }
    for (const push::PlanFinding& finding : plan.after)
        out += fmt::format("  {}  {} {} {} {}\n",
            before.contains(finding.fingerprint) ? "stays " : "NEW   ",
            finding.code,
            finding.device,
            finding.port,
            finding.message);
}

}

std::vector<push::PlanFinding> new_errors(const push::Plan& plan)
{
    std::set<std::string> before;
    for (const push::PlanFinding& finding : plan.before)
        before.insert(finding.fingerprint);
    std::vector<push::PlanFinding> found;
    std::ranges::copy_if(plan.after, std::back_inserter(found), [&](const push::PlanFinding& finding) {
        return finding.severity == "error" && !before.contains(finding.fingerprint);
    });
    return found;
}

std::string plan_commands(const push::Plan& plan, const workspace::StepDiffs& diffs)
{
    std::string out;
    const auto block = [&](std::string_view title, const std::string& text) {
        if (!text.empty())
            out += fmt::format("# {}\n{}{}", title, text, text.ends_with('\n') ? "" : "\n");
    };
    for (const push::PlanDevice& device : plan.devices) {
        for (std::uint32_t number = 0; number < device.steps.size(); ++number) {
            const Transaction& transaction = device.steps[number].transaction;
            const std::string step = fmt::format("{} step {}", device.name, number + 1);
            const bool netconf = !transaction.netconf.empty();
            out += '\n';
            block(step, netconf ? transaction.netconf : transaction.commands);
            if (const auto diff = diffs.find({device.name, number}); diff != diffs.end())
                block(step + ", in its configuration", diff->second);
            block(step + ", to survive a reboot", transaction.persistent);
            block(step + ", to undo it", netconf ? transaction.undo_netconf : transaction.undo);
        }
    }
    return visible_lines(out);
}

std::string plan_text(const push::Plan& plan, std::size_t wave)
{
    std::size_t steps = 0;
    std::size_t disruptive = 0;
    for (const push::PlanDevice& device : plan.devices) {
        steps += device.steps.size();
        for (const push::PlanStep& step : device.steps)
            disruptive += step.fix_class == FixClass::disruptive ? 1U : 0U;
    }
    const auto devices = static_cast<std::size_t>(std::ranges::count_if(
        plan.devices, [](const push::PlanDevice& device) { return !device.steps.empty(); }));
    std::string out = fmt::format("{}, {} ({} disruptive), made {} from {}\n",
        counted(devices, "device"),
        counted(steps, "step"),
        disruptive,
        plan.made,
        plan.inventory);
    for (const push::Wave& each : push::make_waves(plan, wave, [](const push::WaveStep&) { return true; })) {
        if (each.steps.empty())
            continue;
        out += fmt::format("\n{}\n", each.title);
        for (const push::WaveStep& step : each.steps)
            write_step(out, plan.devices[step.device], step.step);
    }
    write_left_out(out, plan);
    write_findings(out, plan);
    return visible_lines(out);
}

}
