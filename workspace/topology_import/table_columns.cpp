// SPDX-License-Identifier: Apache-2.0
// Finds out what the columns of a table of cables mean. People and programs name the ends of a cable by many
// pairs of words; one header uses one of the pairs.
#include "workspace/topology_import/table_columns.h"

#include "models/text/ascii.h"

#include <algorithm>
#include <span>

namespace rocelint::workspace {
namespace {

struct SidePair {
    std::string_view first;
    std::string_view second;
};

// "a" and "z" is the usual pair of circuits; "start" and "end" that of the lab files of sonic-mgmt. In the order
// in which they are tried: a header such as "Local End A" has words of several pairs.
constexpr std::array side_pairs{SidePair{"a", "b"},
    SidePair{"a", "z"},
    SidePair{"source", "destination"},
    SidePair{"source", "target"},
    SidePair{"src", "dst"},
    SidePair{"source", "dest"},
    SidePair{"local", "remote"},
    SidePair{"local", "peer"},
    SidePair{"local", "neighbor"},
    SidePair{"local", "neighbour"},
    SidePair{"from", "to"},
    SidePair{"near", "far"},
    SidePair{"left", "right"},
    SidePair{"start", "end"},
    SidePair{"1", "2"}};

constexpr std::string_view device_words[]{
    "device", "node", "host", "hostname", "switch", "system", "router", "server", "chassis"};
constexpr std::string_view port_words[]{
    "port", "interface", "intf", "iface", "ifname", "if", "nic", "termination"};
constexpr std::string_view length_words[]{"length", "distance"};
constexpr std::string_view metre_words[]{"m", "meter", "meters", "metre", "metres"};
constexpr std::string_view unit_words[]{"m", "cm", "km", "ft", "in", "feet", "meters", "metres", "inches"};
constexpr std::string_view speed_words[]{"speed", "bandwidth", "rate"};
constexpr std::string_view giga_words[]{"gbps", "gbit", "gb", "g"};

bool is_one_of(std::string_view word, std::span<const std::string_view> known)
{
    return std::ranges::find(known, word) != known.end();
}

bool has_one_of(const std::vector<std::string>& words, std::span<const std::string_view> known)
{
    return std::ranges::any_of(words, [known](const std::string& word) { return is_one_of(word, known); });
}

bool has_word(const std::vector<std::string>& words, std::string_view word)
{
    return std::ranges::find(words, word) != words.end();
}

using HeaderWords = std::vector<std::vector<std::string>>;

class ColumnFinder {
public:
    explicit ColumnFinder(const std::vector<std::string>& header)
    {
        for (const std::string& cell : header)
            columns_.push_back(header_words(cell));
    }

    TableColumns find()
    {
        for (const SidePair& pair : side_pairs) {
            TableColumns found;
            find_ends(pair, found);
            if (!found.complete())
                continue;
            find_facts(found);
            return found;
        }
        return {};
    }

private:
    void find_ends(const SidePair& pair, TableColumns& found) const
    {
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            const std::vector<std::string>& words = columns_[column];
            const bool first = has_word(words, pair.first);
            if (first != has_word(words, pair.second))
                add_end(found.ends[first ? 0 : 1], column, words);
        }
        // NetBox has side_a_device and side_a_name; other tables have "name" beside "port".
        for (std::size_t side = 0; side < found.ends.size(); ++side) {
            EndColumns& end = found.ends[side];
            const auto name = name_column(side == 0 ? pair.first : pair.second);
            // "source" beside "source port" is the device.
            if (end.whole && end.port && !end.device)
                end.device = end.whole;
            if (name && end.device && !end.port)
                end.port = name;
            else if (name && end.port && !end.device)
                end.device = name;
            if (end.device && !end.port && !end.whole)
                end.whole = end.device;
            if (end.device && end.port)
                end.whole.reset();
            if (!end.device || !end.port)
                end.device.reset();
        }
    }

    static void add_end(EndColumns& end, std::size_t column, const std::vector<std::string>& words)
    {
        // "source_device_port" is a port: the last of the words counts.
        for (auto word = words.rbegin(); word != words.rend(); ++word) {
            if (is_one_of(*word, port_words)) {
                set(end.port, column);
                return;
            }
            if (is_one_of(*word, device_words)) {
                set(end.device, column);
                return;
            }
            if (*word == "type") {
                set(end.type, column);
                return;
            }
        }
        if (words.size() == 1
            || (words.size() == 2 && (has_word(words, "end") || has_word(words, "endpoint"))))
            set(end.whole, column);
    }

    [[nodiscard]] std::optional<std::size_t> name_column(std::string_view side) const
    {
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            if (has_word(columns_[column], side) && columns_[column].back() == "name"
                && !has_one_of(columns_[column], device_words) && !has_one_of(columns_[column], port_words))
                return column;
        }
        return std::nullopt;
    }

    // The first column of a meaning counts.
    static void set(std::optional<std::size_t>& to, std::size_t column)
    {
        if (!to)
            to = column;
    }

    void find_facts(TableColumns& found) const
    {
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            const std::vector<std::string>& words = columns_[column];
            const bool of_cable = has_word(words, "cable");
            if (has_word(words, "unit") && (has_one_of(words, length_words) || words.size() == 1))
                set(found.length_unit, column);
            else if (!found.length
                && (has_one_of(words, length_words) || (of_cable && has_one_of(words, metre_words)))) {
                found.length = column;
                for (const std::string& word : words) {
                    if (is_one_of(word, unit_words))
                        found.unit_of_length = word;
                }
            } else if (!found.speed
                && (has_one_of(words, speed_words)
                    || (has_word(words, "band") && has_word(words, "width")))) {
                found.speed = column;
                if (has_one_of(words, giga_words))
                    found.unit_of_speed = "g";
            } else if (words.size() == 1 && (words.front() == "status" || words.front() == "state")) {
                set(found.status, column);
            }
        }
    }

    HeaderWords columns_;
};

}

std::vector<std::string> header_words(std::string_view header)
{
    std::vector<std::string> words;
    char before = '\0';
    for (const char c : header) {
        const bool is_part = ascii::is_letter_or_digit(c);
        const bool begins = !ascii::is_letter_or_digit(before)
            || (ascii::is_lower(before) && ascii::is_upper(c))
            || (ascii::is_digit(before) != ascii::is_digit(c));
        if (is_part && begins)
            words.emplace_back();
        if (is_part)
            words.back() += ascii::lower(c);
        before = c;
    }
    return words;
}

TableColumns find_columns(const std::vector<std::string>& header) { return ColumnFinder(header).find(); }

}
