// SPDX-License-Identifier: Apache-2.0
// Puts facts into the lines that state them. A line that several ports share is edited only if all of them
// want the change. Later lines win, so an override goes after the place that it overrides.
#include "drivers/line_cli/write/line_editor.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::line_cli {
namespace {

// In lists, several lines share a kind; their own editor knows which of them applies.
bool is_named(const Fact& fact, const LineName& name)
{
    return fact.kind == name.fact && fact.number == name.number;
}

const Node* block_of_number(std::span<const Fact> facts, Scopes opens, std::uint8_t number)
{
    const Node* found = nullptr;
    for (const Fact& fact : facts) {
        if ((fact.statement->opens & opens) != 0 && fact.number == number && fact.sense == Sense::set)
            found = fact.node;
    }
    return found;
}

}

FoundLine LineEditor::find_in(const PortStanza& stanza, const LineName& name) const
{
    FoundLine found;
    for (const Fact& fact : stanzas_.facts(stanza)) {
        if (is_named(fact, name))
            found = {&stanza, &fact};
    }
    return found;
}

FoundLine LineEditor::find(std::uint32_t port, const LineName& name) const
{
    FoundLine found;
    for (const PortStanza* stanza : stanzas_.of_port(port)) {
        if (const FoundLine here = find_in(*stanza, name); here.fact != nullptr)
            found = here;
    }
    if (found.fact != nullptr)
        return found;
    if (const PortStanza* profile = stanzas_.profile_of(port))
        found = find_in(*profile, name);
    const std::uint32_t lag = device_.ports[port].lag;
    if (found.fact == nullptr && lag != Port::no_index && grammar_.row(name.fact, of_members_) != nullptr)
        return find(lag, name);
    return found;
}

bool LineEditor::wants(std::uint32_t port, const Change& change) const { return asked_.wants(port, change); }

bool LineEditor::may_edit(const PortStanza& stanza, const Change& change) const
{
    const auto use = [&](std::uint32_t, const auto& need) { need(change.number); };
    return asked_.first_unwilling(change, stanza.users, use) == Port::no_index;
}

// Checks the limits of the line's own row, and of the block that it is in.
std::string LineEditor::out_of_range(const Fact& wanted) const
{
    const Statement& row = *grammar_.row(wanted.kind);
    const Statement* opener = wanted.number == Fact::no_number ? nullptr : grammar_.opener(row.scopes);
    const std::string reason = line_cli::out_of_range(row, wanted);
    return !reason.empty() || opener == nullptr ? reason
                                                : line_cli::out_of_range(*opener, {.number = wanted.number});
}

std::string LineEditor::flat_header(const PortStanza& stanza) const
{
    Fact header = stanzas_.header(stanza);
    header.sense = Sense::set;
    return write(grammar_.dialect(), *header.statement, header);
}

std::string LineEditor::header_of(std::uint32_t port) const
{
    const std::string_view name = device_.ports[port].name;
    for (const PortHeader& header : stanzas_.blocks().headers) {
        if (name.starts_with(header.prefix))
            return text_of({.kind = header.fact, .text = name.substr(header.prefix.size())});
    }
    return {};
}

// Some chips spell block headers differently, so a new block is spelled like the existing ones.
std::string LineEditor::block_header(
    const PortStanza& stanza, const Statement& opener, std::uint8_t number) const
{
    Fact wanted{.kind = opener.fact, .number = number, .statement = &opener};
    for (const Fact& fact : stanzas_.facts(stanza)) {
        if (fact.statement->opens == opener.opens && fact.sense == Sense::set) {
            wanted.statement = fact.statement;
            return text_of(wanted);
        }
    }
    if (const Statement* usual = usual_opener(opener.opens); usual != nullptr)
        wanted.statement = usual;
    return text_of(wanted);
}

const Statement* LineEditor::usual_opener(Scopes opens) const
{
    const auto [known, is_new] = usual_openers_.try_emplace(opens, nullptr);
    if (!is_new)
        return known->second;
    for (std::uint32_t port = 0; port < device_.ports.size() && known->second == nullptr; ++port) {
        std::vector<const PortStanza*> all = stanzas_.of_port(port);
        if (const PortStanza* profile = stanzas_.profile_of(port); profile != nullptr)
            all.push_back(profile);
        for (const PortStanza* stanza : all) {
            for (const Fact& fact : stanzas_.facts(*stanza)) {
                if (fact.statement != nullptr && fact.statement->opens == opens && fact.sense == Sense::set
                    && known->second == nullptr)
                    known->second = fact.statement;
            }
        }
    }
    return known->second;
}

void LineEditor::insert_flat(const PortStanza& stanza, const std::string& header, const std::string& text)
{
    const Dialect& dialect = grammar_.dialect();
    // Goes next to similar lines, if the port has any.
    const PortStanza* after = &stanza;
    for (const std::uint32_t user : stanza.users) {
        for (const PortStanza* other : stanzas_.of_port(user)) {
            const std::span<const Fact> facts = stanzas_.facts(*other);
            if (!facts.empty()
                && plain_words(dialect, facts.back().line).peek() == plain_words(dialect, text).peek())
                after = other;
        }
    }
    writer_.insert_after(after->tree(), *stanzas_.header(*after).node, flat_line(dialect, header, text));
}

void LineEditor::insert(const PortStanza& stanza, const Fact& wanted, const Fact* like)
{
    const std::string text = text_of(wanted, like);
    const Statement& row = *grammar_.row(wanted.kind);
    const Fact& stanza_header = stanzas_.header(stanza);
    if (grammar_.dialect().flat) {
        insert_flat(stanza, flat_header(stanza), text);
        return;
    }
    if ((row.scopes & stanza_header.statement->opens) != 0) {
        writer_.insert_into(stanza.tree(), *stanza_header.node, text, row.leads);
        return;
    }
    const Statement& opener = *grammar_.opener(row.scopes);
    if (const Node* block = block_of_number(stanzas_.facts(stanza), opener.opens, wanted.number)) {
        writer_.insert_into(stanza.tree(), *block, text, row.leads);
        return;
    }
    const std::string header = block_header(stanza, opener, wanted.number);
    writer_.insert_block(stanza.tree(), *stanza_header.node, header, wanted.number, text);
}

std::string LineEditor::replace(const FoundLine& found, const Fact& wanted, Keep keep)
{
    const std::string text = text_of(wanted, keep == Keep::nothing ? nullptr : found.fact);
    if (text.empty())
        return std::string(inexact_line);
    const Dialect& dialect = grammar_.dialect();
    if (!writer_.replace(found.stanza->tree(),
            *found.fact->node,
            dialect.flat ? flat_line(dialect, flat_header(*found.stanza), text) : text))
        return std::string(conflicting_line);
    return {};
}

const PortStanza* LineEditor::speaking_profile(const Change& change, const Fact& wanted) const
{
    const PortStanza* profile = stanzas_.profile_of(change.port.port);
    const Statement* row = grammar_.row(wanted.kind);
    if (profile == nullptr || grammar_.dialect().flat || !may_edit(*profile, change)
        || (row->scopes & stanzas_.header(*profile).statement->opens) != 0)
        return nullptr;
    const Statement* opener = grammar_.opener(row->scopes);
    const auto has_block = [&](const PortStanza& stanza) {
        return opener != nullptr
            && block_of_number(stanzas_.facts(stanza), opener->opens, wanted.number) != nullptr;
    };
    return has_block(*profile)
            && std::ranges::none_of(
                stanzas_.of_port(change.port.port), [&](const PortStanza* own) { return has_block(*own); })
        ? profile
        : nullptr;
}

std::string LineEditor::put(const Change& change, const Fact& wanted, Keep keep)
{
    if (std::string reason = out_of_range(wanted); !reason.empty())
        return reason;
    const FoundLine found = find(change.port.port, {wanted.kind, wanted.number});
    // A member's change edits its LAG's stanza only if the LAG, which is the stanza's user, wants it too.
    if (found.fact != nullptr && may_edit(*found.stanza, change))
        return replace(found, wanted, keep);
    // A line that all ports of a profile lack belongs in the profile.
    if (const PortStanza* profile = found.fact == nullptr ? speaking_profile(change, wanted) : nullptr) {
        insert(*profile, wanted, nullptr);
        return {};
    }
    return override_after(change, found.stanza, wanted, keep == Keep::nothing ? nullptr : found.fact);
}

std::string LineEditor::add(const Change& change, const Fact& wanted)
{
    if (std::string reason = out_of_range(wanted); !reason.empty())
        return reason;
    const std::string text = text_of(wanted);
    const auto has_word = [&](const PortStanza& stanza) {
        return std::ranges::any_of(stanzas_.facts(stanza), [&](const Fact& fact) {
            return fact.block == nullptr
                && plain_words(grammar_.dialect(), fact.line).peek()
                == plain_words(grammar_.dialect(), text).peek();
        });
    };
    const PortStanza* target = nullptr;
    for (const PortStanza* stanza : stanzas_.of_port(change.port.port)) {
        if (has_word(*stanza) && may_edit(*stanza, change))
            target = stanza;
    }
    const PortStanza* profile = stanzas_.profile_of(change.port.port);
    if (target == nullptr && profile != nullptr && has_word(*profile) && may_edit(*profile, change))
        target = profile;
    if (target == nullptr)
        return override_after(change, nullptr, wanted);
    insert(*target, wanted, nullptr);
    return {};
}

std::string LineEditor::override_after(
    const Change& change, const PortStanza* stanza, const Fact& wanted, const Fact* like)
{
    const std::vector<const PortStanza*> own = stanzas_.of_port(change.port.port);
    if (own.empty())
        return "the port has no stanza in the files read";
    const auto from = stanza == nullptr || stanza->profile ? own.end() : std::ranges::find(own, stanza);
    // Later lines win, so a stanza before a shared one cannot override it.
    const auto first = from == own.end() ? own.begin() : from;
    for (auto at = own.end(); at != first;) {
        --at;
        if (*at != stanza && may_edit(**at, change)) {
            insert(**at, wanted, like);
            return {};
        }
    }
    const std::string header = header_of(change.port.port);
    const std::string text = text_of(wanted, like);
    const PortStanza& last = *own.back();
    if (grammar_.dialect().flat) {
        insert_flat(last, header, text);
        return {};
    }
    std::string lines = text;
    const Scopes scopes = grammar_.row(wanted.kind)->scopes;
    if ((scopes & stanzas_.header(last).statement->opens) == 0)
        lines = fmt::format("{}\n{}{}",
            block_header(last, *grammar_.opener(scopes), wanted.number),
            grammar_.dialect().step,
            text);
    writer_.insert_stanza(last.tree(), *stanzas_.header(last).node, header, lines);
    return {};
}

bool LineEditor::is_stated_besides(std::uint32_t port, const LineName& name, const FoundLine& found) const
{
    std::vector<const PortStanza*> places = stanzas_.of_port(port);
    if (const PortStanza* profile = stanzas_.profile_of(port))
        places.push_back(profile);
    return std::ranges::any_of(places, [&](const PortStanza* place) {
        return std::ranges::any_of(stanzas_.facts(*place), [&](const Fact& fact) {
            return &fact != found.fact && is_named(fact, name) && fact.sense == Sense::set;
        });
    });
}

std::string LineEditor::take_away(const Change& change, const LineName& name, const Fact& instead)
{
    const FoundLine found = find(change.port.port, name);
    if (found.fact == nullptr)
        return {};
    if (!may_edit(*found.stanza, change))
        return override_after(change, found.stanza, instead);
    // Without this line, the line that it displaces would apply again.
    if (is_stated_besides(change.port.port, name, found))
        return replace(found, instead);
    const Tree& tree = found.stanza->tree();
    if (!writer_.remove(tree, *found.fact->node))
        return std::string(conflicting_line);
    // Removes the line's block too if no line is left in it.
    const Node* block = found.fact->block;
    if (block != nullptr
        && std::ranges::all_of(*block, [&](const Node& line) { return writer_.is_removed(tree, line); }))
        writer_.remove_block(tree, *block);
    return {};
}

std::string LineEditor::move_to_lag(
    Change& change, const LineName& name, OfMembers of_members, std::string_view what) const
{
    const Port& member = device_.ports[change.port.port];
    const std::uint32_t lag = member.lag;
    const bool stated = lag != Port::no_index && find(lag, name).fact != nullptr
        && find(change.port.port, name).fact == nullptr;
    if (lag == Port::no_index || of_members == OfMembers::own
        || (of_members == OfMembers::lag_if_stated && !stated))
        return {};
    if (of_members == OfMembers::lag && !wants(lag, change))
        return fmt::format(
            "{} gets its {} from {}, which must not change", member.name, what, device_.ports[lag].name);
    const Port* other = bystander(change, [&](std::uint32_t, const Port& port) { return port.lag == lag; });
    if (of_members == OfMembers::lag_if_stated && other != nullptr)
        return fmt::format("{} gets its {} from {}, and {} must not change",
            member.name,
            what,
            device_.ports[lag].name,
            other->name);
    change.port.port = lag;
    return {};
}

}
