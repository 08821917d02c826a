// SPDX-License-Identifier: Apache-2.0
// Counters of interfaces: the tables of `nv show interface swp1 counters qos` (NVIDIA Cumulus Linux User Guide, Quality of
// Service, Show Qos Counters; since 5.5), its JSON (as LLDPq reads it: COUNTER_PATHS; port-stats as in the NVUE Command
// Reference, Show Commands), and `ethtool -S swp1` (NVIDIA Cumulus Linux User Guide, Network Troubleshooting, Show Interface
// Counters). The tables round large numbers of bytes.
#include "drivers/nvue/counters.h"

#include "drivers/line_cli/read/shown_counters.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace rocelint::nvue {
namespace {

using State = CoverageState;
using line_cli::ShownCounter;
using line_cli::ShownCounters;

struct CounterColumn {
    std::string_view table; ///< member of the JSON
    std::string_view key; ///< heading of the first column in the text
    std::string_view name;
    CounterKind kind = CounterKind::marked;
};

constexpr CounterColumn counter_columns[]{
    {"pfc-stats", "switch-priority", "rx-pause-frames", CounterKind::pause_received},
    {"pfc-stats", "switch-priority", "tx-pause-frames", CounterKind::pause_sent},
    {"egress-queue-stats", "traffic-class", "tx-frames", CounterKind::queue_sent},
    {"egress-queue-stats", "traffic-class", "ecn-marked-frames", CounterKind::marked},
    {"egress-queue-stats", "traffic-class", "tx-uc-buffer-discards", CounterKind::queue_dropped},
    {"egress-queue-stats", "traffic-class", "wred-discards", CounterKind::queue_dropped},
    {"ingress-buffer-stats", "priority-group", "rx-buffer-discards", CounterKind::group_dropped},
    {"ingress-buffer-stats", "priority-group", "rx-shared-buffer-discards", CounterKind::group_dropped},
};

constexpr std::string_view marked_packets = "ecn-marked-packets";
// No known source says whether it counts the frames of PFC, those of link pause, or both.
constexpr std::string_view pause_frames = "pause-frames";

// Members that are no counters of a lossless class: how long what is counted lasted, bytes and what arrives, which are
// counted as packets that leave, and multicast.
constexpr std::string_view passed_over[]{
    "rx-pause-duration", "tx-pause-duration", "rx-bytes", "rx-frames", "tx-bytes", "mc-buffer-discards"};

bool is_known_column(std::string_view heading)
{
    return std::ranges::find(passed_over, heading) != std::end(passed_over)
        || std::ranges::any_of(counter_columns,
            [heading](const CounterColumn& one) { return one.name == heading || one.key == heading; });
}

bool is_counted_interface(std::string_view word) { return kind_by_name(word) == PortKind::physical; }

// The interface in the name of a file: "counters-qos.swp1.json".
std::string_view interface_in_name(std::string_view path)
{
    path = path.substr(path.rfind('/') + 1);
    while (!path.empty()) {
        const std::string_view part = ascii::take_until(path, '.');
        if (part.starts_with("swp") && is_counted_interface(part))
            return part;
    }
    return {};
}

// Cells are at least two blanks apart: "0  0 Bytes".
std::string_view take_cell(std::string_view& line)
{
    line = ascii::trimmed_front(line, ascii::is_blank);
    const std::size_t gap = std::min(line.find("  "), line.size());
    const std::string_view cell = ascii::trimmed_back(line.substr(0, gap), ascii::is_blank);
    line.remove_prefix(gap);
    return cell;
}

std::vector<std::string_view> cells_of(std::string_view line)
{
    std::vector<std::string_view> cells;
    for (line = ascii::trimmed_back(line, ascii::is_blank); !line.empty();)
        cells.push_back(take_cell(line));
    return cells;
}

class CounterLines {
public:
    CounterLines(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems)
        : tree_(tree)
        , problems_(problems)
        , counters_(device, tree, problems)
        , interface_(interface_in_name(tree.source->path()))
    {
    }

    void take(const Node& line)
    {
        const std::string_view command = typed(line.key);
        if (command.data() != line.key.data() || command.starts_with("nv show "))
            return begin(command);
        if (interface_.empty())
            return;
        if (const State state = take_row(line.key); state != State::unrecognised)
            line.mark(state);
    }

private:
    // "nv show interface swp1 counters qos", "sudo ethtool -S swp1"
    void begin(std::string_view command)
    {
        interface_ = {};
        columns_.clear();
        const bool counts = command.find(" counters") != std::string_view::npos;
        for (Words words(command); !words.at_end();) {
            const std::string_view word = words.next();
            if (word.starts_with("swp") && is_counted_interface(word)
                && (counts || command.find("ethtool -S ") != std::string_view::npos))
                interface_ = word;
        }
    }

    State take_row(std::string_view line)
    {
        if (line.starts_with("HwIf"))
            return take_hardware(line);
        const std::string_view first = line.substr(0, line.find(' '));
        if (std::ranges::find(counter_columns, first, &CounterColumn::key) != std::end(counter_columns)) {
            columns_ = cells_of(line);
            return std::ranges::all_of(columns_, is_known_column) ? State::read : State::unrecognised;
        }
        if (first == marked_packets) {
            take_cell(line);
            take_cell(line);
            return add({.name = marked_packets, .kind = CounterKind::marked}, take_cell(line));
        }
        if (first == pause_frames)
            return State::unsupported;
        const auto part = columns_.empty() ? std::nullopt : line_cli::number_behind(first, {});
        return part ? take_cells(line, *part) : State::irrelevant;
    }

    // A row with an empty cell could be of any of the columns.
    State take_cells(std::string_view line, std::uint8_t part)
    {
        const std::vector<std::string_view> cells = cells_of(line);
        if (cells.size() != columns_.size())
            return State::unrecognised;
        State state = State::read;
        for (std::size_t at = 0; at < cells.size(); ++at) {
            const auto column = std::ranges::find_if(counter_columns, [&](const CounterColumn& one) {
                return one.key == columns_.front() && one.name == columns_[at];
            });
            if (column != std::end(counter_columns))
                state = std::max(
                    state, add({.name = column->name, .kind = column->kind, .part = part}, cells[at]));
        }
        return state;
    }

    // "HwIfInPfc3Pkt: 0"
    State take_hardware(std::string_view line)
    {
        const std::size_t colon = line.find(':');
        std::string_view name = line.substr(0, colon);
        if (colon == std::string_view::npos || !name.ends_with("Pkt"))
            return State::irrelevant;
        const std::string_view whole = name;
        name.remove_suffix(std::string_view("Pkt").size());
        const auto received = line_cli::number_behind(name, "HwIfInPfc");
        const auto sent = line_cli::number_behind(name, "HwIfOutPfc");
        if (!received && !sent)
            return State::irrelevant;
        return add({.name = whole,
                       .kind = received ? CounterKind::pause_received : CounterKind::pause_sent,
                       .part = received ? *received : *sent},
            ascii::trimmed(line.substr(colon + 1), ascii::is_blank));
    }

    State add(ShownCounter counter, std::string_view cell)
    {
        counter.on = interface_;
        const std::size_t unit = cell.find(' ');
        counter.value = cell.substr(0, unit);
        if (unit == std::string_view::npos || cell.substr(unit + 1) == "Bytes")
            return counters_.add(counter);
        problems_.push_back({SyntaxProblem::Severity::warning,
            tree_.source->span_of(cell),
            fmt::format(
                "'{}' is rounded, so that {} of {} is not compared: capture the counters with `-o json`",
                cell,
                counter.name,
                counter.on)});
        return State::read;
    }

    const Tree& tree_;
    std::vector<SyntaxProblem>& problems_;
    ShownCounters counters_;
    std::string_view interface_; ///< that the next lines are about; empty: none
    std::vector<std::string_view> columns_; ///< headings of the table that the next lines are rows of
};

class CounterDocument {
public:
    CounterDocument(Device& device, const Tree& tree, std::vector<SyntaxProblem>& problems)
        : tree_(tree), problems_(problems), counters_(device, tree, problems)
    {
    }

    void read()
    {
        const Node& root = *tree_.root;
        root.mark(State::read);
        visit(root, interface_in_name(tree_.source->path()));
        line_cli::pass_over(root, passed_over);
        if (is_lost_)
            problems_.push_back({SyntaxProblem::Severity::warning,
                tree_.span(root),
                "these counters name no interface: name the file as in counters-qos.swp1.json"});
    }

private:
    // Whether there are counters below the node.
    bool visit(const Node& node, std::string_view interface)
    {
        bool any = false;
        for (const Node& member : node) {
            if (!member.is_container())
                continue;
            const bool is_table = std::ranges::find(counter_columns, member.key, &CounterColumn::table)
                != std::end(counter_columns);
            const bool is_whole_port = member.key == "port-stats";
            if ((is_table || is_whole_port) && interface.empty()) {
                is_lost_ = true;
                continue;
            }
            if (is_table)
                take_table(member, interface);
            else if (is_whole_port)
                take_port(member, interface);
            else if (!visit(member, member.key.starts_with("swp") ? member.key : interface))
                continue;
            member.mark(State::read);
            any = true;
        }
        return any;
    }

    void take_table(const Node& table, std::string_view interface)
    {
        for (const Node& row : table) {
            const auto part = line_cli::number_behind(row.key, {});
            if (!part)
                continue;
            row.mark(State::read);
            for (const CounterColumn& column : counter_columns) {
                if (column.table == table.key)
                    counters_.add({.on = interface, .name = column.name, .kind = column.kind, .part = *part},
                        row.child(column.name));
            }
        }
    }

    // A port marks what it sends.
    void take_port(const Node& port, std::string_view interface)
    {
        for (const std::string_view direction : {"rx-stats", "tx-stats"}) {
            const Node* stats = line_cli::look_into(port, direction);
            if (stats == nullptr)
                continue;
            const Node* marks = stats->child(marked_packets);
            if (direction == "tx-stats")
                counters_.add({interface, marked_packets, CounterKind::marked, Counter::whole, {}}, marks);
            else if (marks != nullptr)
                marks->mark(State::irrelevant);
            if (const Node* frames = stats->child(pause_frames))
                frames->mark(State::unsupported);
        }
    }

    const Tree& tree_;
    std::vector<SyntaxProblem>& problems_;
    ShownCounters counters_;
    bool is_lost_ = false; ///< counters of an unknown interface were left out
};

}

bool begins_as_counters(std::string_view text)
{
    const line_cli::CaptureHead head(text);
    if (head.is_object())
        return (head.holds("\"pfc-stats\"") && head.holds("\"rx-pause-frames\""))
            || (head.holds("\"egress-queue-stats\"") && head.holds("\"tx-frames\""));
    return head.holds("HwIfInPfc") || head.holds("switch-priority  rx-pause-frames")
        || head.holds("traffic-class  tx-frames") || head.holds("priority-group  rx-frames");
}

void read_counters(Device& device, std::span<const Tree> trees, std::vector<SyntaxProblem>& problems)
{
    for (const Tree& tree : trees) {
        if (tree.root == nullptr)
            continue;
        if (form_of(*tree.source) == Form::counters && tree.root->is_container()) {
            CounterDocument(device, tree, problems).read();
        } else if (tree.root->kind == Node::Kind::line) {
            CounterLines shown(device, tree, problems);
            for (const Node& line : *tree.root)
                shown.take(line);
        }
    }
}

}
