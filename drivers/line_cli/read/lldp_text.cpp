// SPDX-License-Identifier: Apache-2.0
// Reads neighbors from the output of a show command: labels with quoted values, two levels deep. Other labels
// and deeper levels do not identify the neighbor.
#include "drivers/line_cli/read/lldp_text.h"

namespace rocelint::line_cli {
namespace {

std::string_view in_quotes(std::string_view text)
{
    const std::size_t open = text.find('"');
    const std::size_t close = text.rfind('"');
    return open == std::string_view::npos || close <= open ? std::string_view{}
                                                           : text.substr(open + 1, close - open - 1);
}

// Returns the label before the colon of "- System Name: ..." or "Port ID     : ...".
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
    NeighbourReader(const Tree& tree, std::uint32_t port, std::vector<Neighbour>& found)
        : tree_(tree), port_(port), found_(found)
    {
    }

    void read(const Node& header)
    {
        for (const Node& line : header) {
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
            found_.push_back(fresh);
            started_ = true;
            node.mark(CoverageState::read);
            return;
        }
        const std::string_view label = started_ ? label_of(line) : std::string_view{};
        Neighbour* neighbour = started_ ? &found_.back() : nullptr;
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

    // Nothing is read below the two levels that this command has.
    static void mark_inner(const Node& node)
    {
        for (const Node& inner : node) {
            for (const Node& deeper : inner)
                deeper.mark_subtree(CoverageState::irrelevant);
        }
    }

    const Tree& tree_;
    std::uint32_t port_;
    std::vector<Neighbour>& found_;
    bool started_ = false;
};

}

void read_neighbours(const Tree& tree, const Node& header, std::uint32_t port, std::vector<Neighbour>& found)
{
    NeighbourReader(tree, port, found).read(header);
}

}
