// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/asic.h"
#include "models/catalog/packed_tree.h"
#include "models/syntax/tree.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::catalog {

/// Speeds in the catalog are in Mb/s, as in SONiC.
inline constexpr std::uint64_t bits_per_megabit = 1'000'000;

/// A catalog file as a tree. Nodes have keys and values, but no source positions. The catalog is part of the
/// program, so a file that does not parse is a bug; the tree lives as long as the program.
class CatalogFile {
public:
    CatalogFile(const char* name, const PackedTree& table);
    [[nodiscard]] const Node& root() const { return nodes_.front(); }
    /// A top-level member, which must exist.
    [[nodiscard]] const Node& section(std::string_view name) const;
    /// The text of a source, by its short name in the section `sources`.
    [[nodiscard]] std::string_view source(std::string_view name) const;
    /// The figure `name` of `entry`; unknown if the entry has none.
    template <class T>
    [[nodiscard]] Figure<T> figure(const Node& entry, std::string_view name) const
    {
        const Node* found = entry.child(name);
        if (found == nullptr)
            return {};
        T value{};
        read_into(*member(*found, "value"), value);
        return {value, source(member(*found, "source")->value)};
    }
    [[nodiscard]] static const Node* member(const Node& node, std::string_view name);

private:
    static void read_into(const Node& node, bool& value);
    static void read_into(const Node& node, double& value);
    static void read_into(const Node& node, Bytes& value);
    static void read_into(const Node& node, Metres& value);
    static void read_into(const Node& node, std::int64_t& value);
    static void read_into(const Node& node, std::uint32_t& value);
    static void read_into(const Node& node, std::uint64_t& value);
    static void read_into(const Node& node, HeadroomModel& value);
    static void read_into(const Node& node, AlphaScale& value);

    void unpack(const PackedTree& table);

    std::vector<Node> nodes_;
};

/// A catalog value that must be a whole number.
[[nodiscard]] std::int64_t whole_number(const Node& node);

}
