// SPDX-License-Identifier: Apache-2.0
// Findings that a site already knows, by fingerprint and count, so that a new one beside an old one is seen.
#include "workspace/baseline.h"

#include "models/syntax/document_reader.h"
#include "models/syntax/json_tree.h"
#include "models/syntax/json_writer.h"

namespace rocelint::workspace {
namespace {

constexpr std::string_view baseline_version = "1";

std::string key_of(const std::string& fabric, const std::string& fingerprint)
{
    return fabric.empty() ? fingerprint : fabric + ':' + fingerprint;
}

void read_entries(DocumentReader& reader, const Node& root, Baseline& baseline)
{
    const Node* stated = root.child("baseline_version");
    if (stated == nullptr || stated->value != baseline_version) {
        reader.wrong(root, "not a baseline that this version of rocelint reads (baseline_version must be 1)");
        return;
    }
    const Node* findings = root.child("findings");
    if (findings == nullptr) {
        reader.wrong(root, "a baseline must state its findings");
        return;
    }
    constexpr double most = 1e9;
    for (const Node* entry : reader.list(*findings)) {
        if (!reader.is_object(*entry, "a finding"))
            return;
        const Node* name = entry->child("fingerprint");
        const Node* count = entry->child("count");
        const Node* fabric = entry->child("fabric");
        if (name == nullptr) {
            reader.wrong(*entry, "a finding must state its fingerprint");
            return;
        }
        baseline[key_of(fabric == nullptr ? std::string{} : reader.text(*fabric), reader.text(*name))]
            += count == nullptr ? 1 : static_cast<std::size_t>(reader.number(*count, 1, most));
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
    if (reader.good() && tree.root != nullptr && reader.is_object(*tree.root, "a baseline"))
        read_entries(reader, *tree.root, baseline);
    if (!reader.good())
        return tl::unexpected(reader.error());
    return baseline;
}

std::string write_baseline(const std::vector<std::unique_ptr<Outcome>>& outcomes)
{
    struct Known {
        const Outcome* outcome;
        const Finding* first;
        std::size_t count;
    };
    std::map<std::string, Known> known;
    for (const std::unique_ptr<Outcome>& outcome : outcomes) {
        for (const Finding& finding : outcome->report.findings) {
            if (finding.waived.empty())
                ++known
                      .try_emplace(key_of(outcome->folder, fingerprint(finding, outcome->fabric)),
                          Known{outcome.get(), &finding, 0})
                      .first->second.count;
        }
    }
    JsonWriter out;
    out.begin_object(JsonWriter::Layout::rows);
    out.count("baseline_version", 1);
    out.key("findings").begin_array(JsonWriter::Layout::rows);
    for (const auto& [name, entry] : known) {
        const Finding& finding = *entry.first;
        const Fabric& fabric = entry.outcome->fabric;
        const Named named
            = name_port(finding.subjects.empty() ? PortId{} : finding.subjects.front().port, fabric);
        out.begin_object();
        if (!entry.outcome->folder.empty())
            out.text("fabric", entry.outcome->folder);
        out.text("fingerprint", fingerprint(finding, fabric));
        out.text("code", finding.rule->code);
        out.text_or_null("device", named.device);
        out.text_or_null("port", named.port);
        out.count("count", entry.count);
        out.end();
    }
    out.end();
    out.end();
    return out.take();
}

std::size_t take_known(Outcome& outcome, Baseline& baseline)
{
    return std::erase_if(outcome.report.findings, [&](const Finding& finding) {
        if (!finding.waived.empty())
            return false;
        const auto found = baseline.find(key_of(outcome.folder, fingerprint(finding, outcome.fabric)));
        if (found == baseline.end() || found->second == 0)
            return false;
        --found->second;
        return true;
    });
}

}
