// SPDX-License-Identifier: Apache-2.0
// The small files besides opensm.conf: lists of GUIDs, rows of guid2lid, and the files of SHARP and UFM.
#include "drivers/opensm/read/option_value.h"
#include "drivers/opensm/read/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace rocelint::opensm {
namespace {

using State = CoverageState;

// Keys of sharp_am.cfg that the model does not use (NVIDIA SHARP Documentation v3.7.0, Appendix:
// sharp_am.cfg).
constexpr std::string_view allow_remote = "allow_remote_sm";

// sharp_am's option_manager.h (ib_qpc_sl, ib_sat_qpc_sl: of the queue pairs of both kinds of trees); UFM's guides set
// ib_qpc_sl as "SL for SHARP packets".
constexpr std::string_view level_key = "ib_qpc_sl";
constexpr std::string_view stream_level_key = "ib_sat_qpc_sl";
constexpr std::string_view no_level
    = "sharp_am.cfg does not state it, and no document was found that states its default";

// Reads "ib_qpc_sl 1", "ib_qpc_sl = 1"; a word that is no service level is not understood.
void read_level(ManagerReader& reader,
    const Tree& tree,
    const Node& node,
    std::string_view value,
    Setting<std::uint8_t>& level)
{
    value = trimmed(value);
    if (value.starts_with('='))
        value = trimmed(value.substr(1));
    constexpr std::uint64_t highest = 15;
    const auto number = base_zero_number(value);
    if (!number || *number > highest) {
        reader.problem(
            SyntaxProblem::Severity::error, tree.span(node), "a service level from 0 to 15 is expected here");
        node.mark(State::unrecognised);
        level = Setting<std::uint8_t>::unread(reader.origins().unread("its value is not understood"));
        return;
    }
    level = {static_cast<std::uint8_t>(*number), reader.origins().explicit_at(tree.span(node))};
    node.mark(State::read);
}

}

void read_guids(ManagerReader& reader, const Tree& tree, SmGuid::List list)
{
    for_each_line(tree, [&](const Node& node) {
        const std::string_view text = without_comment(node.key);
        if (text.empty()) {
            node.mark(State::irrelevant);
            return;
        }
        SmGuid made;
        made.list = list;
        made.at = tree.source->span_of(text);
        const std::string_view word = first_word(text);
        if (const auto guid = base_zero_number(word); guid && *guid != 0)
            made.guid = *guid;
        else if (word == text && !word.starts_with("0x") && word.find(':') == std::string_view::npos)
            made.name = word; // of a port group
        else {
            reader.problem(SyntaxProblem::Severity::error,
                made.at,
                fmt::format("\"{}\" is neither a GUID nor the name of a port group", text.substr(0, 40)));
            return;
        }
        node.mark(State::read);
        reader.manager().guids.push_back(made);
    });
}

void read_guid2lid(ManagerReader& reader, const Tree& tree)
{
    for_each_line(tree, [&](const Node& node) {
        std::string_view rest = without_comment(node.key);
        std::array<std::uint64_t, 3> numbers{};
        bool good = true;
        for (std::uint64_t& number : numbers) {
            const std::string_view word = first_word(rest);
            const auto found = base_zero_number(word);
            good = good && found.has_value();
            number = found.value_or(0);
            rest = trimmed(rest.substr(word.size()));
        }
        constexpr std::uint64_t largest_unicast_lid = 0xbfff; // IBA 4.1.3
        if (!good || numbers[1] == 0 || numbers[2] > largest_unicast_lid || numbers[1] > numbers[2]) {
            reader.problem(SyntaxProblem::Severity::error,
                tree.span(node),
                "a GUID, its first and its last LID are expected here");
            return;
        }
        SmGuid made;
        made.list = SmGuid::List::guid2lid;
        made.guid = numbers[0];
        made.first_lid = static_cast<Lid>(numbers[1]);
        made.last_lid = static_cast<Lid>(numbers[2]);
        made.at = tree.span(node);
        reader.manager().guids.push_back(made);
        node.mark(State::read);
    });
}

void read_sharp(ManagerReader& reader, const Tree& tree)
{
    SubnetManager& manager = reader.manager();
    Span at = tree.source->whole();
    at.length = 0;
    if (!manager.sharp_manager.peek_known())
        manager.sharp_manager = {true, reader.origins().explicit_at(at)};
    for_each_line(tree, [&](const Node& node) {
        const std::string_view line = without_comment(node.key);
        const std::string_view key = line.substr(0, line.find_first_of(" \t="));
        // The values of these keys decide where SHARP may run; no rule judges any other key.
        node.mark(key == allow_remote || key == "ib_port_guid" ? State::unsupported : State::irrelevant);
        if (key == level_key)
            read_level(reader, tree, node, line.substr(key.size()), manager.sharp_level);
        else if (key == stream_level_key)
            read_level(reader, tree, node, line.substr(key.size()), manager.sharp_stream_level);
    });
    if (manager.sharp_level.origin == OriginId{})
        manager.sharp_level = Setting<std::uint8_t>::unread(reader.origins().unread(no_level));
}

// NVIDIA UFM Enterprise User Manual v6.22.2, OpenSM Configuration, Defining a Congestion Control Policy File: the block
// ca_algo_import names algorithms and their parameters. Which service levels use them, other statements of the file say,
// and no document shows those.
void read_congestion_policy(const Tree& tree)
{
    bool names_algorithms = false;
    for_each_line(tree, [&](const Node& node) {
        const std::string_view line = without_comment(node.key);
        if (line == "ca_algo_import_start")
            names_algorithms = true;
        node.mark(names_algorithms || line.empty() ? State::irrelevant : State::unsupported);
        if (line == "ca_algo_import_end")
            names_algorithms = false;
    });
}

// Red Hat's package starts opensm with /usr/libexec/opensm-launch, which passes the value as "-p $PRIORITY"
// (opensm(8), -p).
void read_service(ManagerReader& reader, const Tree& tree)
{
    constexpr std::string_view priority = "PRIORITY=";
    for_each_line(tree, [&](const Node& node) {
        const std::string_view line = without_comment(node.key);
        node.mark(State::irrelevant);
        if (!line.starts_with(priority))
            return;
        std::string_view value = trimmed(line.substr(priority.size()));
        if (value.size() > 1 && (value.front() == '"' || value.front() == '\'')
            && value.back() == value.front())
            value = value.substr(1, value.size() - 2);
        std::uint8_t number = 0;
        const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
        constexpr std::uint8_t highest = 15;
        if (read.ec != std::errc() || read.ptr != value.data() + value.size() || number > highest) {
            node.mark(State::unrecognised);
            return;
        }
        node.mark(State::read);
        reader.manager().sm_priority = {number, reader.origins().explicit_at(tree.span(node))};
    });
}

void read_ufm(ManagerReader& reader, const Tree& tree)
{
    SubnetManager& manager = reader.manager();
    std::string_view section;
    for_each_line(tree, [&](const Node& node) {
        const std::string_view line = trimmed(node.key);
        if (line.starts_with('[')) {
            section = line.substr(1, line.find(']') - 1);
            node.mark(State::irrelevant);
            return;
        }
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos) {
            node.mark(line.starts_with(';') ? State::irrelevant : State::unrecognised);
            return;
        }
        const std::string_view key = trimmed(line.substr(0, equals));
        const std::string_view value = trimmed(line.substr(equals + 1));
        node.mark(State::irrelevant);
        if (section != "Sharp" || key != "sharp_enabled")
            return;
        manager.sharp_manager
            = {value == "true" || value == "True", reader.origins().explicit_at(tree.span(node))};
        node.mark(State::read);
    });
}

void read_nothing(const Tree& tree)
{
    for_each_line(tree, [](const Node& node) { node.mark(State::irrelevant); });
}

void read_port_groups(ManagerReader& reader, const Tree& tree)
{
    SmPortGroup group;
    for_each_line(tree, [&](const Node& node) {
        const std::string_view line = without_comment(node.key);
        node.mark(State::read);
        const std::size_t colon = line.find(':');
        const std::string_view key = trimmed(line.substr(0, colon));
        if (line == "port-group") {
            group = {.at = tree.span(node)};
        } else if (line == "end-port-group") {
            reader.manager().qos_policy.groups.push_back(group);
        } else if (colon == std::string_view::npos) {
            node.mark(line.empty() ? State::irrelevant : State::unrecognised);
        } else if (key == "name") {
            group.name = trimmed(line.substr(colon + 1));
        } else {
            group.selectors.push_back(line);
        }
    });
}

}
