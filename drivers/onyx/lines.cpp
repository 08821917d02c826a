// SPDX-License-Identifier: Apache-2.0
// From the lines of a configuration to what is said of each port. Onyx repeats the header of a block in each of its lines,
// and indents what is not negated: indentation means nothing, but below a header that stands alone (prefix modes).
#include "drivers/onyx/config.h"
#include "drivers/line_cli/prefixes.h"
#include "models/fabric/forwarding.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::onyx {
namespace {

using line_cli::Fact;
using line_cli::Match;
using line_cli::Sense;
using State = CoverageState;

constexpr std::size_t most_ports = 1024; // of one range

struct PortWord {
    std::string_view line;
    std::string_view shown;
};
constexpr PortWord port_words[]{{"ethernet", "Eth"}, {"port-channel", "Po"}, {"mlag-port-channel", "Mpo"}, {"vlan", "Vlan"}, {"loopback", "Loopback"}};

// The block that a line stands in.
struct Block {
    line_cli::Scopes scope = scope::top;
    std::vector<std::uint32_t> ports;
    std::string_view pool;
};

class Reader {
public:
    Reader(Config& config, const Tree& tree) : config_(config), tree_(tree) { }

    void run()
    {
        if (tree_.root == nullptr)
            return;
        std::vector<std::pair<const Node*, Block>> open;
        open.emplace_back(tree_.root->first, Block{});
        while (!open.empty()) {
            const Node* const node = open.back().first;
            if (node == nullptr) {
                open.pop_back();
                continue;
            }
            open.back().first = node->next;
            Block inside = take(*node, open.back().second);
            if (node->first != nullptr)
                open.emplace_back(node->first, std::move(inside));
        }
    }

private:
    // Marks the line, and gives the block that the lines below it stand in.
    Block take(const Node& node, const Block& block)
    {
        if (block.scope == scope::aside || node.key == "exit") {
            node.mark(State::irrelevant);
            return block;
        }
        const Match match = grammar().match(block.scope, node.key);
        if (match.statement == nullptr || match.statement->opens == 0) {
            take_fact(node, match, block);
            return block;
        }
        Block opened{match.statement->opens, {}, {}};
        node.mark(match.coverage);
        if (match.statement->opens == scope::port && match.coverage == State::read)
            opened.ports = ports_of(match, node);
        if (opened.scope == scope::port && opened.ports.empty())
            node.mark(State::unrecognised);
        opened.pool = match.fact.text;
        if (opened.scope == scope::pool && !match.negated && config_.pools[opened.pool].at == Span{})
            config_.pools[opened.pool].at = tree_.span(node);
        if (static_cast<Says>(match.fact.kind) == Says::bgp && !match.negated)
            config_.global[static_cast<std::size_t>(Says::bgp)] = &keep(node, match);
        if (match.rest.empty())
            return opened;
        if (opened.scope != scope::aside && match.coverage == State::read)
            take_fact(node, grammar().match(opened.scope, match.rest, match.negated), opened);
        return block;
    }

    std::vector<std::uint32_t> ports_of(const Match& match, const Node& node)
    {
        std::vector<std::uint32_t> ports;
        const std::string_view type = match.statement->slots[0].terms[match.fact.values[0].term].word;
        for (const std::string& name : port_names(type, match.fact.text))
            ports.push_back(port_index(name, static_cast<PortKind>(match.fact.values[0].number), node));
        return ports;
    }

    std::uint32_t port_index(std::string_view name, PortKind kind, const Node& node)
    {
        if (const auto known = config_.port_by_name.find(name); known != config_.port_by_name.end())
            return known->second;
        Port port;
        port.name = config_.device.arena->keep(name);
        port.kind = kind;
        port.at = tree_.span(node);
        config_.device.ports.push_back(port);
        config_.ports.emplace_back();
        const auto index = static_cast<std::uint32_t>(config_.ports.size() - 1);
        config_.port_by_name.emplace(port.name, index);
        return index;
    }

    const Fact& keep(const Node& node, const Match& match)
    {
        Fact& fact = config_.facts.emplace_back(match.fact);
        fact.at = tree_.span(node);
        fact.node = &node;
        return fact;
    }

    void take_fact(const Node& node, const Match& match, const Block& block)
    {
        node.mark(match.coverage);
        if (std::string sentence = line_cli::problem_of(match); !sentence.empty())
            config_.problems.push_back({match.rejected ? SyntaxProblem::Severity::error : SyntaxProblem::Severity::warning,
                tree_.span(node), std::move(sentence)});
        if (match.statement == nullptr || (match.coverage != State::read && !match.rejected))
            return;
        const Fact& fact = keep(node, match);
        if (block.scope == scope::port)
            node.mark(take_port_fact(fact, block, match.coverage));
        else if (block.scope == scope::pool)
            take_pool_fact(fact, config_.pools[block.pool]);
        else
            node.mark(take_global(fact, match.coverage));
    }

    State take_port_fact(const Fact& fact, const Block& block, State state)
    {
        const Says what = static_cast<Says>(fact.kind);
        std::optional<IpPrefix> address;
        if (what == Says::address && fact.sense == Sense::set) {
            Words words(fact.text);
            if (words.peek() == "dhcp")
                return State::irrelevant;
            if (!(address = line_cli::take_prefix(words)))
                return State::unrecognised;
        }
        for (const std::uint32_t index : block.ports) {
            PortLines& lines = config_.ports[index];
            const Fact* const stays = fact.sense == Sense::clear ? nullptr : &fact;
            switch (what) {
            case Says::congestion:
            case Says::congestion_relative:
                if (fact.number < class_count)
                    lines.by_class[0][fact.number] = stays;
                break;
            case Says::strict:
            case Says::weighted:
                if (fact.number < class_count)
                    lines.by_class[1][fact.number] = stays;
                break;
            case Says::queue_buffer:
                lines.by_class[2][fact.value() % class_count] = stays;
                break;
            case Says::lossless_group:
            case Says::lossy_group:
                lines.by_class[3][fact.value() % class_count] = stays;
                break;
            case Says::dscp_map:
            case Says::pcp_map:
            case Says::class_binding:
            case Says::group_binding:
                lines.maps.push_back(&fact);
                break;
            case Says::address:
                lines.maps.push_back(&fact);
                if (address)
                    config_.device.forwarding.addresses.push_back({index, *address, config_.device.origins.explicit_at(fact.at)});
                break;
            default:
                lines.last[fact.kind] = stays;
            }
        }
        return what == Says::vrf ? State::unsupported : state;
    }

    static void take_pool_fact(const Fact& fact, TrafficPool& pool)
    {
        const Fact* const stays = fact.sense == Sense::set ? &fact : nullptr;
        const Says what = static_cast<Says>(fact.kind);
        (what == Says::pool_type ? pool.type : what == Says::pool_percent ? pool.percent : pool.priorities) = stays;
    }

    State take_global(const Fact& fact, State state)
    {
        const Says what = static_cast<Says>(fact.kind);
        if (what == Says::route)
            return fact.sense == Sense::set ? take_route(fact) : State::unsupported;
        if (what == Says::buffer_pool)
            config_.buffer_pools.push_back(&fact);
        else if (what == Says::pfc_priority)
            config_.pfc_priorities[fact.number % class_count] = fact.sense == Sense::clear ? nullptr : &fact;
        else
            config_.global[fact.kind] = fact.sense == Sense::clear ? nullptr : &fact;
        return state;
    }

    // "[vrf V] PREFIX ADDRESS [DISTANCE]"
    State take_route(const Fact& fact)
    {
        Words words(fact.text);
        if (words.take("vrf") && words.peek() != "default")
            return words.peek() == "mgmt" ? State::irrelevant : State::unsupported;
        words.take("default");
        StaticRoute route;
        route.at = fact.at;
        const auto prefix = line_cli::take_prefix(words);
        if (!prefix)
            return State::unrecognised;
        route.to = *prefix;
        const std::string_view via = words.next();
        route.discards = via == "null0";
        route.via = parse_address(via);
        if (!route.via && !route.discards)
            return State::unsupported;
        if (const auto distance = parse_number(words.peek()); distance && *distance > 0 && *distance <= 255)
            route.distance = static_cast<std::uint8_t>(*distance);
        config_.device.forwarding.routes.push_back(route);
        return State::read;
    }

    Config& config_;
    const Tree& tree_;
};

}

std::vector<std::string> port_names(std::string_view type, std::string_view number)
{
    const auto word = std::ranges::find(port_words, type, &PortWord::line);
    if (word == std::end(port_words))
        return {};
    const std::size_t dash = number.find('-');
    const std::string_view first = number.substr(0, dash);
    const std::string_view last = dash == std::string_view::npos ? first : number.substr(dash + 1);
    const std::size_t begin = first.rfind('/') + 1; // 0 without a slash
    const auto from = parse_number(first.substr(begin));
    const auto to = last.substr(0, begin) == first.substr(0, begin) ? parse_number(last.substr(std::min(begin, last.size()))) : std::nullopt;
    if (!from || !to || *to < *from || *to - *from >= most_ports || first.find_first_not_of("0123456789/") != std::string_view::npos)
        return {};
    std::vector<std::string> names;
    for (std::uint64_t port = *from; port <= *to; ++port)
        names.push_back(fmt::format("{}{}{}", word->shown, first.substr(0, begin), port));
    return names;
}

std::string line_name(std::string_view port)
{
    for (const PortWord& word : port_words) {
        if (port.starts_with(word.shown))
            return fmt::format("{} {}", word.line, port.substr(word.shown.size()));
    }
    return std::string(port);
}

void read_lines(Config& config, const Tree& tree) { Reader(config, tree).run(); }

}
