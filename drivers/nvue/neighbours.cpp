// SPDX-License-Identifier: Apache-2.0
// Neighbors as the switch prints them: `nv show interface lldp -o json`, and the table of `nv show interface
// lldp`, which may occur between typed commands.
#include "drivers/nvue/neighbours.h"

#include "drivers/nvue/config.h"

namespace rocelint::nvue {
namespace {

void add(Config& config, std::string_view port, Neighbour neighbour)
{
    const auto known = config.port_by_name.find(port);
    if (known == config.port_by_name.end() || neighbour.device.empty())
        return;
    neighbour.port = known->second;
    config.device.neighbours.push_back(neighbour);
}

// {"swp1": {"lldp": {"neighbor": {"leaf1": {"chassis": {"system-name": "leaf1"}, "port": {"name": "swp1"}}}}}}
void read_document(Config& config, const Tree& tree)
{
    for (const Node& port : *tree.root) {
        const Node* lldp = port.child("lldp");
        const Node* all = lldp == nullptr ? nullptr : lldp->child("neighbor");
        if (all == nullptr)
            continue;
        for (const Node& each : *all) {
            const Node* chassis = each.child("chassis");
            const Node* remote = each.child("port");
            const Node* name = chassis == nullptr ? nullptr : chassis->child("system-name");
            const auto text = [](const Node* node, std::string_view key) {
                const Node* found = node == nullptr ? nullptr : node->child(key);
                return found == nullptr ? std::string_view{} : found->value;
            };
            Neighbour neighbour;
            neighbour.at = tree.span(each);
            neighbour.device = config.device.arena->keep(name == nullptr ? each.key : name->value);
            neighbour.port_id = config.device.arena->keep(text(remote, "name"));
            neighbour.port_description = config.device.arena->keep(text(remote, "description"));
            add(config, port.key, neighbour);
        }
    }
    tree.root->mark_subtree(CoverageState::read);
}

// Columns begin where their headings do.
std::string_view column(std::string_view line, std::size_t begin, std::size_t end)
{
    if (begin >= line.size())
        return {};
    line = line.substr(begin, end == std::string_view::npos ? end : end - begin);
    const std::size_t last = line.find_last_not_of(' ');
    return last == std::string_view::npos ? std::string_view{} : line.substr(0, last + 1);
}

void read_table(Config& config, const Tree& tree)
{
    std::size_t host = std::string_view::npos;
    std::size_t remote = std::string_view::npos;
    std::size_t end = std::string_view::npos;
    bool inside = false;
    for (const Node& line : *tree.root) {
        if (line.key.starts_with("Interface ") && line.key.find("Remote Host") != std::string_view::npos) {
            host = line.key.find("Remote Host");
            remote = line.key.find("Remote Port");
            end = line.key.find("Summary");
            inside = remote != std::string_view::npos;
            line.mark(CoverageState::read);
            continue;
        }
        if (!inside)
            continue;
        if (line.key.starts_with("---")) {
            line.mark(CoverageState::read);
            continue;
        }
        const std::string_view port = line.key.substr(0, line.key.find(' '));
        if (typed(line.key).data() != line.key.data() || line.key.starts_with("nv ")
            || port.size() == line.key.size()) {
            inside = false;
            continue;
        }
        Neighbour neighbour;
        neighbour.at = tree.span(line);
        neighbour.device = column(line.key, host, remote);
        neighbour.port_id = column(line.key, remote, end);
        add(config, port, neighbour);
        line.mark(CoverageState::read);
    }
}

}

void read_neighbours(Config& config, std::span<const Tree> trees)
{
    for (const Tree& tree : trees) {
        if (tree.root == nullptr)
            continue;
        const Form form = form_of(*tree.source);
        if (form == Form::neighbours)
            read_document(config, tree);
        else if (form == Form::lines)
            read_table(config, tree);
    }
}

}
