// SPDX-License-Identifier: Apache-2.0
// The switch's own updater, and from 202505 on config reload, refuses a configuration that breaks the YANG
// models. The models themselves are not here (SONiC keeps them on the switch): model_table.cpp restates them
// for the tables we handle, and this file checks them row by row.
#include "drivers/sonic/model/model_conditions.h"

#include "drivers/sonic/model/model_table.h"
#include "drivers/sonic/read/reader.h"
#include "drivers/sonic/tables/fields.h"
#include "models/text/ascii.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace rocelint::sonic {
namespace {

constexpr std::size_t most_shown = 60;

// '[a-zA-Z0-9]{1}([-a-zA-Z0-9_]{0,31})'
bool is_name(std::string_view text)
{
    return !text.empty() && text.size() <= object_name.longest && ascii::is_letter_or_digit(text.front())
        && std::ranges::all_of(
            text, [](char c) { return ascii::is_letter_or_digit(c) || c == '-' || c == '_'; });
}

// "3" or "3-4", without leading zeros; the models do not require the second to be larger.
bool is_range(std::string_view text, std::uint64_t most)
{
    const auto is_index = [&](std::string_view part) {
        const auto number = parse_number(part);
        return number && *number <= most && fmt::to_string(*number) == part;
    };
    const std::size_t dash = text.find('-');
    return is_index(text.substr(0, dash))
        && (dash == std::string_view::npos || is_index(text.substr(dash + 1)));
}

// "([0-7](,[0-7])*)?"
bool are_priorities(std::string_view text)
{
    if (text.empty())
        return true;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (at % 2 == 0 ? !ascii::is_octal_digit(text[at]) : text[at] != ',')
            return false;
    }
    return text.size() % 2 == 1;
}

// '[0-9]+m'
bool are_metres(std::string_view text)
{
    return text.size() > 1 && text.back() == 'm'
        && std::ranges::all_of(text.substr(0, text.size() - 1), ascii::is_digit);
}

std::vector<std::string_view> parts_of(std::string_view text, char between)
{
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(between);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

class Judge {
public:
    explicit Judge(const ModelRows& rows) : rows_(rows) { }

    std::vector<ModelFault> run()
    {
        for (std::size_t index = 0; index < table_count; ++index) {
            const auto table = static_cast<Table>(index);
            const ModelTable* model = model_of(table);
            if (model == nullptr)
                continue;
            for (const auto& [key, fields] : rows_.of(table)) {
                model_ = model;
                key_ = key;
                judge_row(fields);
            }
        }
        return std::move(faults_);
    }

private:
    template <class... Parts>
    void add(fmt::format_string<Parts...> form, Parts&&... parts)
    {
        faults_.push_back(
            {model_->table, std::string(key_), fmt::format(form, std::forward<Parts>(parts)...)});
    }

    void judge_row(const Fields& fields)
    {
        judge_key();
        for (const auto& [name, value] : fields) {
            if (model_->entries)
                judge_entry(name, value);
            else if (const ModelLeaf* leaf = leaf_of(*model_, name); leaf != nullptr)
                judge_field(*leaf, value);
            else if (!model_->open)
                add("has the field {}, which {} does not have", name, model_->source);
        }
        for (const std::string_view name : model_->mandatory) {
            if (rows_.whole() && !fields.contains(name) && !(name == "lanes" && has_no_lanes()))
                add("has no {} ({})", name, model_->source);
        }
        if (const std::string why = broken_together(rows_, model_->table, key_, fields); !why.empty())
            add("{} ({})", why, model_->source);
    }

    // The `when` of lanes in sonic-port.yang: cards of a chassis that share their ports.
    [[nodiscard]] bool has_no_lanes() const
    {
        const std::string_view type = rows_.device("switch_type");
        const std::string_view sku = rows_.device("hwsku");
        return rows_.device("asic_name").empty()
            && (type == "voq" || type == "chassis-packet" || type == "fabric" || sku == "msft_four_asic_vs"
                || sku == "msft_multi_asic_vs");
    }

    void judge_key()
    {
        std::vector<std::string_view> parts = parts_of(key_, '|');
        // "host|asic|Ethernet0|3": a system port, which YANG keeps in separate lists.
        const bool of_system
            = parts.size() == 4 && (model_->table == Table::queue || model_->table == Table::buffer_queue);
        if (of_system)
            parts.erase(parts.begin(), parts.begin() + 2);
        if (model_->parts != 0 && parts.size() != model_->parts)
            return add("has a key of {} parts, not {} ({})", parts.size(), model_->parts, model_->source);
        for (std::size_t part = 0; part < std::min(parts.size(), model_->key.size()); ++part) {
            if (part == 0 && (of_system || (!model_->instead.empty() && parts[part] == model_->instead)))
                continue;
            const bool is_port = model_->key[part] == KeyPart::port;
            const auto items = is_port ? parts_of(parts[part], ',') : std::vector{parts[part]};
            if (items.size() > 1)
                add("names several ports ({}: each row has one)", model_->source);
            for (const std::string_view item : items) {
                if (const std::string why = wrong_part(model_->key[part], item); !why.empty())
                    add("{} ({})", why, model_->source);
            }
        }
    }

    [[nodiscard]] std::string wrong_part(KeyPart kind, std::string_view part) const
    {
        constexpr std::uint64_t last_group = 7;
        constexpr std::uint64_t last_queue = 15;
        constexpr std::size_t longest_port = 128;
        const auto lacks = [&](std::string_view where) {
            return fmt::format("is of {}, which {}", part.substr(0, most_shown), where);
        };
        const bool is_port = !rows_.whole() || rows_.has(Table::port, part);
        const bool is_channel = !rows_.whole() || rows_.has(Table::portchannel, part);
        switch (kind) {
        case KeyPart::anything:
            break;
        case KeyPart::name:
            if (!is_name(part))
                return "has a name that is not a letter or digit and up to 31 letters, digits, - and _";
            break;
        case KeyPart::new_port:
            if (part.empty() || part.size() > longest_port)
                return fmt::format("has a name of {} characters, not 1 to {}", part.size(), longest_port);
            break;
        case KeyPart::channel:
            if (!is_channel)
                return lacks("PORTCHANNEL does not have");
            break;
        case KeyPart::port:
            if (!is_port)
                return lacks("PORT does not have");
            break;
        case KeyPart::port_or_channel:
            if (!is_port && !is_channel)
                return lacks("is neither in PORT nor in PORTCHANNEL");
            break;
        case KeyPart::group:
            if (!is_range(part, last_group))
                return fmt::format("is of group {}, not 0 to {}", part.substr(0, most_shown), last_group);
            break;
        case KeyPart::queue:
            if (!is_range(part, last_queue))
                return fmt::format("is of queue {}, not 0 to {}", part.substr(0, most_shown), last_queue);
            break;
        }
        return {};
    }

    // Checks one entry of a map, or the cable of one port.
    void judge_entry(const std::string& from, const std::string& to)
    {
        if (model_->table == Table::cable_length) {
            if (rows_.whole() && !rows_.has(Table::port, from))
                add("has a length for {}, which PORT does not have ({})", from, model_->source);
            return judge_field(model_->leaves.front(), to);
        }
        const auto* map = std::ranges::find(map_rows, model_->table, &MapRow::table);
        const auto fits = [](std::string_view text, std::uint64_t most) {
            return text.empty() || (text.find('-') == std::string_view::npos && is_range(text, most));
        };
        if (!fits(from, map->from_most) || !fits(to, map->modelled_to_most()))
            add("maps {} to {}: the two go up to {} and {} ({})",
                from.substr(0, most_shown),
                to.substr(0, most_shown),
                map->from_most,
                map->modelled_to_most(),
                model_->source);
    }

    void judge_field(const ModelLeaf& leaf, std::string_view value)
    {
        if (!leaf.list)
            return judge_value(leaf, value);
        std::set<std::string_view> known;
        visit_items(value, [&](std::string_view item) {
            judge_value(leaf, item);
            if (!known.insert(item).second)
                add("has {} {} twice ({})", leaf.name, item.substr(0, most_shown), model_->source);
        });
    }

    void judge_value(const ModelLeaf& leaf, std::string_view value)
    {
        const std::string_view shown = value.substr(0, most_shown);
        if (std::ranges::find(leaf.words, value) != leaf.words.end() && !value.empty())
            return;
        switch (leaf.takes) {
        case Takes::text:
            if (!leaf.limit.takes_unsigned(value.size()))
                add("has a {} of {} characters, not {} to {} ({})",
                    leaf.name,
                    value.size(),
                    leaf.limit.least,
                    leaf.limit.most,
                    model_->source);
            break;
        case Takes::number:
            if (const auto number = parse_signed(value); !number || !leaf.limit.takes(*number))
                add("has {}", range_sentence(leaf.limit, value));
            break;
        case Takes::words:
            add("has {} {}, which is not one of {} ({})", leaf.name, shown, words_of(leaf), model_->source);
            break;
        case Takes::priorities:
            if (!are_priorities(value))
                add("has {} {}, which is not a list of 0 to 7 with commas ({})",
                    leaf.name,
                    shown,
                    model_->source);
            break;
        case Takes::metres:
            if (!are_metres(value))
                add("has a cable of {}, which is not a number of metres as in 40m ({})",
                    shown,
                    model_->source);
            break;
        case Takes::reference:
            // References were written as "[TABLE|x]" before version 3.0.3.
            if (rows_.whole() && !rows_.has(leaf.target, strip_reference(value)))
                add("names {}, which {} does not have ({})",
                    strip_reference(value).substr(0, most_shown),
                    name_of(leaf.target),
                    model_->source);
            break;
        }
    }

    static std::string words_of(const ModelLeaf& leaf)
    {
        std::vector<std::string_view> words;
        for (const std::string_view word : leaf.words) {
            if (!word.empty() && std::ranges::find(words, word) == words.end())
                words.push_back(word);
        }
        return fmt::format("{}", fmt::join(words, ", "));
    }

    const ModelRows& rows_;
    const ModelTable* model_ = nullptr;
    std::string_view key_;
    std::vector<ModelFault> faults_;
};

}

std::string ModelFault::sentence() const { return fmt::format("{}|{} {}", name_of(table), key, what); }

std::vector<ModelFault> model_faults(const ModelRows& rows) { return Judge(rows).run(); }

}
