// SPDX-License-Identifier: Apache-2.0
// The catalog is part of the program: a malformed entry is a fault of ours and ends the run, unlike one in a user's
// file.
#include "models/catalog/entries.h"

#include "models/syntax/yaml_tree.h"

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

CatalogFile::CatalogFile(const char* name, std::string_view text)
    : source_(0, name, text), tree_(parse_yaml(source_))
{
    ensure(tree_.complete() && tree_.root != nullptr && tree_.problems.empty(), name);
}

const Node& CatalogFile::section(std::string_view name) const { return *member(*tree_.root, name); }

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
