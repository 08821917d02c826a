// SPDX-License-Identifier: Apache-2.0
// A session that has seen many edits reports the same as a first check of the same texts.
#include "cli/report/json/json.h"
#include "cli/report/text/text.h"
#include "models/fabric/fields/dump.h"
#include "tests/mutation/subject.h"
#include "workspace/editor/session.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string>

namespace rocelint::testing {
namespace {

constexpr std::string_view date_of_check = "2026-01-01";

// Everything that a check yields: the text and JSON reports, and what no report shows (subjects, changes, the model of each
// device).
std::string whole_report(const workspace::Outcome& outcome)
{
    cli::Places places(outcome.fabric.sources);
    const std::vector<cli::ReportData> data{{.outcome = outcome, .places = places, .strict_coverage = true}};
    std::string out = cli::json_report(data) + cli::text_report(data);
    for (const Finding& finding : outcome.report.findings) {
        out += fmt::format("{} {} {}:", finding.rule->code, static_cast<int>(finding.fix_class), finding.fix);
        for (const auto& subject : finding.subjects)
            out += fmt::format(" {}.{}.{}.{}.{}.{}",
                subject.port.device,
                subject.port.port,
                static_cast<int>(subject.property),
                static_cast<int>(subject.part.kind),
                subject.part.value,
                subject.part.name);
        for (const PortId port : finding.also_on)
            out += fmt::format(" also {}.{}", port.device, port.port);
        for (const Change& change : finding.changes)
            out += fmt::format("\n  {}.{} {} {} {} {} {}",
                change.port.device,
                change.port.port,
                static_cast<int>(change.property),
                change.number,
                change.shared,
                static_cast<int>(change.fix_class),
                describe(change));
        out += '\n';
    }
    for (const NotChecked& row : outcome.report.not_checked)
        out += fmt::format(
            "{} {}.{} {} {}\n", row.rule->code, row.port.device, row.port.port, row.ports, row.reason);
    for (const Device& device : outcome.fabric.devices)
        out += dump(device, outcome.fabric.sources);
    return out;
}

void fill(workspace::Session& session, const Subject& subject)
{
    for (const Subject::File& file : subject.files)
        session.put(file.path, file.text);
    if (!subject.policy.empty())
        session.set_policy("rocelint.yaml", subject.policy);
    if (!subject.topology.empty())
        session.set_topology("topology.yaml", subject.topology);
}

std::string report_of(workspace::Session& session)
{
    const auto outcome = session.check(date_of_check);
    REQUIRE(outcome);
    return whole_report(**outcome);
}

TEST_CASE("after each of many edits a session reports the same as a new one")
{
    Subject subject = fabric_of_fixtures("clos-mixed");
    workspace::Session session;
    fill(session, subject);
    static_cast<void>(report_of(session));
    std::mt19937 random(20261124); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same edits each time
    for (int edit = 0; edit < 40; ++edit) {
        Subject::File& file = subject.files[random() % subject.files.size()];
        // Repeats or removes a line.
        const std::size_t feed = file.text.find('\n', random() % file.text.size());
        if (feed == std::string::npos)
            continue;
        const std::size_t end = std::min(file.text.find('\n', feed + 1), file.text.size() - 1);
        if (edit % 2 == 0)
            file.text.insert(feed, file.text.substr(feed, end - feed));
        else
            file.text.erase(feed, end - feed);
        session.put(file.path, file.text);
        workspace::Session fresh;
        fill(fresh, subject);
        CHECK_MESSAGE(report_of(session) == report_of(fresh), "edit " << edit << " of " << file.path);
    }
}

TEST_CASE("an added file is in a session's next check, and a removed one is not")
{
    const Subject subject = fabric_of_fixtures("clos-mixed");
    workspace::Session session;
    fill(session, subject);
    const std::string whole = report_of(session);
    const Subject::File& last = subject.files.back();
    session.remove(last.path);
    CHECK(report_of(session) != whole);
    session.put(last.path, last.text);
    CHECK(report_of(session) == whole);
}

TEST_CASE("an invalid policy or topology fails one check of a session but not the next")
{
    workspace::Session session;
    session.put("leaf1.cfg", "hostname leaf1\n");
    session.set_policy("rocelint.yaml", "no such key: 1\n");
    CHECK_FALSE(session.check(date_of_check));
    session.set_policy("", "");
    session.set_topology("topology.yaml", "links: 7\n");
    CHECK_FALSE(session.check(date_of_check));
    session.set_topology("", "");
    CHECK(session.check(date_of_check));
}

TEST_CASE("a session keeps each device as last read, and drops devices whose files are gone")
{
    Subject subject = fabric_of_fixtures("clos-mixed");
    workspace::Session session;
    fill(session, subject);
    static_cast<void>(report_of(session));
    const std::size_t once = session.known_devices();
    CHECK(once > 4);
    for (std::size_t edit = 0; edit < 20; ++edit) {
        session.put(subject.files.front().path, subject.files.front().text + std::string(edit + 1, '\n'));
        static_cast<void>(report_of(session));
    }
    CHECK(session.known_devices() == once);
    for (std::size_t file = 1; file < subject.files.size(); ++file)
        session.remove(subject.files[file].path);
    static_cast<void>(report_of(session));
    CHECK(session.known_devices() == 1);
}

TEST_CASE("in a session a file of counters belongs to the device that its folder is named after")
{
    constexpr std::string_view counters
        = R"({"interfaceCounters": {"Ethernet1/1": {"rxFrames": 3, "txFrames": 4}}})";
    const Subject subject = fabric_of_fixtures("clos-mixed");
    workspace::Session session;
    fill(session, subject);
    const auto before = session.check(date_of_check);
    session.put("leaf3/pfc.json", std::string(counters));
    // The second check takes what the first one has read.
    static_cast<void>(session.check(date_of_check));
    const auto after = session.check(date_of_check);
    session.put("leaf9/pfc.json", std::string(counters));
    const auto stranger = session.check(date_of_check);
    REQUIRE((before && after && stranger));
    CHECK((*after)->fabric.devices.size() == (*before)->fabric.devices.size());
    CHECK((*after)->report.findings.size() == (*before)->report.findings.size());
    const auto& devices = (*after)->fabric.devices;
    const auto leaf3 = std::ranges::find(devices, "leaf3", &Device::name);
    REQUIRE(leaf3 != devices.end());
    CHECK(leaf3->counters.size() == 2);
    CHECK((*stranger)->fabric.devices.size() == (*before)->fabric.devices.size());
    CHECK((*stranger)->report.findings.size() == (*before)->report.findings.size() + 1);
}

// Otherwise an edit would cost more than reading one device.
TEST_CASE("a device whose files did not change is not read again")
{
    const Subject subject = fabric_of_fixtures("clos-mixed");
    workspace::Session session;
    fill(session, subject);
    const auto before = session.check(date_of_check);
    session.put(subject.files.front().path, subject.files.front().text + "\n");
    const auto after = session.check(date_of_check);
    REQUIRE((before && after));
    std::size_t same = 0;
    for (std::size_t device = 0; device < (*before)->fabric.devices.size(); ++device) {
        // A reading keeps everything except views into its files in its own arena.
        if ((*before)->fabric.devices[device].arena == (*after)->fabric.devices[device].arena)
            ++same;
    }
    CHECK(same == (*before)->fabric.devices.size() - 1);
}

}
}
