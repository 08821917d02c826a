// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/port_lines.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::eos {
namespace {

// The last line of this name in one stanza.
FoundLine find_in(const PortStanza& stanza, const LineName& name)
{
    FoundLine found;
    const auto look = [&](const Node& block, const Node* queue) {
        for (const Node& line : block) {
            if (name.matches(line.key))
                found = {&stanza, queue, &line};
        }
    };
    if (name.queue == LineName::no_queue) {
        look(*stanza.node, nullptr);
        return found;
    }
    for (const Node& block : *stanza.node) {
        if (queue_of_block(block) == name.queue)
            look(block, &block);
    }
    return found;
}

const Node* queue_block(const PortStanza& stanza, std::uint8_t number)
{
    const Node* found = nullptr;
    for (const Node& block : *stanza.node) {
        if (queue_of_block(block) == number)
            found = &block;
    }
    return found;
}

// Families of one kind of chip write uc-tx-queue: a new block follows what stands beside it.
std::string_view queue_word(const PortStanza& stanza)
{
    for (const Node& block : *stanza.node) {
        if (queue_of_block(block) != 0xff)
            return Words(block.key).next();
    }
    return "tx-queue";
}

bool has_word(const PortStanza& stanza, std::string_view text)
{
    const std::string_view word = plain_words(text).next();
    return std::ranges::any_of(
        *stanza.node, [&](const Node& line) { return plain_words(line.key).next() == word; });
}

}

Path path_of(const PortStanza& stanza, const Node* block)
{
    Path path{std::string(stanza.node->key)};
    if (block != nullptr)
        path.emplace_back(block->key);
    return path;
}

FoundLine PortLineEditor::find(std::uint32_t port, const LineName& name) const
{
    FoundLine found;
    for (const PortStanza* stanza : stanzas_.of_port(port)) {
        if (const FoundLine here = find_in(*stanza, name); here.line != nullptr)
            found = here;
    }
    if (found.line != nullptr)
        return found;
    if (const PortStanza* profile = stanzas_.profile_of(port))
        found = find_in(*profile, name);
    const std::uint32_t lag = device_.ports[port].lag;
    // A port channel's queue blocks hold for its members; its other lines do not (see resolve_pfc.cpp).
    if (found.line == nullptr && name.queue != LineName::no_queue && lag != Port::no_index)
        return find(lag, name);
    return found;
}

bool PortLineEditor::wants(std::uint32_t port, const Change& change) const
{
    return std::ranges::any_of(changes_, [&](const Change& other) {
        return other.port.port == port && other.property == change.property && other.number == change.number
            && other.value == change.value;
    });
}

bool PortLineEditor::may_edit(const PortStanza& stanza, const Change& change) const
{
    return change.shared || std::ranges::all_of(stanza.users, [&](std::uint32_t user) {
        return user == change.port.port || wants(user, change);
    });
}

void PortLineEditor::insert(const PortStanza& stanza, const LineName& name, const std::string& text)
{
    if (name.queue == LineName::no_queue) {
        // EOS itself writes it in front of the priorities.
        writer_.insert_into(*stanza.tree, *stanza.node, text, text == "priority-flow-control on");
        writer_.command(path_of(stanza, nullptr), text);
        return;
    }
    if (const Node* block = queue_block(stanza, name.queue)) {
        writer_.insert_into(*stanza.tree, *block, text);
        writer_.command(path_of(stanza, block), text);
        return;
    }
    const std::string_view word = queue_word(stanza);
    writer_.insert_queue(*stanza.tree, *stanza.node, word, name.queue, text);
    writer_.command({std::string(stanza.node->key), fmt::format("{} {}", word, name.queue)}, text);
}

std::string PortLineEditor::put(const Change& change, const LineName& name, const std::string& text)
{
    const FoundLine found = find(change.port.port, name);
    // A port channel is not among the users of its own stanza that a member's change can speak for.
    if (found.line != nullptr && may_edit(*found.stanza, change)) {
        if (!writer_.replace(*found.stanza->tree, *found.line, text))
            return std::string(conflicting_line);
        writer_.command(path_of(*found.stanza, found.block), text);
        return {};
    }
    return override_after(change, found.stanza, name, text);
}

std::string PortLineEditor::add(const Change& change, const std::string& text)
{
    const PortStanza* target = nullptr;
    for (const PortStanza* stanza : stanzas_.of_port(change.port.port)) {
        if (has_word(*stanza, text) && may_edit(*stanza, change))
            target = stanza;
    }
    const PortStanza* profile = stanzas_.profile_of(change.port.port);
    if (target == nullptr && profile != nullptr && has_word(*profile, text) && may_edit(*profile, change))
        target = profile;
    if (target == nullptr)
        return override_after(change, nullptr, {}, text);
    insert(*target, {}, text);
    return {};
}

std::string PortLineEditor::override_after(
    const Change& change, const PortStanza* stanza, const LineName& name, const std::string& text)
{
    const std::vector<const PortStanza*> own = stanzas_.of_port(change.port.port);
    if (own.empty())
        return "the port has no stanza in the files read";
    const auto from = stanza == nullptr || stanza->profile ? own.end() : std::ranges::find(own, stanza);
    // What stands later wins, so that a stanza in front of a shared one cannot override it.
    const auto first = from == own.end() ? own.begin() : from;
    for (auto at = own.end(); at != first;) {
        --at;
        if (*at != stanza && may_edit(**at, change)) {
            insert(**at, name, text);
            return {};
        }
    }
    const std::string header = fmt::format("interface {}", device_.ports[change.port.port].name);
    const PortStanza& last = *own.back();
    Path path{header};
    if (name.queue != LineName::no_queue) {
        path.push_back(fmt::format("{} {}", queue_word(last), name.queue));
        writer_.insert_stanza(*last.tree, *last.node, header, fmt::format("{}\n   {}", path.back(), text));
    } else {
        writer_.insert_stanza(*last.tree, *last.node, header, text);
    }
    writer_.command(path, text);
    return {};
}

}
