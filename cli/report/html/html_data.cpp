// SPDX-License-Identifier: Apache-2.0
// The data of the page as rows of numbers: with 100 000 findings and 64 000 ports, it must not exceed what a
// browser can load at once. Repeated strings are therefore stored once, and ports that carry no RDMA are only
// counted.
#include "cli/report/html/html_data.h"

#include "analysis/facts/memory/memory_sum.h"
#include "analysis/standing.h"
#include "cli/terminal/version.h"
#include "cli/terminal/visible.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::cli {
namespace {

using PageRows = JsonWriter::Layout;

// Whether visible() would leave the text unchanged.
bool is_plain(std::string_view text)
{
    return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7f; });
}

void write_summary(JsonWriter& out, std::span<const ReportData> fabrics)
{
    Summary sum;
    out.key("fabrics").begin_array(PageRows::rows);
    for (const ReportData& data : fabrics) {
        const Summary one = summarise(data.outcome);
        for (std::size_t state = 0; state < sum.lines.size(); ++state)
            sum.lines[state] += one.lines[state];
        sum.unjudged += one.unjudged;
        out.begin_object();
        out.text("name", visible(data.outcome.folder));
        out.text("policy", visible(data.outcome.policy.path));
        out.text("topology", visible(data.outcome.fabric.topology.path));
        for (const auto& [key, lines] : {std::pair("assumed", &data.outcome.analysis.assumptions),
                 std::pair("routes", &data.outcome.assumed_routes)}) {
            out.key(key).begin_array();
            for (const std::string& line : *lines)
                out.string(visible(line));
            out.end();
        }
        out.key("classes").begin_array();
        for (const RdmaClass& one_class : data.outcome.analysis.classes.classes)
            out.string(fmt::format("{} · {} · DSCP {}{}",
                visible(one_class.name),
                visible(one_class.label()),
                to_string(one_class.dscps),
                one_class.pause == Pause::nowhere ? " · without PFC" : ""));
        out.end();
        out.end();
    }
    out.end();
    const std::vector<std::uint64_t> lines(sum.lines.begin(), sum.lines.end());
    const std::uint64_t unjudged = sum.unjudged;
    sum = summarise(fabrics);
    out.key("summary").begin_object();
    for (const auto& [key, count] : {std::pair("error", sum.errors),
             std::pair("warning", sum.warnings),
             std::pair("info", sum.infos),
             std::pair("waived", sum.waived),
             std::pair("baselined", sum_of(fabrics, &ReportData::baselined)),
             std::pair("hidden", sum_of(fabrics, &ReportData::hidden)),
             std::pair("devices", sum.devices),
             std::pair("ports", sum.ports),
             std::pair("links", sum.links),
             std::pair("unknownPorts", sum.unknown_ports),
             std::pair("judgedPorts", sum.judged_ports)})
        out.count(key, count);
    out.count("unjudged", unjudged);
    out.key("lines").begin_array();
    for (const std::uint64_t count : lines)
        out.number(count);
    out.end();
    out.end();
}

void write_rule_names(JsonWriter& out, const ReportRules& rules)
{
    out.key("rules").begin_array(PageRows::rows);
    for (const ReportRules::Entry& entry : rules.all()) {
        out.begin_array();
        out.string(entry.rule->code);
        out.string(visible(entry.rule->name));
        out.string(visible(entry.rule->summary));
        out.end();
    }
    out.end();
}

void write_node(
    const PageWriter& page, const SubnetNode& node, const PagePlace& place, std::uint32_t first_part)
{
    const Fabric& fabric = page.data.outcome.fabric;
    const Device& subnet = fabric.devices[node.device];
    const IbNode& shown = node.in(fabric);
    page.out.begin_array();
    page.text(subnet.subnet->node_name(node.node));
    page.text(subnet.platform);
    page.text(kind_of(shown));
    page.text(name_of(node.role()));
    page.text(shown.psid.value_or(std::string_view{}));
    page.text(fabric.sources.path_of(shown.at));
    page.out.number(page.fabric);
    page.out.number(place.tier);
    page.out.signed_number(
        place.part == PagePlace{}.part ? -1 : static_cast<std::int64_t>(first_part + place.part));
    // An InfiniBand subnet has no Ethernet ports, and so none that carry RDMA over Ethernet.
    for (int count = 0; count < 3; ++count)
        page.out.number(0U);
    page.out.end();
}

void write_devices(const PageWriter& page, const PageLayout& layout, std::uint32_t first_part)
{
    const workspace::Outcome& outcome = page.data.outcome;
    for (std::uint32_t index = 0; index < outcome.fabric.devices.size(); ++index) {
        const Device& device = outcome.fabric.devices[index];
        std::uint64_t roce = 0;
        std::uint64_t unknown = 0;
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            const Verdict verdict = outcome.analysis.judgement({index, port}).verdict;
            roce += verdict == Verdict::roce && device.ports[port].kind == PortKind::physical ? 1 : 0;
            unknown += verdict == Verdict::unknown && device.ports[port].kind == PortKind::physical ? 1 : 0;
        }
        const PagePlace place = layout.places[index];
        const Source* file
            = device.files.empty() ? nullptr : outcome.fabric.sources.find(device.files.front());
        page.out.begin_array();
        page.text(device.name);
        page.text(device.platform);
        page.text(name_of(device.kind));
        page.text(name_of(device.role.value_or(Role::unknown)));
        page.text(device.asic.empty() ? device.model : device.asic);
        page.text(file == nullptr ? std::string_view{} : std::string_view(file->path()));
        page.out.number(page.fabric);
        page.out.number(place.tier);
        page.out.signed_number(
            place.part == PagePlace{}.part ? -1 : static_cast<std::int64_t>(first_part + place.part));
        page.out.number(count_physical_ports(device));
        page.out.number(roce);
        page.out.number(unknown);
        page.text(device.kind == DeviceKind::network_switch ? describe_standing(outcome.analysis, index)
                                                            : std::string());
        page.out.end();
    }
    for (std::size_t index = 0; index < page.subnets.nodes().size(); ++index)
        write_node(page,
            page.subnets.nodes()[index],
            layout.places[outcome.fabric.devices.size() + index],
            first_part);
}

void write_links(const PageWriter& page)
{
    const Fabric& fabric = page.data.outcome.fabric;
    for (const Link& link : fabric.links) {
        page.out.begin_array();
        for (const PortId id : {link.a, link.b}) {
            page.device(id.device);
            page.text(workspace::name_port(id, fabric).port);
        }
        page.out.end();
    }
    for (const SubnetCable& cable : page.subnets.cables()) {
        page.out.begin_array();
        for (const PortId id : {cable.a, cable.b}) {
            page.device(id);
            page.text(workspace::name_port(id, fabric).port);
        }
        page.out.end();
    }
}

void write_finding(const PageWriter& page, const Finding& finding)
{
    const Fabric& fabric = page.data.outcome.fabric;
    const workspace::Named named = workspace::name_subject(finding, page.data.outcome);
    JsonWriter& out = page.out;
    out.begin_array();
    out.number(page.rules.number_of(*finding.rule));
    out.number(static_cast<std::uint64_t>(finding.severity));
    page.lasting(finding.message);
    page.device(port_of(finding, fabric));
    page.text(named.port);
    page.place(finding.at);
    page.lasting(finding.fix);
    out.number(static_cast<std::uint64_t>(finding.fix_class));
    page.lasting(finding.waived);
    out.begin_array();
    for (const Related& related : finding.related) {
        out.begin_array();
        page.place(related.at);
        page.text(
            related.code.empty() ? related.message : fmt::format("{}: {}", related.code, related.message));
        out.end();
    }
    out.end();
    out.begin_array();
    for (const PortId id : finding.also_on) {
        page.device(id);
        page.text(workspace::name_port(id, fabric).port);
    }
    out.end();
    out.number(page.fabric);
    out.end();
}

void write_unchecked(const PageWriter& page)
{
    for (const NotChecked& row : page.data.outcome.report.not_checked) {
        page.out.begin_array();
        page.out.number(page.rules.number_of(*row.rule));
        page.device(row.port);
        page.text(workspace::name_port(row.port, page.data.outcome.fabric).port);
        page.lasting(row.reason);
        page.out.number(row.ports);
        page.out.end();
    }
}

void write_memory_rows(const PageWriter& page)
{
    const Fabric& fabric = page.data.outcome.fabric;
    for (std::uint32_t index = 0; index < fabric.devices.size(); ++index) {
        for (const MemoryView& view : memory_views(fabric.devices[index])) {
            page.out.begin_array();
            page.device(index);
            page.text(name_of(view.direction));
            for (const Bytes bytes : {view.sum.pools, view.sum.headroom, view.sum.reserved, view.total()})
                page.out.number(bytes.count);
            page.out.number(view.asic != nullptr && view.sum.memory ? view.sum.memory->count : 0);
            page.text(view.memory_source);
            page.text(view.missing);
            page.out.number(view.wanted_headroom.count);
            page.out.number(view.shared_headroom ? 1 : 0);
            page.out.end();
        }
    }
}

void write_coverage(const PageWriter& page)
{
    for (const workspace::FileReport& file : page.data.outcome.files) {
        LineRedactor redactor;
        page.out.begin_array();
        page.text(file.path);
        page.text(file.platform);
        page.text(file.device);
        page.out.number(file.coverage.total);
        for (const CoverageState state : {CoverageState::read,
                 CoverageState::irrelevant,
                 CoverageState::unsupported,
                 CoverageState::unrecognised})
            page.out.number(file.coverage.count(state));
        page.out.number(file.unjudged.size());
        page.text(
            file.conversion.empty() ? file.reason : fmt::format("{}; {}", file.reason, file.conversion));
        page.out.begin_array();
        for (const Coverage::Detail& detail : file.coverage.details) {
            page.out.begin_array();
            page.out.number(detail.line);
            page.text(name_of(detail.state));
            page.text(redactor.line(detail.text));
            page.out.end();
        }
        page.out.end();
        page.out.number(file.coverage.details_left_out);
        page.out.end();
    }
}

void write_unknown(const PageWriter& page)
{
    const Fabric& fabric = page.data.outcome.fabric;
    for (std::uint32_t index = 0; index < fabric.devices.size(); ++index) {
        const Device& device = fabric.devices[index];
        bool any = false;
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            if (device.ports[port].kind != PortKind::physical
                || page.data.outcome.analysis.judgement({index, port}).verdict != Verdict::unknown)
                continue;
            if (!any) {
                page.out.begin_array();
                page.device(index);
            }
            any = true;
            page.text(device.ports[port].name);
        }
        if (any)
            page.out.end();
    }
}

}

std::uint32_t PageStrings::operator()(std::string_view text)
{
    if (!is_plain(text))
        return own(visible(text));
    return own(text);
}

std::uint32_t PageStrings::own(std::string_view text)
{
    if (const auto found = known_.find(text); found != known_.end())
        return found->second;
    return add(own_.emplace_back(text));
}

std::uint32_t PageStrings::lasting(std::string_view text)
{
    return is_plain(text) ? add(text) : own(visible(text));
}

std::uint32_t PageStrings::add(std::string_view text)
{
    const auto [place, fresh] = known_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
    if (fresh)
        texts_.push_back(text);
    return place->second;
}

void PageStrings::write(JsonWriter& out) const
{
    out.key("strings").begin_array(PageRows::rows);
    for (const std::string_view text : texts_)
        out.string(text);
    out.end();
}

void PageWriter::place(Span at) const
{
    const Place found = data.places.find(at);
    text(found.source == nullptr ? std::string_view{} : std::string_view(found.source->path()));
    out.number(found.source == nullptr ? 0 : found.begin.line);
}

void PageWriter::device(std::uint32_t index) const
{
    out.signed_number(index >= data.outcome.fabric.devices.size() ? -1 : std::int64_t{first_device} + index);
}

void PageWriter::device(PortId port) const
{
    if (const std::uint32_t host = subnets.host_of(port); host != SubnetNodes::none)
        return device(host);
    const std::uint32_t node = subnets.node_of(port);
    if (node == SubnetNodes::none)
        return device(port.device);
    out.number(first_device + data.outcome.fabric.devices.size() + node);
}

std::string html_data(std::span<const ReportData> fabrics)
{
    JsonWriter out(JsonWriter::Blanks::none);
    PageStrings strings;
    const ReportRules rules(fabrics);
    std::vector<PageWriter> pages;
    std::vector<PageLayout> layouts;
    std::deque<SubnetNodes> subnets;
    std::uint32_t devices = 0;
    for (const ReportData& data : fabrics) {
        const SubnetNodes& nodes = subnets.emplace_back(data.outcome.fabric);
        pages.push_back(
            {out, strings, rules, data, nodes, static_cast<std::uint32_t>(pages.size()), devices});
        layouts.push_back(lay_out(data.outcome.fabric, nodes));
        devices += static_cast<std::uint32_t>(data.outcome.fabric.devices.size() + nodes.nodes().size());
    }
    const auto rows = [&](std::string_view key, const auto& write) {
        out.key(key).begin_array(PageRows::rows);
        for (std::size_t index = 0; index < pages.size(); ++index)
            write(pages[index], index);
        out.end();
    };
    out.begin_object(PageRows::rows);
    out.text("version", version);
    out.count("exit", static_cast<std::uint64_t>(fabrics.front().exit_code));
    write_summary(out, fabrics);
    write_rule_names(out, rules);
    std::uint32_t first_part = 0;
    rows("devices", [&](const PageWriter& page, std::size_t index) {
        write_devices(page, layouts[index], first_part);
        first_part += static_cast<std::uint32_t>(layouts[index].parts.size());
    });
    rows("parts", [&](const PageWriter&, std::size_t index) {
        for (const std::string& part : layouts[index].parts)
            out.string(visible(part));
    });
    rows("links", [](const PageWriter& page, std::size_t) { write_links(page); });
    rows("findings", [](const PageWriter& page, std::size_t) {
        for (const Finding& finding : page.data.outcome.report.findings)
            write_finding(page, finding);
    });
    rows("unchecked", [](const PageWriter& page, std::size_t) { write_unchecked(page); });
    rows("unknown", [](const PageWriter& page, std::size_t) { write_unknown(page); });
    rows("chains", [](const PageWriter& page, std::size_t) { write_chains(page); });
    rows("memory", [](const PageWriter& page, std::size_t) { write_memory_rows(page); });
    rows("paths", [&](const PageWriter& page, std::size_t index) { write_paths(page, layouts[index]); });
    rows("coverage", [](const PageWriter& page, std::size_t) { write_coverage(page); });
    rows("unreadable", [&](const PageWriter& page, std::size_t) {
        for (const workspace::Gap& gap : page.data.gaps)
            out.string(visible(gap.sentence));
    });
    strings.write(out);
    out.end();
    return out.take();
}

}
