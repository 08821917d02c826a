// SPDX-License-Identifier: Apache-2.0
// The catalog is part of the program: a malformed entry is a bug and ends the run, unlike one in a user's
// file.
#include "models/catalog/entries.h"

#include <charconv>

namespace rocelint::catalog {
namespace {

template <class T>
T parsed(const Node& node)
{
    T value{};
    const char* end = node.value.data() + node.value.size();
    const auto [last, error] = std::from_chars(node.value.data(), end, value);
    ensure(error == std::errc{} && last == end, "a figure in the catalog is not a number");
    return value;
}

}

std::int64_t whole_number(const Node& node) { return parsed<std::int64_t>(node); }

CatalogFile::CatalogFile(const char* name, const PackedTree& table) : nodes_(table.nodes.size())
{
    ensure(!nodes_.empty(), name);
    unpack(table);
}

// Each node comes before its children, so nodes that still expect children form a stack.
void CatalogFile::unpack(const PackedTree& table)
{
    struct Open {
        Node* last;
        std::uint32_t left;
    };
    std::vector<Open> open;
    for (std::size_t at = 0; at < nodes_.size(); ++at) {
        const PackedNode& packed = table.nodes[at];
        Node& node = nodes_[at];
        node.kind = static_cast<Node::Kind>(packed.kind);
        node.key = table.words.substr(packed.key, packed.key_length);
        node.value = table.words.substr(packed.value, packed.value_length);
        node.child_count = packed.child_count;
        node.first = packed.child_count > 0 ? &node + 1 : nullptr;
        while (!open.empty() && open.back().left == 0)
            open.pop_back();
        if (!open.empty()) {
            if (open.back().last != nullptr)
                open.back().last->next = &node;
            open.back().last = &node;
            --open.back().left;
        }
        if (packed.child_count > 0)
            open.push_back({nullptr, packed.child_count});
    }
}

const Node& CatalogFile::section(std::string_view name) const { return *member(root(), name); }

const Node* CatalogFile::member(const Node& node, std::string_view name)
{
    const Node* found = node.child(name);
    ensure(found != nullptr, "an entry of the catalog is incomplete");
    return found;
}

std::string_view CatalogFile::source(std::string_view name) const
{
    return member(section("sources"), name)->value;
}

void CatalogFile::read_into(const Node& node, bool& value)
{
    ensure(
        node.value == "true" || node.value == "false", "a figure of the catalog is neither true nor false");
    value = node.value == "true";
}
void CatalogFile::read_into(const Node& node, double& value) { value = parsed<double>(node); }
void CatalogFile::read_into(const Node& node, Bytes& value) { value.count = parsed<std::uint64_t>(node); }
void CatalogFile::read_into(const Node& node, Metres& value) { value.count = parsed<std::uint32_t>(node); }
void CatalogFile::read_into(const Node& node, std::int64_t& value) { value = parsed<std::int64_t>(node); }
void CatalogFile::read_into(const Node& node, std::uint32_t& value) { value = parsed<std::uint32_t>(node); }
void CatalogFile::read_into(const Node& node, std::uint64_t& value) { value = parsed<std::uint64_t>(node); }

void CatalogFile::read_into(const Node& node, HeadroomModel& value)
{
    ensure(node.value == "spectrum" || node.value == "tofino", "the catalog names an unknown headroom model");
    value = node.value == "spectrum" ? HeadroomModel::spectrum : HeadroomModel::tofino;
}

void CatalogFile::read_into(const Node& node, AlphaScale& value)
{
    ensure(node.value == "power_of_two", "the catalog names an unknown scale of thresholds");
    value = AlphaScale::power_of_two;
}

}
