// SPDX-License-Identifier: Apache-2.0
#include "tests/mutation/trial.h"

#include "drivers/driver.h"
#include "models/parallel/parallel.h"
#include "models/text/append.h"
#include "rules/rule_table.h"
#include "tests/example_fabric.h"
#include "tests/mutation/rdma_view.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace rocelint::testing {
namespace {

// The fixtures without errors or warnings. Intents are not here, since they must be rendered first.
constexpr const char* sound_fabrics[]{
    "clos-mixed", "sonic-azure", "fat-tree", "rails", "junos-notations", "ecn-only"};

void prepare(Subject& subject)
{
    subject.sound = check_texts(subject, 0, nullptr);
    subject.view = rdma_view(*subject.sound, *subject.sound);
    subject.treated = treatments(*subject.sound, *subject.sound);
    for (Subject::File& file : subject.files) {
        const Source source(0, file.path, file.text);
        const Recognition recognition = recognise(source);
        if (recognition.driver == nullptr)
            continue;
        file.platform = recognition.driver->name;
        std::vector<Tree> trees;
        trees.push_back(recognition.driver->parse(source));
        const Reading reading = recognition.driver->read(trees, source.file_name());
        file.mutants = mutants_of(file.text, line_states(trees.front()));
        if (subject.files.size() > 1) {
            file.mutants.push_back(without_file(file.text));
            file.mutants.back().key = "file " + file.path;
        }
    }
}

// A clean example of a rule. Another subject, the platform's base device, covers the lines that they have in
// common.
Subject of_example(const Rule& rule, const Example& example)
{
    Subject subject{.name = fmt::format("{}: {}", rule.code, example.title)};
    for (const ExampleFile& file : example.files) {
        if (file.platform.empty())
            continue;
        const std::string_view name = !file.file.empty() ? file.file
            : file.patch.starts_with("#!")               ? "setup.sh"
                                                         : find_driver(file.platform)->base_file_name;
        subject.files.push_back({fmt::format("{}/{}", file.device, name), example_text(file), {}, {}});
    }
    subject.topology = example.topology;
    subject.policy = example.policy.empty() ? "version: 1\nprofile: lossless\n" : example.policy;
    return subject;
}

// Visits each line with its number, without leading blanks.
template <class Visit>
void visit_lines(std::string_view text, Visit&& visit)
{
    for (std::uint32_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        visit(number, line.substr(std::min(line.find_first_not_of(" \t"), line.size())));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

// Keeps only mutants of lines that the base device of the file's platform does not have.
void keep_own_lines(Subject::File& file)
{
    const Driver* driver = find_driver(file.platform);
    if (driver == nullptr)
        return;
    // Both as the driver spells it and as a JSON device is written after a change.
    std::string base(driver->base_example);
    if (base.starts_with("{"))
        base += merge_json(base, "{}");
    std::set<std::string_view> common;
    visit_lines(base, [&](std::uint32_t, std::string_view line) { common.insert(line); });
    std::set<std::uint32_t> own;
    visit_lines(file.text, [&](std::uint32_t number, std::string_view line) {
        if (!common.contains(line))
            own.insert(number);
    });
    std::erase_if(file.mutants, [&](const Mutant& mutant) { return !own.contains(mutant.line); });
}

using Row = std::tuple<std::string_view, std::string, std::string>; ///< code, device, text

std::string device_of(const workspace::Outcome& outcome, PortId port)
{
    return port.device < outcome.fabric.devices.size() ? outcome.fabric.devices[port.device].name
                                                       : std::string();
}

std::multiset<Row> findings_of(const workspace::Outcome& outcome)
{
    std::multiset<Row> rows;
    for (const Finding& finding : outcome.report.findings)
        rows.emplace(finding.rule->code, "", finding.message);
    return rows;
}

// Whether the rule judges how RDMA packets are kept, classified and marked.
bool is_of_rdma(const Rule& rule)
{
    constexpr const char* families[]{"PFC", "QOS", "ECN", "HDR"};
    return std::ranges::any_of(
        families, [&rule](const char* family) { return rule.code.starts_with(family); });
}

// Whether nothing in the report alarms an operator: no finding, and no RDMA-relevant rule "not checked".
bool is_green(const workspace::Outcome& outcome)
{
    const bool found = std::ranges::any_of(
        outcome.report.findings, [](const Finding& finding) { return finding.severity != Severity::info; });
    const bool unchecked = std::ranges::any_of(
        outcome.report.not_checked, [](const NotChecked& row) { return is_of_rdma(*row.rule); });
    // Without any recognized file the run says that nothing was checked and exits with 3.
    const bool was_read = std::ranges::any_of(
        outcome.files, [](const workspace::FileReport& file) { return !file.platform.empty(); });
    return was_read && !found && !unchecked;
}

bool has_new_unchecked(const workspace::Outcome& before, const workspace::Outcome& after)
{
    const auto rows_of = [](const workspace::Outcome& outcome) {
        std::map<Row, std::uint32_t> rows;
        for (const NotChecked& row : outcome.report.not_checked)
            rows[{row.rule->code, device_of(outcome, row.port), row.reason}] += row.ports + 1;
        return rows;
    };
    const auto known = rows_of(before);
    return std::ranges::any_of(rows_of(after), [&known](const auto& row) {
        const auto old = known.find(row.first);
        return old == known.end() || row.second > old->second;
    });
}

// The code prefix of the rules that judge the property.
std::string_view family_of(Property property)
{
    switch (property) {
    case Property::pfc:
    case Property::link_pause:
        return "PFC";
    case Property::ecn:
    case Property::ecn_thresholds:
        return "ECN";
    case Property::trust:
    case Property::dscp_map:
    case Property::pcp_map:
    case Property::queue_map:
    case Property::priority_group_map:
    case Property::dscp_rewrite:
    case Property::ingress_policy:
        return "QOS";
    case Property::scheduler:
    case Property::bandwidth:
        return "ETS";
    case Property::mtu:
        return "MTU";
    case Property::headroom:
    case Property::cable_length:
    case Property::headroom_table:
        return "HDR";
    case Property::buffer_threshold:
    case Property::buffer_pool:
        return "BUF";
    case Property::watchdog:
    case Property::watchdog_timers:
        return "WD";
    case Property::fec:
    case Property::speed:
    case Property::media:
        return "LNK";
    case Property::rdma_marking:
    case Property::cnp_marking:
    case Property::congestion_control:
        return "CC";
    default:
        return "-";
    }
}

// Whether the sound report already says "not checked" about such a property on this device.
bool was_unchecked(const Subject& subject, std::size_t file, const std::set<Property>& changed)
{
    const workspace::Outcome& sound = *subject.sound;
    const auto report
        = std::ranges::find(sound.files, subject.files[file].path, &workspace::FileReport::path);
    if (report == sound.files.end())
        return false;
    return std::ranges::any_of(sound.report.not_checked, [&](const NotChecked& row) {
        return device_of(sound, row.port) == report->device
            && std::ranges::any_of(changed,
                [&row](Property property) { return row.rule->code.starts_with(family_of(property)); });
    });
}

bool has_new_gap(const workspace::Outcome& before, const workspace::Outcome& after)
{
    const auto gaps = [](const workspace::Outcome& outcome) {
        std::size_t count = outcome.unreadable.size();
        for (const workspace::FileReport& file : outcome.files)
            count += file.coverage.count(CoverageState::unrecognised)
                + file.coverage.count(CoverageState::unsupported) + (file.platform.empty() ? 1 : 0);
        return count;
    };
    return gaps(after) > gaps(before);
}

std::set<Property> changed_in(const workspace::Outcome& before, const workspace::Outcome& after)
{
    std::set<Property> changed;
    if (before.fabric.devices.size() != after.fabric.devices.size())
        changed.insert(Property::syntax);
    if (before.fabric.links.size() != after.fabric.links.size())
        changed.insert(Property::cabling);
    // Jobs have no unique names; devices with the same name keep their order.
    std::set<std::size_t> taken;
    for (const Device& device : before.fabric.devices) {
        std::size_t other = 0;
        while (other < after.fabric.devices.size()
            && (after.fabric.devices[other].name != device.name || taken.contains(other)))
            ++other;
        if (other == after.fabric.devices.size()) {
            changed.insert(Property::syntax);
            continue;
        }
        taken.insert(other);
        for (const Difference& difference : differences(device, after.fabric.devices[other]))
            changed.insert(difference.property);
    }
    return changed;
}

// "leaf1.json:12 leaf1.json:80": the places of a finding and its evidence.
std::string places_of(const Finding& finding, const workspace::Outcome& outcome)
{
    std::string out;
    const auto add = [&](Span at) {
        if (const Source* source = at.somewhere() ? outcome.fabric.sources.find(at.source) : nullptr)
            append(out,
                "{}{}:{}",
                out.empty() ? "" : " ",
                source->path(),
                LineTable(source->text()).position(at.offset).line);
    };
    add(finding.at);
    for (const Related& evidence : finding.related)
        add(evidence.at);
    return out;
}

// Whether a new finding points at the line or into the innermost stanza around it.
bool names_place(
    const Finding& finding, const workspace::Outcome& outcome, const std::string& path, const Mutant& mutant)
{
    const auto is_there = [&](Span at) {
        const Source* source = at.somewhere() ? outcome.fabric.sources.find(at.source) : nullptr;
        if (source == nullptr || source->path() != path)
            return false;
        return is_at_mutant(mutant, source->text(), LineTable(source->text()).position(at.offset).line);
    };
    return is_there(finding.at) || std::ranges::any_of(finding.related, [&](const Related& evidence) {
        return is_there(evidence.at);
    });
}

std::vector<Subject> make_sound_subjects()
{
    std::vector<Subject> subjects;
    for (const char* name : sound_fabrics)
        subjects.push_back(fabric_of_fixtures(name));
    for (const Driver* driver : all_drivers()) {
        // Two switches with a host between them, so only platforms of Ethernet switches.
        if (!driver->base_example.empty() && driver->name != "linux-host" && driver->name != "windows-host"
            && driver->name != "esxi-host" && driver->name != "kubernetes" && driver->name != "app-env"
            && driver->name != "ib-fabric" && driver->name != "opensm")
            subjects.push_back(two_devices_of(*driver));
    }
    const std::size_t whole = subjects.size();
    for (const Rule* rule : all_rules()) {
        for (const Example& example : rule->examples) {
            if (example.flagged.empty() && !example.all_collected)
                subjects.push_back(of_example(*rule, example));
        }
    }
    run_parallel(subjects.size(), [&](std::size_t index) {
        prepare(subjects[index]);
        if (index >= whole)
            std::ranges::for_each(subjects[index].files, keep_own_lines);
    });
    return subjects;
}

}

const std::vector<Subject>& sound_subjects()
{
    static const std::vector<Subject> subjects = make_sound_subjects();
    return subjects;
}

std::unique_ptr<workspace::Outcome> check_mutant(
    const Subject& subject, std::size_t file, const Mutant& mutant)
{
    if (mutant.mutation == Mutation::drop_file)
        return check_texts(subject, file, &no_text);
    const std::string text = mutant.apply(subject.files[file].text);
    return check_texts(subject, file, &text);
}

Verdict try_mutant(const Subject& subject, std::size_t file, const Mutant& mutant)
{
    const auto outcome = check_mutant(subject, file, mutant);
    const workspace::Outcome& sound = *subject.sound;
    Verdict verdict{.fate = Fate::silent, .changed = changed_in(sound, *outcome)};
    const std::multiset<Row> known = findings_of(sound);
    for (const Finding& finding : outcome->report.findings) {
        if (known.contains({finding.rule->code, "", finding.message}))
            continue;
        const bool there = names_place(finding, *outcome, subject.files[file].path, mutant);
        verdict.findings.push_back(fmt::format("{} {}", finding.rule->code, places_of(finding, *outcome)));
        verdict.fate = std::min(verdict.fate, there ? Fate::found : Fate::found_elsewhere);
    }
    if (verdict.fate > Fate::unchecked && has_new_unchecked(sound, *outcome))
        verdict.fate = Fate::unchecked;
    if (verdict.fate > Fate::not_understood && has_new_gap(sound, *outcome))
        verdict.fate = Fate::not_understood;
    if (verdict.fate == Fate::silent && was_unchecked(subject, file, verdict.changed))
        verdict.fate = Fate::unchecked_before;
    verdict.concerns_rdma = rdma_view(sound, *outcome) != subject.view;
    verdict.is_green = is_green(*outcome);
    const Treatments now = treatments(sound, *outcome);
    verdict.effect = effect_of(subject.treated, now);
    verdict.differs = differences_of(subject.treated, now);
    if (verdict.fate >= Fate::unchecked_before && !verdict.concerns_rdma)
        verdict.fate = verdict.changed.empty() ? Fate::same : Fate::beside;
    return verdict;
}

}
