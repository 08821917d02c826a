// SPDX-License-Identifier: Apache-2.0
// One cause, one finding. A host without PFC is seen by the rule for the NIC, by the one for the link, by the one for
// the port and by the one for the fabric; the reader wants to be told once, at the most telling place.
//
// 1. Findings of one rule at one place (a profile, a key range, a map that many ports share) become one finding that
//    lists the further ports.
// 2. Findings of one rule on one device that differ in nothing but the port, four or more of them, are one mistake
//    made many times (a table that is missing, a template) and become one finding too.
// 3. In order of precedence (remarks come last: they are no cause of a fault, and their words would make little of it; before
//    them rules that only sum up; first of all rules that name one cause; then scope from host to fabric, an error of four or more ports before those of their links,
//    then errors that cover what else is wrong with their port, then fewer subjects, then severity, then place) a finding that shares a subject with an earlier one goes under that one's `related`. A finding that judges the relation between
//    two settings names both as subjects and so gives way to one about either of them.
#include "rules/claims.h"
#include "rules/engine.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <tuple>

namespace rocelint {
namespace {

/// So many repetitions on one device are one mistake.
constexpr std::size_t many = 4;

auto place_of(const Finding& finding)
{
    const Subject first = finding.subjects.empty() ? Subject{} : finding.subjects.front();
    return std::tuple(
        finding.at.source, finding.at.offset, finding.rule->code, first, std::string_view(finding.message));
}

bool same_fault(const Finding& a, const Finding& b)
{
    if (a.rule != b.rule || a.at != b.at || !a.at.somewhere() || a.subjects.empty() || b.subjects.empty())
        return false;
    if (a.subjects.front().port.device != b.subjects.front().port.device)
        return false;
    return a.subjects.front().property == b.subjects.front().property
        && a.subjects.front().part == b.subjects.front().part;
}

void absorb(Finding& kept, Finding&& finding)
{
    kept.severity = std::max(kept.severity, finding.severity);
    // Those that come again are dropped at the end.
    const PortId further = finding.subjects.front().port;
    if (further != kept.subjects.front().port)
        kept.also_on.push_back(further);
    std::ranges::move(finding.changes, std::back_inserter(kept.changes));
    constexpr std::size_t most_subjects = 4096;
    if (kept.covers.size() < most_subjects)
        kept.covers.insert(kept.covers.end(), finding.covers.begin(), finding.covers.end());
    if (kept.subjects.size() < most_subjects)
        kept.subjects.insert(kept.subjects.end(), finding.subjects.begin(), finding.subjects.end());
}

// The first of each stays where it is.
void drop_repeated(std::vector<PortId>& ports)
{
    std::set<PortId> seen;
    std::erase_if(ports, [&seen](PortId port) { return !seen.insert(port).second; });
}

// Step 1. The findings arrive sorted by place.
std::vector<Finding> merge_places(std::vector<Finding> findings)
{
    std::vector<Finding> merged;
    for (Finding& finding : findings) {
        if (merged.empty() || !same_fault(merged.back(), finding)) {
            merged.push_back(std::move(finding));
            continue;
        }
        absorb(merged.back(), std::move(finding));
    }
    for (Finding& finding : merged)
        drop_repeated(finding.also_on);
    return merged;
}

// The message with the name of the port taken out, so that one mistake on many ports reads alike.
std::string message_without_port(const Finding& finding, const Fabric& fabric)
{
    const PortId id = finding.subjects.front().port;
    const std::string_view name = fabric.port(id).name;
    std::string message = finding.message;
    for (std::size_t at = message.find(name); !name.empty() && at != std::string::npos;
         at = message.find(name, at + 1))
        message.replace(at, name.size(), 1, '*');
    return message;
}

// Step 2.
std::vector<Finding> merge_repetitions(std::vector<Finding> findings, const Fabric& fabric)
{
    using Key = std::tuple<std::string_view, std::uint32_t, Property, Part, std::string>;
    std::map<Key, std::vector<std::size_t>> alike;
    for (std::size_t index = 0; index < findings.size(); ++index) {
        const Finding& finding = findings[index];
        if (finding.subjects.empty() || finding.rule->scope == Scope::link)
            continue;
        const Subject& subject = finding.subjects.front();
        if (subject.port.device >= fabric.devices.size()
            || subject.port.port >= fabric.device(subject.port).ports.size())
            continue;
        alike[{finding.rule->code,
                  subject.port.device,
                  subject.property,
                  subject.part,
                  message_without_port(finding, fabric)}]
            .push_back(index);
    }
    std::vector<bool> gone(findings.size(), false);
    for (const auto& [key, members] : alike) {
        if (members.size() < many)
            continue;
        for (std::size_t member = 1; member < members.size(); ++member) {
            absorb(findings[members.front()], std::move(findings[members[member]]));
            gone[members[member]] = true;
        }
        drop_repeated(findings[members.front()].also_on);
    }
    std::vector<Finding> merged;
    for (std::size_t index = 0; index < findings.size(); ++index) {
        if (!gone[index])
            merged.push_back(std::move(findings[index]));
    }
    return merged;
}

// A fault of many ports of one device is the device's, and tells more than the same seen at each of their links.
bool is_widespread(const Finding& finding)
{
    return finding.rule->scope == Scope::port && finding.severity == Severity::error
        && finding.also_on.size() + 1 >= many;
}

auto precedence_of(const Finding& finding)
{
    const bool widespread = is_widespread(finding);
    return std::tuple(finding.severity == Severity::info,
        finding.rule->yields,
        !finding.rule->leads,
        widespread ? Scope::link : finding.rule->scope,
        !widespread,
        finding.covers.empty() || finding.severity < Severity::error,
        finding.subjects.size() - finding.also_on.size(),
        -static_cast<int>(finding.severity));
}

void put_under(Finding& kept, const Finding& other)
{
    // Whoever made this rule milder reads why it is as loud as before.
    const bool raises = other.severity > kept.severity;
    kept.severity = std::max(kept.severity, other.severity);
    if (std::ranges::any_of(kept.related,
            [&](const Related& known) { return known.code == other.rule->code && known.at == other.at; }))
        return;
    // The same for each of many ports is not worth reading; `also_on` lists them.
    const auto alike = std::ranges::count(kept.related, other.rule->code, &Related::code);
    if (alike >= std::ptrdiff_t{many})
        return;
    kept.related.push_back({other.at,
        raises ? fmt::format("{} ({})",
            other.message,
            other.severity == Severity::error ? "which makes this an error" : "which makes this a warning")
               : other.message,
        other.rule->code});
}

// A cause has many effects. Each is put right by changes of its own, unless the cause says how.
void add_changes(Finding& cause, const std::vector<Change>& changes)
{
    std::vector<Change> further;
    for (const Change& change : changes) {
        const bool is_said = std::ranges::any_of(cause.changes, [&](const Change& said) {
            return said.port == change.port && said.property == change.property
                && said.number == change.number;
        });
        if (!is_said)
            further.push_back(change);
    }
    std::ranges::move(further, std::back_inserter(cause.changes));
}

bool by_place(const Finding& a, const Finding& b) { return place_of(a) < place_of(b); }

}

std::vector<Finding> fold(std::vector<Finding> findings, const Fabric& fabric)
{
    std::ranges::sort(findings, by_place);
    std::vector<Finding> merged = merge_repetitions(merge_places(std::move(findings)), fabric);
    std::ranges::stable_sort(
        merged, [](const Finding& a, const Finding& b) { return precedence_of(a) < precedence_of(b); });
    std::vector<Finding> kept;
    Claims claims;
    for (Finding& finding : merged) {
        const auto first_of = [&finding](const auto& look_up) {
            const std::size_t* owner = nullptr;
            for (const Subject& subject : finding.subjects) {
                owner = look_up(subject);
                if (owner != nullptr)
                    break;
            }
            return owner;
        };
        if (const std::size_t* owner = first_of([&](const Subject& one) { return claims.find(one); })) {
            put_under(kept[*owner], finding);
            continue;
        }
        if (const std::size_t* cause = first_of([&](const Subject& one) { return claims.find_cover(one); })) {
            put_under(kept[*cause], finding);
            add_changes(kept[*cause], finding.changes);
            continue;
        }
        for (const Subject& subject : finding.subjects)
            claims.claim(subject, kept.size());
        for (const Subject& subject : finding.covers)
            claims.cover(subject, kept.size());
        kept.push_back(std::move(finding));
    }
    std::ranges::sort(kept, by_place);
    return kept;
}

namespace {

// FNV-1a: a stable name for a short text, not a defence against anybody.
std::string hash_of(std::string_view identity)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : identity)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return fmt::format("{:016x}", hash);
}

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// The text with a star for the name of a port, where that stands as a word.
std::string without_name(std::string_view text, std::string_view name)
{
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = at + name.size();
        const bool is_word = !name.empty() && text.substr(at).starts_with(name)
            && (at == 0 || !is_of_name(text[at - 1])) && (end >= text.size() || !is_of_name(text[end]));
        out += is_word ? '*' : text[at];
        at = is_word ? end : at + 1;
    }
    return out;
}

std::string_view port_name(const Finding& finding, const Fabric& fabric)
{
    if (finding.subjects.empty() || finding.subjects.front().port.device >= fabric.devices.size())
        return {};
    const PortId id = finding.subjects.front().port;
    return id.port < fabric.device(id).ports.size() ? std::string_view(fabric.port(id).name)
                                                    : std::string_view{};
}

// A statement moves and an own rule has its code: of these the identity holds nothing more than of all of a property, for which
// baselines have 255.
std::string part_of_identity(const Part& part)
{
    switch (part.kind) {
    case Part::Kind::number:
    case Part::Kind::partition:
        return std::to_string(part.value);
    case Part::Kind::pool:
    case Part::Kind::profile:
    case Part::Kind::option:
    case Part::Kind::contradiction:
        return std::string(part.name);
    case Part::Kind::whole:
    case Part::Kind::statement:
    case Part::Kind::site_rule:
        break;
    }
    return "255";
}

// Everything of a fingerprint but the text: of a finding of several ports none is named, since the first of them is the one
// whose row happens to come first.
std::string identity_of(const Finding& finding, const Fabric& fabric, bool names_port)
{
    const Subject subject = finding.subjects.empty() ? Subject{} : finding.subjects.front();
    std::string identity = fmt::format("{}|", finding.rule->code);
    if (subject.port.device < fabric.devices.size()) {
        const Device& device = fabric.device(subject.port);
        identity += device.name + '|';
        identity += names_port ? device.part_name(subject.port.port) : "*";
    }
    return identity + fmt::format("|{}|{}|", name_of(subject.property), part_of_identity(subject.part));
}

}

std::string fingerprint(const Finding& finding, const Fabric& fabric)
{
    const bool is_alone = finding.also_on.empty();
    std::string identity = identity_of(finding, fabric, is_alone);
    const std::string_view line = fabric.sources.text_at(finding.at);
    const std::string text = is_alone ? std::string(line) : without_name(line, port_name(finding, fabric));
    // The quoted line without its blanks: the same line keeps its fingerprint when it moves or is indented anew.
    for (const char c : text) {
        if (c != ' ' && c != '\t' && c != '\r' && c != '\n')
            identity += c;
    }
    return hash_of(identity);
}

std::string mistake_fingerprint(const Finding& finding, const Fabric& fabric)
{
    return hash_of(
        identity_of(finding, fabric, false) + without_name(finding.message, port_name(finding, fabric)));
}

}
