// SPDX-License-Identifier: Apache-2.0
// Neighbours, from the output of show lldp neighbors detail: labels with values in quotes, two levels deep.
#include "drivers/eos/config.h"

namespace rocelint::eos {
namespace {

std::string_view in_quotes(std::string_view text)
{
    const std::size_t open = text.find('"');
    const std::size_t close = text.rfind('"');
    return open == std::string_view::npos || close <= open ? std::string_view{}
                                                           : text.substr(open + 1, close - open - 1);
}

// The text before `: ` of "- System Name: ..." or "Port ID     : ...".
std::string_view label_of(std::string_view line)
{
    if (line.starts_with("- "))
        line.remove_prefix(2);
    std::string_view label = line.substr(0, line.find(':'));
    while (!label.empty() && label.back() == ' ')
        label.remove_suffix(1);
    return label;
}

class NeighbourReader {
public:
    NeighbourReader(Config& config, const line_cli::Stanza& stanza)
        : config_(config), tree_(*stanza.tree), header_(config.lines.header(stanza))
    {
    }

    void read()
    {
        port_ = port_index(config_, header_.text, header_.at);
        for (const Node& line : *header_.node) {
            read_line(line);
            for (const Node& inner : line)
                read_line(inner);
        }
    }

private:
    void read_line(const Node& node)
    {
        const std::string_view line = node.key;
        if (line.starts_with("Neighbor ")) {
            Neighbour fresh;
            fresh.port = port_;
            fresh.at = tree_.span(node);
            fresh.port_id = in_quotes(line);
            config_.device.neighbours.push_back(fresh);
            started_ = true;
            node.mark(CoverageState::read);
            return;
        }
        const std::string_view label = started_ ? label_of(line) : std::string_view{};
        Neighbour* neighbour = started_ ? &config_.device.neighbours.back() : nullptr;
        std::string_view* target = label == "System Name" ? &neighbour->device
            : label == "Port ID"                          ? &neighbour->port_id
            : label == "Port Description"                 ? &neighbour->port_description
                                                          : nullptr;
        const std::string_view value = target == nullptr ? std::string_view{} : in_quotes(line);
        if (value.empty()) {
            node.mark(CoverageState::irrelevant);
            mark_inner(node);
            return;
        }
        *target = value;
        node.mark(CoverageState::read);
    }

    // Below the two levels that this command has, nothing is read.
    static void mark_inner(const Node& node)
    {
        for (const Node& inner : node) {
            for (const Node& deeper : inner)
                deeper.mark_subtree(CoverageState::irrelevant);
        }
    }

    Config& config_;
    const Tree& tree_;
    const line_cli::Fact& header_;
    std::uint32_t port_ = 0;
    bool started_ = false;
};

}

void read_lldp(Config& config)
{
    for (const line_cli::Stanza* stanza : config.neighbours)
        NeighbourReader(config, *stanza).read();
}

}
