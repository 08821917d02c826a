// SPDX-License-Identifier: Apache-2.0
// Findings that a site already knows, by fingerprint and count, so that a new one beside an old one is seen.
#include "workspace/baseline.h"

#include "models/syntax/document_reader.h"
#include "models/syntax/json_tree.h"
#include "models/syntax/json_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace rocelint::workspace {
namespace {

std::string key_of(const std::string& fabric, const std::string& fingerprint)
{
    return fabric.empty() ? fingerprint : fabric + ':' + fingerprint;
}

std::vector<std::string> port_names(const Finding& finding, const Outcome& outcome)
{
    std::vector<std::string> names;
    if (finding.subjects.empty())
        return names;
    names.push_back(name_port(finding.subjects.front().port, outcome.fabric).port);
    for (const PortId port : finding.also_on)
        names.push_back(name_port(port, outcome.fabric).port);
    std::ranges::sort(names);
    const auto repeated = std::ranges::unique(names);
    names.erase(repeated.begin(), repeated.end());
    return names;
}

std::string text_of(DocumentReader& reader, const Node& entry, std::string_view key)
{
    const Node* node = entry.child(key);
    return node == nullptr || node->kind == Node::Kind::null ? std::string{} : reader.text(*node);
}

KnownFinding read_entry(DocumentReader& reader, const Node& entry)
{
    constexpr double most = 1e9;
    KnownFinding known;
    if (entry.child("fingerprint") == nullptr)
        reader.wrong(entry, "a finding must state its fingerprint");
    known.fingerprint = text_of(reader, entry, "fingerprint");
    known.fabric = text_of(reader, entry, "fabric");
    known.code = text_of(reader, entry, "code");
    known.device = text_of(reader, entry, "device");
    known.port = text_of(reader, entry, "port");
    known.mistake = text_of(reader, entry, "mistake");
    if (const Node* count = entry.child("count"))
        known.count = static_cast<std::size_t>(reader.number(*count, 1, most));
    if (const Node* ports = entry.child("ports")) {
        for (const Node* port : reader.list(*ports))
            known.ports.push_back(reader.text(*port));
        std::ranges::sort(known.ports);
    }
    return known;
}

void read_entries(DocumentReader& reader, const Node& root, Baseline& baseline)
{
    const Node* stated = root.child("baseline_version");
    if (stated == nullptr) {
        reader.wrong(root, "not a baseline: it states no baseline_version");
        return;
    }
    if (stated->value != std::to_string(baseline_version)) {
        reader.wrong(*stated,
            fmt::format(
                "a baseline of version {}; this version of rocelint reads version {}: write it again with "
                "`rocelint baseline create`",
                stated->value,
                baseline_version));
        return;
    }
    const Node* findings = root.child("findings");
    if (findings == nullptr) {
        reader.wrong(root, "a baseline must state its findings");
        return;
    }
    if (findings->kind != Node::Kind::array) {
        reader.wrong(*findings, "the findings of a baseline are a list");
        return;
    }
    for (const Node& entry : *findings) {
        if (!reader.is_object(entry, "a finding"))
            return;
        KnownFinding known = read_entry(reader, entry);
        if (!reader.good())
            return;
        baseline.add(std::move(known));
    }
}

}

KnownFinding describe_known(const Finding& finding, const Outcome& outcome, const std::string& fabric)
{
    const Fabric& in = outcome.fabric;
    const Named named = name_port(finding.subjects.empty() ? PortId{} : finding.subjects.front().port, in);
    KnownFinding known;
    known.fabric = fabric;
    known.fingerprint = fingerprint(finding, in);
    known.code = finding.rule->code;
    known.device = named.device;
    known.port = named.port;
    if (!finding.also_on.empty()) {
        known.mistake = mistake_fingerprint(finding, in);
        known.ports = port_names(finding, outcome);
    }
    return known;
}

void Baseline::add(KnownFinding known)
{
    const auto [place, is_new]
        = by_fingerprint_.try_emplace(key_of(known.fabric, known.fingerprint), entries_.size());
    if (is_new) {
        if (!known.mistake.empty())
            by_mistake_[key_of(known.fabric, known.mistake)].push_back(entries_.size());
        known.left = known.count;
        entries_.push_back(std::move(known));
        return;
    }
    KnownFinding& entry = entries_[place->second];
    entry.count += known.count;
    entry.left += known.count;
    std::vector<std::string> ports;
    std::ranges::set_union(entry.ports, known.ports, std::back_inserter(ports));
    entry.ports = std::move(ports);
}

void Baseline::add(const Outcome& outcome, const std::string& fabric)
{
    for (const Finding& finding : outcome.report.findings) {
        if (finding.waived.empty())
            add(describe_known(finding, outcome, fabric));
    }
}

bool Baseline::take_exact(const Finding& finding, const Outcome& outcome, const std::string& fabric)
{
    const auto found = by_fingerprint_.find(key_of(fabric, fingerprint(finding, outcome.fabric)));
    if (found == by_fingerprint_.end())
        return false;
    KnownFinding& entry = entries_[found->second];
    if (entry.left == 0)
        return false;
    if (!finding.also_on.empty() && !std::ranges::includes(entry.ports, port_names(finding, outcome)))
        return false;
    --entry.left;
    return true;
}

bool Baseline::take_ports(const Finding& finding, const Outcome& outcome, const std::string& fabric)
{
    const auto found = by_mistake_.find(key_of(fabric, mistake_fingerprint(finding, outcome.fabric)));
    if (found == by_mistake_.end())
        return false;
    std::vector<std::string> wanted = port_names(finding, outcome);
    std::vector<std::size_t> met;
    for (const std::size_t index : found->second) {
        const std::vector<std::string>& ports = entries_[index].ports;
        const auto is_known
            = [&ports](const std::string& port) { return std::ranges::binary_search(ports, port); };
        if (std::erase_if(wanted, is_known) > 0)
            met.push_back(index);
    }
    if (!wanted.empty())
        return false;
    for (const std::size_t index : met)
        entries_[index].left = 0;
    return true;
}

bool Baseline::take(const Finding& finding, const Outcome& outcome, const std::string& fabric)
{
    if (take_exact(finding, outcome, fabric))
        return true;
    return !by_mistake_.empty() && !finding.subjects.empty() && take_ports(finding, outcome, fabric);
}

std::size_t Baseline::count_left() const
{
    return std::accumulate(
        entries_.begin(), entries_.end(), std::size_t{0}, [](std::size_t sum, const KnownFinding& entry) {
            return sum + entry.left;
        });
}

Result<Baseline> read_baseline(const std::string& path)
{
    const auto source = Source::read(0, path);
    if (!source)
        return tl::unexpected(source.error());
    const Tree tree = parse_json(**source);
    DocumentReader reader(tree);
    Baseline baseline;
    if (reader.good() && tree.root != nullptr && reader.is_object(*tree.root, "a baseline"))
        read_entries(reader, *tree.root, baseline);
    if (!reader.good())
        return tl::unexpected(reader.error());
    if (tree.root == nullptr)
        return fail(ErrorKind::invalid, fmt::format("{}: not a baseline: the file is empty", path));
    return baseline;
}

Baseline baseline_of(std::span<const std::unique_ptr<Outcome>> outcomes)
{
    Baseline baseline;
    for (const std::unique_ptr<Outcome>& outcome : outcomes)
        baseline.add(*outcome, outcome->folder);
    return baseline;
}

std::string baseline_text(const Baseline& baseline)
{
    std::vector<const KnownFinding*> sorted;
    for (const KnownFinding& entry : baseline.entries())
        sorted.push_back(&entry);
    std::ranges::sort(sorted, {}, [](const KnownFinding* entry) {
        return std::pair(std::string_view(entry->fabric), std::string_view(entry->fingerprint));
    });
    JsonWriter out;
    out.begin_object(JsonWriter::Layout::rows);
    out.count("baseline_version", baseline_version);
    out.key("findings").begin_array(JsonWriter::Layout::rows);
    for (const KnownFinding* entry : sorted) {
        out.begin_object();
        if (!entry->fabric.empty())
            out.text("fabric", entry->fabric);
        out.text("fingerprint", entry->fingerprint);
        out.text("code", entry->code);
        out.text_or_null("device", entry->device);
        out.text_or_null("port", entry->port);
        out.count("count", entry->count);
        if (!entry->mistake.empty()) {
            out.text("mistake", entry->mistake);
            out.key("ports").begin_array();
            for (const std::string& port : entry->ports)
                out.string(port);
            out.end();
        }
        out.end();
    }
    out.end();
    out.end();
    return out.take();
}

std::size_t take_known(Outcome& outcome, Baseline& baseline)
{
    std::vector<Finding>& findings = outcome.report.findings;
    const auto first_known
        = std::stable_partition(findings.begin(), findings.end(), [&](const Finding& finding) {
              return !finding.waived.empty() || !baseline.take(finding, outcome, outcome.folder);
          });
    const auto taken = static_cast<std::size_t>(findings.end() - first_known);
    std::move(first_known, findings.end(), std::back_inserter(outcome.report.known));
    findings.erase(first_known, findings.end());
    return taken;
}

}
