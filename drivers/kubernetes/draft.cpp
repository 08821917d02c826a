// SPDX-License-Identifier: Apache-2.0
#include "drivers/kubernetes/draft.h"

#include "models/fabric/value/quantity.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::kubernetes {

// The words that kubectl sends to the cluster as true and false (kubernetes-sigs/yaml, goyaml.v2/resolve.go).
std::optional<bool> truth_of(std::string_view word)
{
    constexpr auto yes = std::to_array<std::string_view>(
        {"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON", "y", "Y"});
    constexpr auto no = std::to_array<std::string_view>(
        {"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF", "n", "N"});
    if (std::ranges::find(yes, word) != yes.end())
        return true;
    return std::ranges::find(no, word) != no.end() ? std::optional(false) : std::nullopt;
}

void Draft::begin(const Tree& tree, const Object& object)
{
    tree_ = &tree;
    object_at_ = object.name == nullptr ? tree.span(*object.node) : tree.value_span(*object.name);
    object_name_ = written_name(tree, object);
    if (object_name_.empty())
        object_name_ = object.kind_name;
}

std::uint32_t Draft::add_port(std::string_view name, Span at, PortKind kind)
{
    std::string unique(name);
    if (port_names_.contains(unique))
        unique = fmt::format("{}/{}", object_name_, name);
    if (port_names_.contains(unique)) {
        std::size_t& number = next_numbers_.try_emplace(unique, 2).first->second;
        const std::string named = unique;
        do
            unique = fmt::format("{}#{}", named, number++);
        while (port_names_.contains(unique));
    }
    const std::string_view kept = device().arena->keep(unique);
    port_names_.insert(kept);
    Port& port = device().ports.emplace_back();
    port.name = kept;
    port.at = at;
    port.kind = kind;
    return static_cast<std::uint32_t>(device().ports.size() - 1);
}

Nic& Draft::add_nic(std::uint32_t port)
{
    device().ports[port].nic = static_cast<std::uint32_t>(device().nics.size());
    Nic& nic = device().nics.emplace_back();
    nic.port = port;
    nic.rdma_device = device().ports[port].name;
    return nic;
}

bool Draft::is_unfilled(const Node& node) const
{
    const std::string_view text = written(node);
    return text.find("{{") != std::string_view::npos || text.find("${") != std::string_view::npos;
}

std::optional<bool> Draft::flag(const Node* node)
{
    if (node == nullptr || is_unfilled(*node))
        return std::nullopt;
    const std::optional<bool> truth = truth_of(node->value);
    if (!truth)
        complain(
            place(*node), fmt::format("{} is {}, and must be true or false", node->key, redact(node->value)));
    else
        node->mark(CoverageState::read);
    return truth;
}

std::optional<std::uint64_t> Draft::number(const Node* node, std::uint64_t least, std::uint64_t most)
{
    if (node == nullptr || is_unfilled(*node))
        return std::nullopt;
    const auto number = parse_number(node->value);
    if (!number || *number < least || *number > most) {
        complain(place(*node),
            fmt::format(
                "{} is {}, and must be a number from {} to {}", node->key, redact(node->value), least, most));
        return std::nullopt;
    }
    node->mark(CoverageState::read);
    return *number;
}

void Draft::warn(Span at, std::string message)
{
    reading_.problems.push_back({SyntaxProblem::Severity::warning, at, std::move(message)});
}

void Draft::complain(Span at, std::string message)
{
    reading_.problems.push_back({SyntaxProblem::Severity::error, at, std::move(message)});
}

}
