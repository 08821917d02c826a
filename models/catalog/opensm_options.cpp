// SPDX-License-Identifier: Apache-2.0
#include "models/catalog/opensm_options.h"

#include "models/catalog/catalog_tables.h"
#include "models/catalog/entries.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace rocelint::catalog {
namespace {

// In the order of OpensmType.
constexpr std::array<std::string_view, 12> type_names{"boolean",
    "uint8",
    "uint16",
    "uint32",
    "int32",
    "uint64",
    "word",
    "text",
    "port-mask",
    "table-entry",
    "table",
    "per-sl"};

OpensmType type_of(std::string_view name)
{
    const auto* const found = std::ranges::find(type_names, name);
    ensure(found != type_names.end(), "opensm_options.yaml names an unknown type");
    return static_cast<OpensmType>(found - type_names.begin());
}

std::string_view optional_text(const Node& row, std::string_view name)
{
    const Node* found = row.child(name);
    return found == nullptr ? std::string_view{} : found->value;
}

std::optional<std::int64_t> optional_number(const Node& row, std::string_view name)
{
    const Node* found = row.child(name);
    return found == nullptr ? std::nullopt : std::optional(whole_number(*found));
}

std::vector<std::string_view> words_of_row(const Node& row, std::string_view name)
{
    std::vector<std::string_view> words;
    const Node* list = row.child(name);
    for (const Node* item = list == nullptr ? nullptr : list->first; item != nullptr; item = item->next)
        words.push_back(item->value);
    return words;
}

struct OptionFile {
    CatalogFile file{"opensm_options.yaml", table::opensm_options};
    std::array<std::string_view, type_names.size()> takes;
    std::array<std::string_view, type_names.size()> wrong;
    std::vector<OpensmOption> options;
    std::unordered_map<std::string_view, std::size_t> by_name;

    OptionFile()
    {
        for (const Node& type : file.section("types")) {
            const auto at = static_cast<std::size_t>(type_of(type.key));
            takes[at] = CatalogFile::member(type, "takes")->value;
            wrong[at] = optional_text(type, "wrong");
        }
        for (const Node& row : file.section("options"))
            add(row, false);
        for (const Node& row : file.section("nvidia"))
            add(row, true);
        for (std::size_t at = 0; at < options.size(); ++at)
            ensure(by_name.emplace(options[at].name, at).second, "opensm_options.yaml has an option twice");
    }

    void add(const Node& row, bool nvidia)
    {
        OpensmOption& made = options.emplace_back();
        made.name = CatalogFile::member(row, "name")->value;
        made.type = type_of(CatalogFile::member(row, "type")->value);
        made.nvidia_only = nvidia;
        made.low = optional_number(row, "low");
        made.high = optional_number(row, "high");
        made.words = words_of_row(row, "words");
        made.rare_words = words_of_row(row, "not_in_every_build");
        (nvidia ? made.nvidia_fallback : made.fallback) = optional_text(row, "default");
        if (!nvidia)
            made.nvidia_fallback = optional_text(row, "nvidia_default");
        made.wrong = row.child("wrong") != nullptr ? optional_text(row, "wrong")
                                                   : wrong[static_cast<std::size_t>(made.type)];
        made.beyond = optional_text(row, "beyond");
        made.same_as = optional_text(row, "same_as");
        made.restart = optional_text(row, "restart") == "true";
        made.secret = optional_text(row, "secret") == "true";
        made.only_with_qos = optional_text(row, "only_with_qos") == "true";
        made.source = file.source(CatalogFile::member(row, "source")->value);
        const std::string_view nvidia_source = optional_text(row, "nvidia_source");
        made.nvidia_source = nvidia_source.empty() ? (nvidia ? made.source : std::string_view{})
                                                   : file.source(nvidia_source);
    }
};

const OptionFile& read_file()
{
    static const OptionFile file;
    return file;
}

}

const std::vector<OpensmOption>& opensm_options() { return read_file().options; }

const OpensmOption* find_opensm_option(std::string_view name)
{
    const OptionFile& file = read_file();
    const auto found = file.by_name.find(name);
    return found == file.by_name.end() ? nullptr : &file.options[found->second];
}

std::string_view takes_of(OpensmType type) { return read_file().takes[static_cast<std::size_t>(type)]; }

std::uint64_t largest_of(OpensmType type)
{
    switch (type) {
    case OpensmType::uint8:
        return 0xff;
    case OpensmType::uint16:
        return 0xffff;
    case OpensmType::uint32:
        return 0xffffffff;
    case OpensmType::int32:
        return 0x7fffffff;
    case OpensmType::uint64:
        return 0xffffffffffffffff;
    default:
        return 0;
    }
}

}
