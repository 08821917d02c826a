// SPDX-License-Identifier: Apache-2.0
// One cause, one finding. The rules for the NIC, the link, the port and the fabric all see a host without
// PFC; the reader should see one finding, at the most informative place.
//
// 1. Findings of one rule at one place (a profile, a key range, a map that many ports share) become one
//    finding that lists the other ports.
// 2. Four or more findings of one rule on one device that differ only in the port are one mistake made many
//    times (a missing table, a template) and also become one finding.
// 3. The remaining findings are sorted by precedence, and a finding that shares a subject with an earlier one
//    is listed under that one's `related`. A finding about the relation between two settings names both as
//    subjects, and so yields to a finding about either of them. The order of precedence:
//    * Rules that name one cause come first. Rules that only sum up other findings come almost last, and
//      remarks come last: they cause no faults, and their wording would play a fault down.
//    * Then by scope, from host to fabric. An error on four or more ports precedes the errors of their links.
//    * Then errors that cover other faults of their port, then fewer subjects, then severity, then place.
// 4. A finding that is graver than the one it comes under changes places with it: no severity is ever printed
//    under the code of another rule.
#include "models/text/ascii.h"
#include "rules/engine/claims.h"
#include "rules/engine/engine.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <tuple>

namespace rocelint {
namespace {

/// This many repetitions on one device count as one mistake.
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
    // Duplicates are dropped at the end.
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

// Keeps the first occurrence of each port, in order.
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

// The message without the name of the port, so that one mistake on many ports has equal texts.
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

// A fault on many ports of one device belongs to the device, and says more than the same fault seen at each
// of their links.
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

void list_under(Finding& kept, const Related& entry)
{
    if (std::ranges::any_of(kept.related,
            [&](const Related& known) { return known.code == entry.code && known.at == entry.at; }))
        return;
    // Repeating the same line for each of many ports is not useful; `also_on` lists the ports.
    const auto alike = std::ranges::count(kept.related, entry.code, &Related::code);
    if (alike < std::ptrdiff_t{many})
        kept.related.push_back(entry);
}

// The more severe finding takes the place of the one that it comes under, and of those listed under it. A change for
// either corrects the fault.
void change_places(Finding& kept, Finding& other)
{
    std::swap(kept, other);
    for (const Related& listed : other.related) {
        if (!listed.code.empty())
            list_under(kept, listed);
    }
    if (kept.changes.empty() && !other.changes.empty()) {
        kept.fix = std::move(other.fix);
        kept.fix_class = other.fix_class;
        kept.changes = std::move(other.changes);
        other.changes.clear();
    }
}

// Returns whether the two changed places.
bool put_under(Finding& kept, Finding& other)
{
    const bool is_graver = other.severity > kept.severity;
    if (is_graver)
        change_places(kept, other);
    list_under(kept, {other.at, other.message, other.rule->code});
    return is_graver;
}

// One cause has many effects. Each is fixed by its own changes, unless the cause already has a change for it.
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
            if (put_under(kept[*owner], finding)) {
                for (const Subject& subject : kept[*owner].subjects)
                    claims.claim(subject, *owner);
            }
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

// FNV-1a: a stable name for a short text, with no protection against deliberate collisions.
std::string hash_of(std::string_view identity)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : identity)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return fmt::format("{:016x}", hash);
}

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// The text with the name of the port replaced by a star where it is a separate word.
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

// A statement can move, and an own rule is identified by its code: for these, the identity is the same as for
// the whole property, which baselines record as 255.
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

// Everything in a fingerprint except the text. For a finding on several ports no port is named, since the
// first port depends on the order of rows.
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
    // The quoted line without whitespace: a line keeps its fingerprint when it moves or its indentation
    // changes.
    for (const char c : text) {
        if (!ascii::is_white(c))
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
