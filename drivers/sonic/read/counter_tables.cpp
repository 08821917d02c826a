// SPDX-License-Identifier: Apache-2.0
// The tables of `show pfc counters`, `show queue counters`, `show queue wredcounters`, `show priority-group drop counters`,
// `show priority-group watermark headroom` (also `persistent-watermark`) and `show pfcwd stats`: numbers have commas between
// thousands, and "N/A" stands where the switch has no counter (sonic-utilities, scripts/pfcstat, queuestat, wredstat, pg-drop and
// watermarkstat, pfcwd/main.py; tests/watermarkstat_test.py).
#include "drivers/line_cli/read/shown_counters.h"
#include "drivers/sonic/read/detect.h"
#include "drivers/sonic/read/reader.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace rocelint::sonic {
namespace {

using State = CoverageState;

struct QueueColumn {
    std::string_view heading;
    CounterKind kind = CounterKind::queue_sent;
};

constexpr std::array queue_columns{QueueColumn{"Counter/pkts", CounterKind::queue_sent},
    QueueColumn{"Drop/pkts", CounterKind::queue_dropped},
    QueueColumn{"Trim/pkts", CounterKind::queue_trimmed},
    QueueColumn{"WredDrp/pkts", CounterKind::queue_dropped},
    QueueColumn{"EcnMarked/pkts", CounterKind::marked}};

// Trimmed packets: those that were sent and those that were not.
constexpr std::array parts_of_trimmed{"TrimSent/pkts", "TrimDrop/pkts"};

// Whether a column is known, or counts no packets.
bool is_known_column(std::string_view heading)
{
    return !heading.ends_with("/pkts")
        || std::ranges::find(queue_columns, heading, &QueueColumn::heading) != queue_columns.end()
        || std::ranges::find(parts_of_trimmed, heading) != parts_of_trimmed.end();
}

constexpr std::string_view group_drops = "Ingress PG dropped packets";
constexpr std::string_view group_headroom = "Ingress headroom per PG";

constexpr std::array counter_commands{"show pfc counters",
    "show queue counters",
    "show queue wredcounters",
    "show priority-group drop counters",
    "show priority-group watermark headroom",
    "show priority-group persistent-watermark headroom",
    "show pfcwd stats",
    "pfcwd show stats"};

// "admin@leaf1:~$ show pfc counters"
bool is_counter_command(std::string_view line)
{
    return std::ranges::any_of(counter_commands,
        [&](std::string_view command) { return line.find(command) != std::string_view::npos; });
}

// `other`: watermarks and the like, which have a column for each group or queue too.
enum class CounterTable : std::uint8_t {
    none,
    pause_received,
    pause_sent,
    queues,
    group_drops,
    group_headroom,
    watchdog,
    other
};

// The table that begins with this heading; `before`: the line above it.
CounterTable counter_table_at(std::string_view line, std::string_view before)
{
    Words words(line);
    if (words.take("QUEUE") && words.take("STATUS") && words.take("STORM"))
        return CounterTable::watchdog;
    words = Words(line);
    if (!words.take("Port"))
        return CounterTable::none;
    if (words.take("Rx"))
        return words.peek() == "PFC0" ? CounterTable::pause_received : CounterTable::none;
    if (words.take("Tx"))
        return words.peek() == "PFC0" ? CounterTable::pause_sent : CounterTable::none;
    if (words.take("TxQ"))
        return CounterTable::queues;
    if (words.peek() != "PG0")
        return CounterTable::none;
    return before.starts_with(group_drops)   ? CounterTable::group_drops
        : before.starts_with(group_headroom) ? CounterTable::group_headroom
                                             : CounterTable::none;
}

// "admin@leaf1:~$ show queue watermark unicast"
bool is_prompt(std::string_view line)
{
    const std::size_t at = line.find('@');
    return at != std::string_view::npos && line.find(':', at) != std::string_view::npos;
}

class CounterRows {
public:
    CounterRows(Reader& reader, const Tree& tree) : reader_(reader), tree_(tree) { }

    void take(const Node& line)
    {
        const std::string_view text = line.key;
        if (const CounterTable begun = counter_table_at(text, before_); begun != CounterTable::none) {
            begin_table(begun, text);
            const bool is_known
                = begun != CounterTable::queues || std::ranges::all_of(headings_, is_known_column);
            line.mark(is_known ? State::read : State::unrecognised);
        } else if (Words(text).peek() == "Port") {
            table_ = CounterTable::other;
            line.mark(State::unsupported);
        } else if (line_cli::is_table_rule(text) || text.starts_with(group_drops)
            || text.starts_with(group_headroom) || text.starts_with("For namespace ")
            || is_counter_command(text)) {
            line.mark(State::irrelevant);
        } else if (is_prompt(text)) {
            table_ = CounterTable::none;
        } else if (table_ != CounterTable::none) {
            line.mark(take_row(text));
        }
        before_ = text;
    }

private:
    void begin_table(CounterTable table, std::string_view headings)
    {
        table_ = table;
        headings_.clear();
        for (Words words(headings); !words.at_end();)
            headings_.push_back(words.next());
        for (std::uint8_t number = 0; number < columns_.size(); ++number)
            columns_[number] = column_of(number);
    }

    State take_row(std::string_view text)
    {
        Words words(text);
        const std::string_view first = words.next();
        switch (table_) {
        case CounterTable::queues:
            return take_queue(first, words);
        case CounterTable::watchdog:
            return take_stuck(first, words);
        case CounterTable::other:
            return first.starts_with("Ethernet") ? State::unsupported : State::unrecognised;
        default:
            return take_numbered(first, words);
        }
    }

    // "Ethernet0       0       0       0     900   1,200       0     N/A       0"
    State take_numbered(std::string_view port, Words words)
    {
        const auto values = line_cli::last_words<8>(words);
        if (!values)
            return State::unrecognised;
        for (std::uint8_t number = 0; number < values->size(); ++number) {
            const NumberedColumn& column = columns_[number];
            add({port, column.name, column.kind, number, values->at(number)});
        }
        return State::read;
    }

    // The counter in a column of a table that has one for each priority or group.
    struct NumberedColumn {
        CounterKind kind = CounterKind::pause_received;
        std::string name;
    };
    [[nodiscard]] NumberedColumn column_of(std::uint8_t number) const
    {
        switch (table_) {
        case CounterTable::group_drops:
            return {CounterKind::group_dropped, fmt::format("PG{} dropped packets", number)};
        case CounterTable::group_headroom:
            return {CounterKind::headroom_peak, fmt::format("PG{} headroom watermark", number)};
        case CounterTable::pause_sent:
            return {CounterKind::pause_sent, fmt::format("Port Tx PFC{}", number)};
        default:
            return {CounterKind::pause_received, fmt::format("Port Rx PFC{}", number)};
        }
    }

    // "Ethernet0    UC3    1,000    64,000    0    0"
    State take_queue(std::string_view port, Words& words)
    {
        const std::string_view queue = words.next();
        const auto number = line_cli::number_behind(queue, "UC");
        for (std::size_t column = 2; column < headings_.size(); ++column) {
            const std::string_view value = words.next();
            if (value.empty())
                return State::unrecognised;
            const auto known = std::ranges::find(queue_columns, headings_[column], &QueueColumn::heading);
            if (number && known != queue_columns.end())
                add({port, name_of(*number, *known), known->kind, *number, value});
        }
        return number ? State::read : State::irrelevant;
    }

    // "UC3 Drop/pkts": made once, since a file has the same few names for every port.
    std::string_view name_of(std::uint8_t queue, const QueueColumn& column)
    {
        std::string& name = queue_names_[queue][static_cast<std::size_t>(&column - queue_columns.data())];
        if (name.empty())
            name = fmt::format("UC{} {}", queue, column.heading);
        return name;
    }

    // "Ethernet0:3  operational  2/2  …": storms that the watchdog detected, and that ended.
    State take_stuck(std::string_view queue, Words& words)
    {
        words.next();
        const std::size_t colon = queue.find(':');
        std::string_view storms = words.next();
        if (colon == std::string_view::npos || storms.find('/') == std::string_view::npos)
            return State::unrecognised;
        storms = storms.substr(0, storms.find('/'));
        const std::string name = fmt::format("queue {} STORM DETECTED", queue.substr(colon + 1));
        add({queue.substr(0, colon), name, CounterKind::queue_stuck, Counter::whole, storms});
        return State::read;
    }

    void add(const line_cli::ShownCounter& shown)
    {
        const Span at = tree_.source->span_of(shown.value);
        if (std::string problem = line_cli::add_counter(reader_.device(), shown, at); !problem.empty())
            reader_.problem(at, std::move(problem), SyntaxProblem::Severity::warning);
    }

    Reader& reader_;
    const Tree& tree_;
    CounterTable table_ = CounterTable::none; ///< that the next lines are rows of
    std::vector<std::string_view> headings_; ///< of that table
    std::array<NumberedColumn, 8> columns_; ///< of a table with a column for each priority or group
    std::array<std::array<std::string, queue_columns.size()>, 8> queue_names_;
    std::string_view before_; ///< the last line
};

}

bool is_counter_tables(std::string_view text)
{
    constexpr std::size_t lines_looked_at = 200;
    std::string_view before;
    bool in_queues = false;
    for (std::size_t count = 0; count < lines_looked_at && !text.empty(); ++count) {
        const std::string_view line = ascii::trimmed(ascii::take_until(text, '\n'), ascii::is_blank_or_cr);
        // Arista EOS prints the same headings, with short names of ports.
        if (in_queues && !line.starts_with("--"))
            return !(line.size() > 2 && line.starts_with("Et") && ascii::is_digit(line[2]));
        const CounterTable table = counter_table_at(line, before);
        if (table != CounterTable::none && table != CounterTable::queues)
            return true;
        in_queues = in_queues || table == CounterTable::queues;
        before = line;
    }
    return false;
}

std::string_view host_of_counters(const Tree& tree)
{
    if (tree.root == nullptr)
        return {};
    for (const Node& line : *tree.root) {
        const std::size_t at = line.key.find('@');
        const std::size_t colon = line.key.find(':');
        if (at != std::string_view::npos && colon != std::string_view::npos && at < colon
            && is_counter_command(line.key))
            return line.key.substr(at + 1, colon - at - 1);
    }
    return {};
}

void read_counter_tables(Reader& reader, const Tree& tree)
{
    if (tree.root == nullptr)
        return;
    Device& device = reader.device();
    if (const std::string_view host = host_of_counters(tree); !host.empty() && !device.name_is_configured) {
        device.name = host;
        device.name_is_configured = true;
        device.identity = tree.source->span_of(host);
    }
    CounterRows rows(reader, tree);
    for (const Node& line : *tree.root)
        rows.take(line);
}

}
