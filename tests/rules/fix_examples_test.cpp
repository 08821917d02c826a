// SPDX-License-Identifier: Apache-2.0
#include "models/change/difference.h"
#include "models/fabric/fields/dump.h"
#include "rules/rule_table.h"
#include "tests/example_fabric.h"
#include "tests/replay/replay.h"
#include "workspace/amend/corrections.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace rocelint {
namespace {

// The remaining findings as one text.
std::string left_in(const workspace::Outcome& outcome)
{
    std::string text;
    for (const Finding& finding : outcome.report.findings) {
        // A script that was just written had not run yet when the captures next to it were made.
        if (finding.message.find("not run yet, or undone") != std::string::npos)
            continue;
        text += std::string(finding.rule->code) + ": " + finding.message + "\n";
    }
    return text;
}

using Files = std::vector<std::pair<std::string, std::string>>; ///< path and text

struct Model {
    std::vector<std::unique_ptr<Source>> sources;
    Device device;
};

Model read_again(const Driver& driver, const Files& files)
{
    Model model;
    std::vector<Tree> trees;
    for (const auto& [path, text] : files) {
        model.sources.push_back(
            std::make_unique<Source>(static_cast<SourceId>(model.sources.size()), path, text));
        trees.push_back(driver.parse(*model.sources.back()));
    }
    model.device = driver.read(trees, "device").device;
    return model;
}

Files files_of(const workspace::Outcome& outcome, const Device& device)
{
    Files files;
    for (const SourceId id : device.files) {
        const Source& source = *outcome.fabric.sources.find(id);
        files.emplace_back(source.path(), std::string(source.text()));
    }
    return files;
}

Files corrected_files(Files files, const workspace::Correction& correction)
{
    for (const workspace::CorrectedFile& file : correction.files) {
        const auto old = std::ranges::find(files, file.path, &Files::value_type::first);
        if (old == files.end())
            files.emplace_back(file.path, file.text);
        else
            old->second = file.text;
    }
    return files;
}

// The files of the device after it ran the commands; empty if the platform is not replayed.
std::optional<Files> replayed_files(Files files, const Device& device, const std::string& commands)
{
    // A host keeps the commands in a script of their own.
    if (device.platform == "linux-host") {
        files.emplace_back(files.front().first + ".commands.sh", commands);
        return files;
    }
    if (files.size() != 1)
        return std::nullopt;
    const auto replayed = replay::apply(device.platform, files.front().second, commands);
    if (!replayed)
        return std::nullopt;
    CHECK(replayed->refusal == "");
    return Files{{files.front().first, replayed->text}};
}

// The model without positions, order of parts, and numbers of unnamed things, all of which depend only on how the text is
// written.
std::set<std::string> parts_of(const Device& device)
{
    std::set<std::string> parts;
    std::string part;
    std::istringstream stream(dump(device, {}));
    for (std::string line; std::getline(stream, line);) {
        const bool begins = line.find_first_not_of(' ') <= 2;
        if (begins)
            parts.insert(std::exchange(part, {}));
        else
            part += '\n';
        part += line.substr(0, std::min(line.find(" ("), line.find('#')));
    }
    parts.insert(std::move(part));
    return parts;
}

// The commands, replayed on the old files, give the same model as the edited files.
void check_replay(const workspace::Outcome& outcome, const workspace::Correction& correction)
{
    const Device& device = outcome.fabric.devices[correction.device];
    const Driver& driver = *find_driver(device.platform);
    if (correction.commands.empty() || !correction.not_in_commands.empty())
        return;
    CAPTURE(correction.commands);
    const Files before = files_of(outcome, device);
    const auto replayed = replayed_files(before, device, correction.commands);
    if (!replayed)
        return;
    const Model after = read_again(driver, *replayed);
    const Model edited = read_again(driver, corrected_files(before, correction));
    CHECK(differences(after.device, edited.device).empty());
    if (device.kind == DeviceKind::host)
        return;
    const std::set<std::string> left = parts_of(after.device);
    for (const std::string& part : parts_of(edited.device))
        CHECK_MESSAGE(left.contains(part), "the commands do not make: ", part);
}

// What a correction may change: rows and stanzas of its port, the one that the finding is about, and what the device has once for
// all ports.
bool belongs(
    const std::string& stanza, const workspace::Outcome& outcome, const workspace::Correction& correction)
{
    const Device& device = outcome.fabric.devices[correction.device];
    for (const PlannedChange& planned : correction.made) {
        const bool timers = planned.change.property == Property::watchdog_timers
            || planned.change.property == Property::watchdog;
        if (planned.change.port.port >= device.ports.size() || planned.change.shared
            || (timers
                && (stanza == "PFC_WD|GLOBAL" || stanza.starts_with("priority-flow-control pause watchdog"))))
            return true;
        // Queues share scheduler rows, so another scheduler for one queue is a new row.
        if (planned.change.property == Property::scheduler && stanza.starts_with("SCHEDULER|DWRR_"))
            return true;
        const Port& port = device.ports[planned.change.port.port];
        if (stanza.find(port.name) != std::string::npos)
            return true;
        for (const std::uint32_t index : planned.findings) {
            const Finding& finding = outcome.report.findings[index];
            const Source* source = outcome.fabric.sources.find(finding.at.source);
            const std::size_t bar = stanza.find('|');
            if (source == nullptr)
                continue;
            // The finding is in the profile or map with this name, or on this line itself.
            const std::string_view before = source->text().substr(0, finding.at.offset);
            if (before.rfind("\"" + stanza.substr(bar + 1) + "\"") != std::string_view::npos
                || source->text().substr(finding.at.offset).starts_with(stanza))
                return true;
        }
    }
    return false;
}

void check_stanzas(const workspace::Outcome& outcome, const workspace::Correction& correction)
{
    const Device& device = outcome.fabric.devices[correction.device];
    for (const workspace::CorrectedFile& file : correction.files) {
        if (file.source == no_source)
            continue; // a new file contains only the correction
        const Source& old = *outcome.fabric.sources.find(file.source);
        for (const std::string& stanza : replay::changed_stanzas(device.platform, old.text(), file.text)) {
            CAPTURE(file.diff);
            CHECK_MESSAGE(belongs(stanza, outcome, correction), "changed besides what was wanted: ", stanza);
        }
    }
}

// Whether every device that the correction changes can be written.
bool is_writable(const workspace::Outcome& outcome, const FixPlan& plan)
{
    return !plan.devices.empty() && std::ranges::all_of(plan.devices, [&](const DeviceFixes& fixes) {
        const Driver* driver = find_driver(outcome.fabric.devices[fixes.device].platform);
        return driver != nullptr && driver->edit != nullptr;
    });
}

// What a platform refuses with a reason: the host driver writes no FEC, a Junos group is not edited for one port, a class that
// also matches a CoS is a deliberate choice, and PFC of a Junos port that pauses by code point does not follow from its
// classifier alone.
bool is_known_refusal(const Rule& rule, const Example& example, std::string_view platform)
{
    return (rule.code == "LNK001" && platform == "linux-host")
        || (rule.code == "QOS005" && platform == "junos")
        // The ports of the example share the DiffServ domain, and only one of them rewrites RDMA packets.
        || (rule.code == "QOS009" && platform == "vrp")
        // PFC of a port cannot be changed while PFC of the whole switch is off.
        || (rule.code == "PFC001" && example.flagged == "dcb pfc global disable")
        // Thresholds of AOS-CX are whole kilobytes, and its marking probability grows to 100 %.
        || (rule.code.starts_with("ECN") && platform == "aoscx")
        // How new lines of a Comware port for a WRED queue are undone is not documented, nor the unit of a missing interval.
        || ((rule.code == "ECN001" || rule.code == "WD001") && platform == "comware")
        // DCQCN of ice and bnxt NICs is switched by their own tools and module options.
        || (rule.code == "CC001" && platform == "linux-host"
            && (example.flagged.starts_with("options irdma ") || example.flagged == "enable_cc:0"))
        // PFC of the port also depends on the PCP: people have to change both.
        || (rule.code == "QOS001" && platform == "junos")
        || (rule.code == "QOS002"
            && (example.flagged == "match cos 3"
                || example.title.starts_with("The classifier of one port puts DSCP 26")));
}

// Applies the corrections of the example's findings; returns whether it did.
bool correct_example(const Rule& rule, const Example& example)
{
    const auto outcome = check_example(example);
    const FixPlan plan = plan_fixes(outcome->report, {});
    if (!is_writable(*outcome, plan))
        return false;
    // Findings that need people stay, whatever else in the example is corrected.
    if (rule.fix_class == FixClass::manual && !plan.by_hand.empty())
        return false;
    CAPTURE(rule.code);
    CAPTURE(example.title);
    CHECK(plan.by_hand.empty());
    const std::vector<workspace::Correction> corrections
        = workspace::correct(*outcome, plan, {.files = true, .commands = true});
    std::map<std::string, std::string> texts;
    for (const workspace::Correction& correction : corrections) {
        if (!correction.not_made.empty()
            && is_known_refusal(rule, example, outcome->fabric.devices[correction.device].platform))
            return false;
        for (const workspace::NotMade& left : correction.not_made)
            FAIL_CHECK(describe(left.change), ": ", left.reason);
        for (const workspace::CorrectedFile& file : correction.files)
            texts[file.path] = file.text;
        const Driver* driver = find_driver(outcome->fabric.devices[correction.device].platform);
        // If a driver has commands, each correction has either commands or a reason for having none.
        CHECK((driver->commands == nullptr
            || correction.commands.empty() != correction.not_in_commands.empty()));
        check_replay(*outcome, correction);
        check_stanzas(*outcome, correction);
    }
    // What is left to people stays in the corrected text too.
    CHECK_FALSE(texts.empty());
    const auto after = check_example(example, texts);
    CHECK(left_in(*after) == "");
    CHECK(plan_fixes(after->report, {}).devices.empty());
    return true;
}

}

TEST_CASE("a corrected bad example has no finding, and a second run changes nothing")
{
    int corrected = 0;
    for (const Rule* rule : all_rules()) {
        for (const Example& example : rule->examples) {
            if (!example.flagged.empty())
                corrected += correct_example(*rule, example) ? 1 : 0;
        }
    }
    CHECK(corrected > 10);
}

}
