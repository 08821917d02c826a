// SPDX-License-Identifier: Apache-2.0
// More evidence never means fewer findings: whatever is found in a part of a fabric is also found in the whole, since all
// evidence is true. Parts are each device alone, pairs of devices, and the fabric without its hosts, its topology or its policy.
#include "drivers/driver.h"
#include "models/parallel/parallel.h"
#include "rules/rule_table.h"
#include "tests/example_fabric.h"
#include "tests/mutation/subject.h"
#include "tests/support/sample.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <set>

namespace rocelint::testing {
namespace {

// A fixed seed, since a failure under a random one could not be reproduced.
constexpr unsigned seed = 20261128;

struct Excuse {
    std::string_view
        finding; ///< how it begins: a code or a prefix of one, or a code and the first words of the message
    std::string_view why;
};

// Findings that say what a part lacks, or that compare with the majority of devices.
constexpr Excuse excuses[]{
    {"TOP", "a part of a fabric has other links, tiers and uplinks than the whole"},
    {"HDR006",
        "hosts whose captures are left out may send packets of the largest path MTU that the ports carry"},
    {"SM017", "a manager without partitions.conf makes the default partition alone, and another may not"},
    {"SYN005", "what a part does not define may be defined in another file of the device"},
    {"SYN001 the counters in this file are of", "the device of the counters may be in another file"},
    {"SYN004", "an entry that matches nothing in a part may match in the whole"},
    {"SM026", "a job whose host is left out may run on any host of the subnet"},
    {"SM042", "a job whose host is left out may run on any host of the subnet"},
    {"SM056", "a job whose host is left out may run on any host of the subnet"},
    {"APP012", "a job whose host is left out may run on any host of the subnet"},
    {"LB003", "which switches a NIC's packets pass shows only with the switches in between"},
    {"SM049", "a manager whose configuration of SHARP is left out is a manager without SHARP"},
};

bool is_excused(std::string_view finding)
{
    return std::ranges::any_of(
        excuses, [finding](const Excuse& excuse) { return finding.starts_with(excuse.finding); });
}

constexpr std::string_view anywhere = "*";

/// One finding, or one folded under another.
struct Found {
    std::string_view code;
    std::set<std::string> devices; ///< the devices that it is about
    std::set<std::string> subjects; ///< the faulty parts of them: "leaf1 dscp-map 24"
    std::string text;
    Severity severity = Severity::info;
    bool is_folded = false; ///< under another finding
};

// A folded finding may concern the other end of a link, and a finding about the whole fabric is reported at one of its devices.
std::vector<Found> found_in(const workspace::Outcome& outcome)
{
    std::vector<Found> found;
    for (const Finding& finding : outcome.report.findings) {
        Found one{.code = finding.rule->code,
            .text = fmt::format("{} {}", finding.rule->code, finding.message),
            .severity = finding.severity};
        one.devices.emplace(workspace::name_subject(finding, outcome).device);
        for (const rocelint::Subject& subject : finding.subjects) {
            const std::string device(workspace::name_port(subject.port, outcome.fabric).device);
            one.devices.insert(device);
            if (subject.part.kind == rocelint::Part::Kind::number)
                one.subjects.insert(
                    fmt::format("{} {} {}", device, name_of(subject.property), subject.part.value));
        }
        for (const PortId port : finding.also_on)
            one.devices.emplace(workspace::name_port(port, outcome.fabric).device);
        if (finding.rule->scope == Scope::fabric)
            one.devices = {std::string(anywhere)};
        for (const Related& evidence : finding.related) {
            if (!evidence.code.empty())
                found.push_back({.code = evidence.code,
                    .devices = {std::string(anywhere)},
                    .text = one.text,
                    .is_folded = true});
        }
        found.push_back(std::move(one));
    }
    return found;
}

// A finding of a part counts as found in the whole if the same rule blames one of its devices there, or if another rule blames
// the same priority, DSCP or class at least as severely: among three hosts the one that marks differently is at fault, between
// two hosts it may be the switch. Naming another port, because more ports share the fault, is not a loss.
std::vector<std::string> lost_findings(const workspace::Outcome& part, const workspace::Outcome& whole)
{
    std::set<std::pair<std::string_view, std::string>> known;
    const std::vector<Found> of_whole = found_in(whole);
    for (const Found& one : of_whole) {
        for (const std::string& device : one.devices)
            known.emplace(one.code, device);
    }
    const auto is_blamed_anyway = [&](const Found& one) {
        return std::ranges::any_of(of_whole, [&](const Found& other) {
            return other.severity >= one.severity
                && std::ranges::any_of(one.subjects,
                    [&](const std::string& subject) { return other.subjects.contains(subject); });
        });
    };
    std::vector<std::string> lost;
    for (const Found& one : found_in(part)) {
        const bool is_kept = std::ranges::any_of(one.devices, [&](const std::string& device) {
            // A device named in the file that is left out has another name in the whole.
            const bool is_renamed
                = !device.empty() && device != anywhere && !whole.fabric.find_device(device);
            return is_renamed || known.contains({one.code, device});
        });
        if (!one.is_folded && !is_excused(one.text) && !is_kept && !is_blamed_anyway(one)
            && !known.contains({one.code, std::string(anywhere)}))
            lost.push_back(one.text);
    }
    return lost;
}

// The name of the device that a file belongs to.
std::string device_of_file(const workspace::Outcome& whole, const Subject& subject, std::size_t file)
{
    const auto report
        = std::ranges::find(whole.files, subject.files[file].path, &workspace::FileReport::path);
    return report == whole.files.end() ? std::string() : report->device;
}

// Whether a file is one of several that state the CONFIG_DB of a device.
bool is_part_of_configuration(const Subject& subject,
    const workspace::Outcome& whole,
    const std::vector<std::string>& device_of,
    std::size_t file)
{
    const auto states_tables = [&](std::size_t index) {
        const auto report
            = std::ranges::find(whole.files, subject.files[index].path, &workspace::FileReport::path);
        return report != whole.files.end() && report->platform == "sonic"
            && subject.files[index].path.ends_with(".json");
    };
    if (!states_tables(file))
        return false;
    for (std::size_t other = 0; other < device_of.size(); ++other)
        if (other != file && device_of[other] == device_of[file] && states_tables(other))
            return true;
    return false;
}

struct Try {
    std::string name;
    Part part;
};

std::vector<Try> parts_of(const Subject& subject, const workspace::Outcome& whole, std::mt19937& random)
{
    std::vector<std::string> devices;
    std::vector<std::string> of_file;
    for (std::size_t file = 0; file < subject.files.size(); ++file) {
        of_file.push_back(device_of_file(whole, subject, file));
        if (!of_file.back().empty() && std::ranges::find(devices, of_file.back()) == devices.end())
            devices.push_back(of_file.back());
    }
    const auto only = [&](const std::set<std::string>& wanted) {
        Part part;
        for (const std::string& device : of_file)
            part.files.push_back(wanted.contains(device));
        return part;
    };
    const Part all{std::vector<bool>(subject.files.size(), true)};
    std::vector<Try> tries;
    for (const std::string& device : devices)
        tries.push_back({device + " alone", only({device})});
    std::vector<Try> pairs;
    for (std::size_t one = 0; one < devices.size(); ++one) {
        for (std::size_t other = 0; other < one; ++other)
            pairs.push_back(
                {devices[one] + " and " + devices[other] + " alone", only({devices[one], devices[other]})});
    }
    constexpr std::size_t most_pairs = 6;
    std::ranges::shuffle(pairs, random);
    pairs.resize(std::min(pairs.size(), most_pairs));
    std::ranges::move(pairs, std::back_inserter(tries));
    Try without_hosts{"all without hosts", all};
    for (std::size_t file = 0; file < of_file.size(); ++file) {
        const auto host = whole.fabric.find_device(of_file[file]);
        without_hosts.part.files[file] = !host || whole.fabric.devices[*host].kind != DeviceKind::host;
    }
    if (without_hosts.part.files != all.files)
        tries.push_back(std::move(without_hosts));
    // One file of a device is missing, such as a capture that was not taken. A configuration in several files is one
    // statement: without one of them, the device is configured otherwise.
    for (std::size_t file = 0; subject.files.size() > 1 && file < subject.files.size(); ++file) {
        if (is_part_of_configuration(subject, whole, of_file, file))
            continue;
        Try less{"all without " + subject.files[file].path, all};
        less.part.files[file] = false;
        tries.push_back(std::move(less));
    }
    return tries;
}

std::string losses_of(const Subject& subject, std::mt19937& random)
{
    const Part all{std::vector<bool>(subject.files.size(), true)};
    const auto whole = check_part(subject, all);
    std::string losses;
    for (const Try& one : parts_of(subject, *whole, random)) {
        const auto part = check_part(subject, one.part);
        for (const std::string& lost : lost_findings(*part, *whole))
            losses += fmt::format("{}: {}: not in the whole: {}\n", subject.name, one.name, lost);
    }
    return losses;
}

Subject of_files(const Rule& rule, const Example& example)
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

void check_all(std::vector<Subject> subjects)
{
    std::vector<std::string> losses(subjects.size());
    run_parallel(subjects.size(), [&](std::size_t index) {
        std::mt19937 random(seed + static_cast<unsigned>(index)); // NOLINT(cert-msc32-c,cert-msc51-cpp)
        losses[index] = losses_of(subjects[index], random);
    });
    for (const std::string& lost : losses)
        CHECK(lost == "");
}

TEST_CASE("findings of a part of a fixture are found in the whole of it")
{
    std::vector<Subject> subjects;
    std::vector<std::string> names;
    for (const auto& entry :
        std::filesystem::directory_iterator(std::string(ROCELINT_SOURCE_DIR) + "/fixtures/fabrics"))
        if (entry.is_directory())
            names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    for (const std::string& name : names)
        subjects.push_back(fabric_of_fixtures(name));
    REQUIRE(subjects.size() > 5);
    check_all(std::move(subjects));
}

TEST_CASE("findings of a part of a rule's example are found in the whole of it")
{
    std::vector<Subject> subjects;
    for (const Rule* rule : all_rules()) {
        for (const Example& example : rule->examples) {
            if (example.files.size() > 1)
                subjects.push_back(of_files(*rule, example));
        }
    }
    REQUIRE(subjects.size() > 100);
    CAPTURE(sample_seed());
    if (!plays_everything()) {
        constexpr std::size_t sample = 40;
        std::mt19937 random(sample_seed());
        std::ranges::shuffle(subjects, random);
        subjects.resize(std::min(subjects.size(), sample));
    }
    check_all(std::move(subjects));
}

}
}
