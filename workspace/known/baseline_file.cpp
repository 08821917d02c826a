// SPDX-License-Identifier: Apache-2.0
// The file that stores known findings, and the names of fabrics in it.
#include "models/syntax/document_reader.h"
#include "models/syntax/json/json_tree.h"
#include "models/syntax/json/json_writer.h"
#include "workspace/files/path_names.h"
#include "workspace/known/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <utility>

namespace rocelint::workspace {
namespace {

std::string text_of(DocumentReader& reader, const Node& entry, std::string_view key)
{
    const Node* node = entry.child(key);
    return node == nullptr || node->kind == Node::Kind::null ? std::string{} : reader.text(*node);
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
    if (const Node* count = entry.child("count")) {
        const double number = reader.number(*count, 1, most);
        if (number != std::floor(number))
            reader.wrong(*count, "how often a finding is known is a whole number");
        known.count = static_cast<std::size_t>(number);
    }
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
    baseline.expect(static_cast<std::size_t>(std::distance(findings->begin(), findings->end())));
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

}
