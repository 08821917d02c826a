// SPDX-License-Identifier: Apache-2.0
// Shared parts of the reader: look-ups by name across the files of a device, and problem reports, each once
// and limited in number.
#include "drivers/sonic/read/reader.h"

#include "models/catalog/catalog.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

// In the order of Default.
constexpr Defaults::Entries default_entries{
    "mtu",
    "admin_status",
    "pfc_enable",
    "pfc_asym",
    "pause",
    "trust",
    "default_tc",
    "tc_to_queue",
    "tc_to_dscp",
    "priority_to_queue",
    "priority_to_priority_group",
    "ingress_policy",
    "queue_wred",
    "queue_scheduler",
    "queue_buffer",
    "group_buffer",
    "port_buffers",
    "watchdog",
    "watchdog_priorities",
    "watchdog_action",
    "watchdog_poll",
    "absent_map_row",
    "trimmed_dscp",
    "trimmed_queue",
};

}

Reader::Reader(Reading& reading, const Config& config, std::span<const Tree> trees)
    : reading_(reading)
    , config_(config)
    , trees_(trees)
    , defaults_("sonic", default_entries, reading.device.origins, false)
    , local_names_(trees.size())
{
    const std::size_t ports = rows(Table::port).size() + rows(Table::portchannel).size();
    device().ports.reserve(ports);
    notes_.reserve(ports);
    ports_.reserve(ports);
}

OriginId Reader::platform_default(std::string_view name)
{
    const catalog::PlatformDefault found = catalog::platform_default("sonic", name);
    return found.known() ? origins().default_of(found.source) : OriginId{};
}

OriginId Reader::absent(Table table, OriginId default_origin)
{
    return whole_ ? default_origin : unread_because_absent(table);
}

OriginId Reader::absent_row(Table table, OriginId default_origin)
{
    return whole_ ? origins().lacking(default_origin, config_.headers[static_cast<std::size_t>(table)])
                  : unread_because_absent(table);
}

OriginId Reader::unread_because_absent(Table table)
{
    OriginId& known = absent_[static_cast<std::size_t>(table)];
    if (known == OriginId{}) {
        const std::string reason = !config_.complete ? "the file could not be read to its end"
            : config_.has(table) ? fmt::format("{} does not say it in this fragment", name_of(table))
                                 : fmt::format("{} is not in this fragment", name_of(table));
        known = origins().unread(device().arena->keep(reason));
    }
    return known;
}

std::string_view Reader::keep(const Tree& tree, std::string_view text)
{
    const std::string_view source = tree.source->text();
    if (text.data() >= source.data() && text.data() + text.size() <= source.data() + source.size())
        return text;
    return device().arena->keep(text);
}

void Reader::problem(Span at, std::string message, SyntaxProblem::Severity severity)
{
    if (problems_left_ == 0)
        return;
    --problems_left_;
    if (problems_left_ == 0)
        message = "there are more such problems in this device; they are not listed";
    reading_.problems.push_back({severity, at, std::move(message)});
}

std::optional<std::uint64_t> Reader::no_number(const Row& row, const Node& field)
{
    unreadable(row.span_of(field),
        field.is_scalar()
            ? fmt::format("{} is not a number in range: \"{}\"", field.key, field.value.substr(0, 40))
            : fmt::format("{} must be a number", field.key));
    return std::nullopt;
}

// orchagent parses numbers with C++ stoul, which skips leading blanks; the YANG model allows none.
std::optional<std::uint64_t> Reader::plain_number(const Row& row, const Node& field)
{
    if (!field.is_scalar())
        return std::nullopt;
    const std::size_t blanks = std::min(field.value.find_first_not_of(" \t"), field.value.size());
    const auto found = parse_number(field.value.substr(blanks));
    if (found && blanks > 0)
        problem(row.span_of(field),
            fmt::format(
                "{} has a blank in front of its number: orchagent takes it, the YANG model refuses it",
                field.key),
            SyntaxProblem::Severity::warning);
    return found;
}

std::optional<std::uint64_t> Reader::number(const Row& row, const Node& field, std::uint64_t limit)
{
    const auto found = plain_number(row, field);
    return found && *found <= limit ? found : no_number(row, field);
}

void Reader::out_of_range(const Row& row, const Node& field, const NumberField& known)
{
    Limit limit = known.limit;
    limit.name = field.key; // the limit is named after one of three fields such as "green_drop_probability"
    problem(row.span_of(field), range_sentence(limit, field.value));
}

std::optional<std::uint64_t> Reader::number(const Row& row, const Node& field, const NumberField& known)
{
    const auto found = plain_number(row, field);
    if (!found)
        return no_number(row, field);
    if (!known.limit.takes_unsigned(*found))
        out_of_range(row, field, known);
    return *found <= known.holds ? found : std::nullopt;
}

std::optional<std::int64_t> Reader::signed_number(const Row& row, const Node& field, const NumberField& known)
{
    const auto found = field.is_scalar() ? parse_signed(field.value) : std::nullopt;
    if (!found)
        no_number(row, field);
    else if (!known.judged && !known.limit.takes(*found))
        out_of_range(row, field, known);
    return found;
}

void Reader::size(const Row& row, const Node& field, const NumberField& known, Setting<Bytes>& setting)
{
    const auto bytes = number(row, field, known);
    setting
        = {Bytes{bytes.value_or(0)}, bytes ? at(row, field) : origins().unread("the size is not a number")};
}

void Reader::time(const Row& row, const Node& field, const NumberField& known, Setting<Milliseconds>& setting)
{
    if (const auto found = number(row, field, known))
        setting = {Milliseconds(static_cast<std::uint32_t>(*found)), at(row, field)};
}

void Reader::unknown_word(const Row& row,
    const Node& field,
    std::string_view name,
    std::string_view title,
    const std::string& words)
{
    const std::string_view written = field.is_scalar() ? field.value.substr(0, 40) : std::string_view{};
    unreadable(row.span_of(field),
        title.empty() ? fmt::format("{} \"{}\" is not known", name, written)
                      : fmt::format("\"{}\" is not a {}: write {}", written, title, words));
}

std::string_view Reader::text(const Row& row, const Node& field)
{
    if (field.is_scalar() && field.kind != Node::Kind::null)
        return field.value;
    problem(row.span_of(field), fmt::format("{} must be text", field.key));
    return {};
}

std::string_view Reader::list_text(const Row& row, const Node& field)
{
    if (field.kind != Node::Kind::array)
        return text(row, field);
    if (field.child_count == 1 && field.first->is_scalar()) {
        field.first->mark(CoverageState::read);
        return field.first->value;
    }
    std::string joined;
    for (const Node& item : field) {
        item.mark(CoverageState::read);
        if (!joined.empty())
            joined += ',';
        joined += text(row, item);
    }
    return device().arena->keep(joined);
}

std::optional<bool> Reader::flag(const Row& row, const Node& field)
{
    const std::string_view word = field.is_scalar() ? field.value : std::string_view{};
    for (const std::string_view yes : {"on", "true", "True", "enable", "enabled", "up"}) {
        if (word == yes)
            return true;
    }
    for (const std::string_view no : {"off", "false", "False", "disable", "disabled", "down"}) {
        if (word == no)
            return false;
    }
    unreadable(
        row.span_of(field), fmt::format("{} is neither on nor off: \"{}\"", field.key, word.substr(0, 40)));
    return std::nullopt;
}

Setting<Ref> Reader::refer(const NameIndex& index, Table table, const Row& row, const Node& field)
{
    return refer(index, table, row, field, text(row, field));
}

Setting<Ref> Reader::refer(
    const NameIndex& index, Table table, const Row& row, const Node& field, std::string_view reference)
{
    const std::string_view name = strip_reference(reference);
    const std::uint32_t found = find(index, name, row);
    names.use(name_of(table), name);
    if (found != NameIndex::none)
        return {Ref{found}, at(row, field)};
    if (!whole_)
        return Setting<Ref>::unread(unread_because_absent(table));
    // sonic-swss orchagent/qosorch.cpp and bufferorch.cpp answer
    // task_need_retry: the whole row waits, with everything else that it sets.
    const auto sentence = [&](std::size_t others) {
        return fmt::format("{} has no row \"{}\": the switch waits for it and applies nothing of this row{}",
            name_of(table),
            name.substr(0, 60),
            others == 0       ? std::string()
                : others == 1 ? std::string(" and another that names it")
                              : fmt::format(" and {} others that name it", others));
    };
    // One problem for each missing row, however many rows name it.
    const auto [lost, fresh]
        = lost_names_.try_emplace({table, std::string(name)}, reading_.problems.size(), 0);
    if (!fresh) {
        if (lost->second.first < reading_.problems.size())
            reading_.problems[lost->second.first].message = sentence(++lost->second.second);
    } else {
        problem(row.span_of(field), sentence(0), SyntaxProblem::Severity::error);
        reading_.problems.back().lost_name = name.substr(0, 60);
        reading_.problems.back().lost_from = name_of(table);
    }
    return Setting<Ref>::unread(
        origins().lacking(origins().unread("it names a row that does not exist"), row.span_of(field)));
}

const std::set<std::string, std::less<>>& Reader::made_profiles()
{
    if (!made_profiles_) {
        made_profiles_.emplace();
        for (const PortNotes& notes : notes_) {
            if (notes.speed_mbps != 0 && !notes.cable.empty())
                made_profiles_->insert(made_profile(fmt::to_string(notes.speed_mbps), notes.cable));
        }
    }
    return *made_profiles_;
}

std::optional<IndexedKey> parse_indexed_key(std::string_view key, std::uint8_t limit)
{
    const std::size_t bar = key.rfind('|');
    if (bar == std::string_view::npos)
        return std::nullopt;
    const std::string_view range = key.substr(bar + 1);
    // Fast path: nearly all rows are for one port and one number.
    if (range.size() == 1 && ascii::is_digit(range.front()) && key.find('|') == bar) {
        const auto number = static_cast<std::uint8_t>(range.front() - '0');
        return number > limit ? std::nullopt
                              : std::optional(IndexedKey{key.substr(0, bar), number, number, {}, {}});
    }
    const std::size_t dash = range.find('-');
    const auto first = parse_number(range.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : parse_number(range.substr(dash + 1));
    if (!first || !last || *last < *first || *last > limit)
        return std::nullopt;
    IndexedKey parts{
        key.substr(0, bar), static_cast<std::uint8_t>(*first), static_cast<std::uint8_t>(*last), {}, {}};
    const std::size_t asic = parts.ports.find('|');
    if (asic != std::string_view::npos) {
        const std::size_t port = parts.ports.rfind('|');
        if (port == asic || parts.ports.find('|', asic + 1) != port)
            return std::nullopt;
        parts.host = parts.ports.substr(0, asic);
        parts.asic = parts.ports.substr(asic + 1, port - asic - 1);
        parts.ports = parts.ports.substr(port + 1);
    }
    return parts;
}

}
