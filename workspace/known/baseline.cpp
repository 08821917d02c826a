// SPDX-License-Identifier: Apache-2.0
// Findings that a site already knows, by fingerprint and count, so that a new finding stands out among the
// old ones.
#include "workspace/known/baseline.h"

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

std::vector<std::string> union_of(const std::vector<std::string>& a, const std::vector<std::string>& b)
{
    std::vector<std::string> all;
    std::ranges::set_union(a, b, std::back_inserter(all));
    return all;
}

// Own rules may fold findings too, so a code may occur more than once; the set keeps it once.
std::vector<std::string> folded_codes(const Finding& finding)
{
    std::set<std::string> codes;
    for (const Related& related : finding.related) {
        if (!related.code.empty())
            codes.emplace(related.code);
    }
    return {codes.begin(), codes.end()};
}

KnownAs known_as(const KnownFinding& known, const Finding& finding)
{
    return {known.severity, !std::ranges::includes(known.also, folded_codes(finding)), &known};
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

void keep_folded(KnownFinding& known, const KnownFinding& before)
{
    known.also = union_of(known.also, before.also);
}

void Baseline::expect(std::size_t count)
{
    entries_.reserve(count);
    by_fingerprint_.reserve(count);
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

std::optional<KnownAs> Baseline::take_exact(
    const Finding& finding, const Outcome& outcome, const std::string& fabric)
{
    const auto found = by_fingerprint_.find(key_of(fabric, fingerprint(finding, outcome.fabric)));
    if (found == by_fingerprint_.end())
        return std::nullopt;
    KnownFinding& entry = entries_[found->second];
    if (entry.left == 0)
        return std::nullopt;
    if (!finding.also_on.empty() && !std::ranges::includes(entry.ports, port_names(finding, outcome)))
        return std::nullopt;
    --entry.left;
    return known_as(entry, finding);
}

std::optional<KnownAs> Baseline::take_ports(
    const Finding& finding, const Outcome& outcome, const std::string& fabric)
{
    const auto found = by_mistake_.find(key_of(fabric, mistake_fingerprint(finding, outcome.fabric)));
    if (found == by_mistake_.end())
        return std::nullopt;
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
        return std::nullopt;
    // If several entries match, return the one that covers least.
    std::optional<KnownAs> least;
    for (const std::size_t index : met) {
        entries_[index].left = 0;
        const KnownAs known = known_as(entries_[index], finding);
        if (!least || !known.covers(finding))
            least = known;
    }
    return least;
}

std::optional<KnownAs> Baseline::take(
    const Finding& finding, const Outcome& outcome, const std::string& fabric)
{
    const auto exact = take_exact(finding, outcome, fabric);
    if (exact || by_mistake_.empty() || finding.subjects.empty())
        return exact;
    return take_ports(finding, outcome, fabric);
}

std::size_t Baseline::count_left() const
{
    return std::accumulate(
        entries_.begin(), entries_.end(), std::size_t{0}, [](std::size_t sum, const KnownFinding& entry) {
            return sum + entry.left;
        });
}

std::set<std::string> Baseline::fabrics() const
{
    std::set<std::string> names;
    for (const KnownFinding& entry : entries_)
        names.insert(entry.fabric);
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

std::size_t take_known(Outcome& outcome, Baseline& baseline, const std::string& fabric)
{
    std::vector<Finding>& findings = outcome.report.findings;
    const auto first_known
        = std::stable_partition(findings.begin(), findings.end(), [&](const Finding& finding) {
              if (!finding.waived.empty())
                  return true;
              const auto known = baseline.take(finding, outcome, fabric);
              return !known || !known->covers(finding);
          });
    const auto taken = static_cast<std::size_t>(findings.end() - first_known);
    std::move(first_known, findings.end(), std::back_inserter(outcome.report.known));
    findings.erase(first_known, findings.end());
    return taken;
}

}
