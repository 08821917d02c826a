// SPDX-License-Identifier: Apache-2.0
// JUnit XML according to the Jenkins schema (junit-10.xsd) and GitLab's parser: GitLab shows the class name
// as the suite, and only one case for each class and name.
#include "cli/report/ci/junit.h"

#include "cli/report/data/markup.h"
#include "cli/terminal/visible.h"
#include "models/text/append.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

namespace rocelint::cli {
namespace {

struct Counts {
    std::size_t tests = 0;
    std::size_t failures = 0;
    std::size_t errors = 0;
    std::size_t skipped = 0;

    Counts& operator+=(const Counts& other)
    {
        tests += other.tests;
        failures += other.failures;
        errors += other.errors;
        skipped += other.skipped;
        return *this;
    }
};

/// The cases of one device, or those that belong to no device.
class Suite {
public:
    explicit Suite(std::string name) : name_(std::move(name)) { }

    void error(std::string_view name, std::string_view message)
    {
        open(name);
        body("error", "input", message, {});
        ++counts_.errors;
    }
    void failure(std::string_view name, const Finding& finding, std::string_view details)
    {
        open(name);
        body("failure", name_of(finding.severity), finding.message, details);
        ++counts_.failures;
    }
    void skipped(std::string_view name, std::string_view message)
    {
        open(name);
        cases_ += "<skipped message=\"";
        append_markup(cases_, message);
        cases_ += "\"/></testcase>\n";
        ++counts_.skipped;
    }
    void passed(std::string_view name, std::string_view output)
    {
        open(name);
        if (!output.empty()) {
            cases_ += "<system-out>";
            append_markup(cases_, output);
            cases_ += "</system-out>";
        }
        cases_ += "</testcase>\n";
    }

    [[nodiscard]] const Counts& counts() const { return counts_; }

    // `properties` are those of the fabric; only its first suite gets them.
    void write(std::string_view properties, std::string& out) const
    {
        out += " <testsuite name=\"";
        append_markup(out, visible(name_));
        append_counts(out, counts_);
        out += ">\n";
        if (!properties.empty())
            append(out, "  <properties>{}</properties>\n", properties);
        out += cases_;
        out += " </testsuite>\n";
    }

    static void append_counts(std::string& out, const Counts& counts)
    {
        append(out,
            "\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"",
            counts.tests,
            counts.failures,
            counts.errors,
            counts.skipped);
    }

private:
    void open(std::string_view name)
    {
        ++counts_.tests;
        const std::size_t times = ++seen_[std::string(name)];
        cases_ += "  <testcase classname=\"";
        append_markup(cases_, visible(name_));
        cases_ += "\" name=\"";
        append_markup(cases_, visible(name));
        if (times > 1)
            append(cases_, " ({})", times);
        cases_ += "\">";
    }
    void body(
        std::string_view element, std::string_view type, std::string_view message, std::string_view details)
    {
        append(cases_, "<{} type=\"{}\" message=\"", element, type);
        append_markup(cases_, message);
        cases_ += "\">";
        append_markup(cases_, details);
        append(cases_, "</{}></testcase>\n", element);
    }

    std::string name_;
    std::string cases_;
    Counts counts_;
    std::unordered_map<std::string, std::size_t> seen_;
};

std::string where(const Place& place)
{
    return place.source == nullptr
        ? std::string()
        : fmt::format("{}:{}:{}", visible(place.source->path()), place.begin.line, place.begin.column);
}

std::string details_of(const Finding& finding, const ReportData& data)
{
    std::string out = fmt::format("{}: {}", where(data.places.find(finding.at)), finding.message);
    for (const Related& related : finding.related)
        append(out,
            "\n{}: {}{}{}",
            where(data.places.find(related.at)),
            related.code,
            related.code.empty() ? "" : ": ",
            related.message);
    if (!finding.also_on.empty())
        append(out, "\nand {} more", finding.also_on.size());
    if (const std::string_view evidence = evidence_words(finding); !evidence.empty())
        append(out, "\nevidence: {}", evidence);
    if (!finding.fix.empty())
        append(out, "\nhelp: {}", finding.fix);
    return out;
}

std::string_view case_name(workspace::GapKind kind)
{
    switch (kind) {
    case workspace::GapKind::blind:
        return "input that was not understood";
    case workspace::GapKind::own_rule:
        return "own rule that could not be evaluated";
    case workspace::GapKind::unread:
        break;
    }
    return "input that could not be read";
}

std::string case_name(const Rule& rule, std::string_view port)
{
    return port.empty() ? fmt::format("{} {}", rule.code, rule.name)
                        : fmt::format("{} {} {}", rule.code, rule.name, port);
}

// Captures without a configured name all have the same one, and a device may be named "fabric": these names
// get the file appended.
std::vector<std::string> suite_names(const workspace::Outcome& outcome)
{
    const Fabric& fabric = outcome.fabric;
    const std::string folder = outcome.folder.empty() ? std::string() : outcome.folder + "/";
    std::unordered_map<std::string, std::size_t> times;
    std::vector<std::string> names{folder + "fabric"};
    for (const Device& device : fabric.devices)
        ++times[names.emplace_back(folder + device.name)];
    for (std::size_t index = 1; index < names.size(); ++index) {
        std::string& name = names[index];
        if (times[name] == 1 && name != names.front())
            continue;
        const Device& device = fabric.devices[index - 1];
        const Source* file = device.files.empty() ? nullptr : fabric.sources.find(device.files.front());
        name += file == nullptr ? fmt::format(" ({})", index) : fmt::format(" ({})", file->path());
    }
    return names;
}

// How many ports were judged, and how many checks could not be made. A case for each of the latter would be
// most of the report.
std::string properties_of(const ReportData& data)
{
    std::string out;
    const auto add = [&out](std::string_view name, std::string_view value) {
        append(out, "<property name=\"{}\" value=\"", name);
        append_markup(out, value);
        out += "\"/>";
    };
    if (const std::string judged = judged_share(summarise(data.outcome)); !judged.empty())
        add("ports judged", judged);
    std::set<const Rule*> rules;
    for (const NotChecked& row : data.outcome.report.not_checked)
        rules.insert(row.rule);
    if (!rules.empty())
        add("not checked",
            fmt::format("{} in {}; `rocelint check --show-unchecked` says where and why",
                counted(rules.size(), "rule"),
                counted(data.outcome.report.not_checked.size(), "place")));
    return out;
}

// The suites of one fabric: first the cases that belong to no device, then the devices in their order.
std::vector<Suite> suites_of(const ReportData& data)
{
    const Fabric& fabric = data.outcome.fabric;
    std::vector<Suite> suites;
    for (std::string& name : suite_names(data.outcome))
        suites.emplace_back(std::move(name));
    const auto suite_of = [&](PortId port) -> Suite& {
        return suites[port.device < fabric.devices.size() ? port.device + 1 : 0];
    };
    for (const workspace::Gap& gap : data.gaps)
        suites.front().error(case_name(gap.kind), gap.sentence);
    if (data.hidden > 0)
        suites.front().skipped("hidden by --changed-since",
            fmt::format("{} that the change did not touch", counted(data.hidden, "finding")));
    if (data.baselined > 0)
        suites.front().skipped("in the baseline",
            fmt::format("{} that {} known",
                counted(data.baselined, "finding"),
                one_or_many(data.baselined, "is", "are")));
    for (const Finding& finding : data.outcome.report.findings) {
        const PortId port = port_of(finding, fabric);
        const std::string name
            = case_name(*finding.rule, workspace::name_subject(finding, data.outcome).port);
        Suite& suite = suite_of(port);
        if (!finding.waived.empty())
            suite.skipped(name, fmt::format("waived: {}", finding.waived));
        else if (data.fail_on && finding.severity >= *data.fail_on)
            suite.failure(name, finding, details_of(finding, data));
        else
            suite.passed(name, fmt::format("{}: {}", name_of(finding.severity), details_of(finding, data)));
    }
    for (std::size_t index = 1; index < suites.size(); ++index) {
        if (suites[index].counts().tests == 0)
            suites[index].passed("all rules", {});
    }
    return suites;
}

}

std::string junit_report(std::span<const ReportData> fabrics)
{
    Counts sum;
    std::string body;
    for (const ReportData& data : fabrics) {
        std::string properties = properties_of(data);
        for (const Suite& suite : suites_of(data)) {
            if (suite.counts().tests == 0)
                continue;
            sum += suite.counts();
            suite.write(properties, body);
            properties.clear();
        }
    }
    std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"rocelint";
    Suite::append_counts(out, sum);
    out += ">\n";
    out += body;
    out += "</testsuites>\n";
    return out;
}

}
