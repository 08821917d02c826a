// SPDX-License-Identifier: Apache-2.0
// Findings that a site already knows, by fingerprint and count, so that a new one beside an old one is seen.
#include "workspace/baseline.h"

#include "models/syntax/document_reader.h"
#include "models/syntax/json_tree.h"
#include "models/syntax/json_writer.h"
#include "workspace/path_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
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

std::vector<std::string> union_of(const std::vector<std::string>& a, const std::vector<std::string>& b)
{
    std::vector<std::string> all;
    std::ranges::set_union(a, b, std::back_inserter(all));
    return all;
}

std::string text_of(DocumentReader& reader, const Node& entry, std::string_view key)
{
    const Node* node = entry.child(key);
    return node == nullptr || node->kind == Node::Kind::null ? std::string{} : reader.text(*node);
}

// Own rules may fold too: a code may come more than once.
std::vector<std::string> folded_codes(const Finding& finding)
{
    std::set<std::string> codes;
    for (const Related& related : finding.related) {
        if (!related.code.empty())
            codes.emplace(related.code);
    }
    return {codes.begin(), codes.end()};
}

bool is_graver(const Finding& finding, const KnownFinding& known)
{
    if (!known.severity)
        return false;
    return finding.severity > *known.severity || !std::ranges::includes(known.also, folded_codes(finding));
}

std::optional<Severity> severity_of(DocumentReader& reader, const Node& node)
{
    const std::string word = reader.text(node);
    for (const Severity severity : {Severity::info, Severity::warning, Severity::error}) {
        if (word == name_of(severity))
            return severity;
    }
    reader.wrong(node, "the severity of a finding is error, warning or info");
    return std::nullopt;
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
    if (const Node* severity = entry.child("severity"))
        known.severity = severity_of(reader, *severity);
    if (const Node* also = entry.child("also")) {
        for (const Node* code : reader.list(*also))
            known.also.push_back(reader.text(*code));
        std::ranges::sort(known.also);
    }
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
                "`rocelint baseline create --force`, or use the version of rocelint that wrote it",
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
    known.severity = finding.severity;
    known.also = folded_codes(finding);
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
    entry.severity
        = entry.severity && known.severity ? std::max(entry.severity, known.severity) : std::nullopt;
    entry.also = union_of(entry.also, known.also);
    entry.ports = union_of(entry.ports, known.ports);
}

void Baseline::add(const Outcome& outcome, const std::string& fabric)
{
    for (const Finding& finding : outcome.report.findings) {
        if (finding.waived.empty())
            add(describe_known(finding, outcome, fabric));
    }
}

Baseline::Taken Baseline::take_exact(
    const Finding& finding, const Outcome& outcome, const std::string& fabric)
{
    const auto found = by_fingerprint_.find(key_of(fabric, fingerprint(finding, outcome.fabric)));
    if (found == by_fingerprint_.end())
        return Taken::unknown;
    KnownFinding& entry = entries_[found->second];
    if (entry.left == 0)
        return Taken::unknown;
    if (!finding.also_on.empty() && !std::ranges::includes(entry.ports, port_names(finding, outcome)))
        return Taken::unknown;
    --entry.left;
    return is_graver(finding, entry) ? Taken::graver : Taken::known;
}

Baseline::Taken Baseline::take_ports(
    const Finding& finding, const Outcome& outcome, const std::string& fabric)
{
    const auto found = by_mistake_.find(key_of(fabric, mistake_fingerprint(finding, outcome.fabric)));
    if (found == by_mistake_.end())
        return Taken::unknown;
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
        return Taken::unknown;
    bool graver = false;
    for (const std::size_t index : met) {
        entries_[index].left = 0;
        graver = graver || is_graver(finding, entries_[index]);
    }
    return graver ? Taken::graver : Taken::known;
}

bool Baseline::take(const Finding& finding, const Outcome& outcome, const std::string& fabric)
{
    Taken taken = take_exact(finding, outcome, fabric);
    if (taken == Taken::unknown && !by_mistake_.empty() && !finding.subjects.empty())
        taken = take_ports(finding, outcome, fabric);
    return taken == Taken::known;
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
    if (reader.good() && tree.root != nullptr) {
        if (tree.root->kind == Node::Kind::object)
            read_entries(reader, *tree.root, baseline);
        else
            reader.wrong(*tree.root, "not a baseline: it is not a JSON object");
    }
    if (!reader.good())
        return tl::unexpected(reader.error());
    if (tree.root == nullptr)
        return fail(ErrorKind::invalid, fmt::format("{}: not a baseline: the file is empty", path));
    return baseline;
}

std::set<std::string> Baseline::fabrics() const
{
    std::set<std::string> names;
    for (const KnownFinding& entry : entries_)
        names.insert(entry.fabric);
    return names;
}

std::vector<std::string> names_in_baseline(
    const std::string& path, std::span<const std::unique_ptr<Outcome>> outcomes, const Baseline& known)
{
    const std::filesystem::path beside = absolute_path(folder_of(path));
    std::vector<std::string> names;
    for (const std::unique_ptr<Outcome>& outcome : outcomes) {
        std::string name = std::filesystem::path(outcome->root).lexically_relative(beside).string();
        names.push_back(name == "." ? std::string() : std::move(name));
    }
    const std::set<std::string> stated = known.fabrics();
    if (names.size() == 1 && stated.size() == 1)
        names.front() = *stated.begin();
    return names;
}

Baseline baseline_of(const std::string& path, std::span<const std::unique_ptr<Outcome>> outcomes)
{
    const std::vector<std::string> names = names_in_baseline(path, outcomes, {});
    Baseline baseline;
    for (std::size_t index = 0; index < outcomes.size(); ++index)
        baseline.add(*outcomes[index], names[index]);
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
        if (entry->severity)
            out.text("severity", name_of(*entry->severity));
        if (!entry->also.empty()) {
            out.key("also").begin_array();
            for (const std::string& code : entry->also)
                out.string(code);
            out.end();
        }
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

std::size_t take_known(Outcome& outcome, Baseline& baseline, const std::string& fabric)
{
    std::vector<Finding>& findings = outcome.report.findings;
    const auto first_known
        = std::stable_partition(findings.begin(), findings.end(), [&](const Finding& finding) {
              return !finding.waived.empty() || !baseline.take(finding, outcome, fabric);
          });
    const auto taken = static_cast<std::size_t>(findings.end() - first_known);
    std::move(first_known, findings.end(), std::back_inserter(outcome.report.known));
    findings.erase(first_known, findings.end());
    return taken;
}

}
