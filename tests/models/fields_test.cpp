// SPDX-License-Identifier: Apache-2.0
// Whether every Setting of the model has a row in models/fabric/fields/fields.h.
#include "models/fabric/fields/fields.h"
#include "models/fabric/words.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <type_traits>

namespace rocelint {
namespace {

// classify() computes a Treatment; no driver reads one.
constexpr std::string_view worked_out = "Treatment";

std::string without_comments(const std::string& text)
{
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text.compare(at, 2, "//") == 0)
            at = std::min(text.find('\n', at), text.size() - 1);
        out += text[at];
    }
    return out;
}

std::string_view word_at(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    while (
        end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_'))
        ++end;
    return text.substr(at, end - at);
}

// The end of the template argument list that begins at `open`.
std::size_t behind_arguments(std::string_view text, std::size_t open)
{
    int depth = 0;
    for (std::size_t at = open; at < text.size(); ++at) {
        depth += text[at] == '<' ? 1 : text[at] == '>' ? -1 : 0;
        if (depth == 0)
            return at + 1;
    }
    return text.size();
}

// Whether the `Setting<…>` at `at` declares a member, as opposed to a parameter or a return type.
bool is_member(std::string_view text, std::size_t at)
{
    std::size_t name = behind_arguments(text, text.find('<', at));
    const std::size_t blank = name;
    name = std::min(text.find_first_not_of(" \n", name), text.size());
    const std::size_t after = name + word_at(text, name).size();
    return name > blank && after > name && after < text.size() && text[after] == ';';
}

// Counts the Setting members of each struct in a header.
void count_members(const std::string& header, std::map<std::string, std::size_t>& counts)
{
    std::ifstream stream(header);
    const std::string text = without_comments(std::string(std::istreambuf_iterator<char>(stream), {}));
    std::vector<std::string> structs; // of each open brace; empty for braces of functions and others
    std::string named;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool begins = at == 0 || (std::isalnum(static_cast<unsigned char>(text[at - 1])) == 0);
        if (text[at] == '{') {
            structs.push_back(named);
            named.clear();
        } else if (text[at] == '}' && !structs.empty()) {
            structs.pop_back();
        } else if (text[at] == ';') {
            named.clear();
        } else if (begins && word_at(text, at) == "struct") {
            named = word_at(text, at + std::string_view("struct ").size());
        } else if (begins && text.compare(at, 8, "Setting<") == 0 && !structs.empty()
            && !structs.back().empty() && is_member(text, at)) {
            ++counts[structs.back()];
        }
    }
}

std::map<std::string, std::size_t> members_of_headers()
{
    std::map<std::string, std::size_t> counts;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(ROCELINT_SOURCE_DIR "/models")) {
        if (entry.path().extension() == ".h")
            count_members(entry.path().string(), counts);
    }
    counts.erase(std::string(worked_out));
    return counts;
}

}

TEST_CASE("every Setting of the model has a row in fields.h")
{
    std::map<std::string, std::size_t> rows;
    for_each_field([&rows](std::string_view record, const auto&) { ++rows[std::string(record)]; });
    const auto members = members_of_headers();
    CHECK(members.at("Port") > 30);
    for (const auto& [record, count] : members) {
        CAPTURE(record);
        CHECK(rows[record] == count);
    }
    CHECK(rows.size() == members.size());
}

TEST_CASE("a table has each member and each name once")
{
    const auto check = [](const auto& table) {
        std::set<std::string_view> names;
        for_each_field(*table.fields, [&](const auto& row) {
            CAPTURE(table.record);
            CAPTURE(row.name);
            CHECK(names.insert(row.name).second);
            int same = 0;
            for_each_field(*table.fields, [&](const auto& other) {
                if constexpr (std::is_same_v<decltype(row.member), decltype(other.member)>)
                    same += row.member == other.member ? 1 : 0;
            });
            CHECK(same == 1);
        });
    };
    field_tables.visit_each(check);
}

TEST_CASE("every word of an enumeration can be parsed back")
{
    for (const Fec fec : {Fec::none, Fec::base_r, Fec::rs528, Fec::rs544, Fec::rs, Fec::automatic})
        CHECK(find_word<Fec>(word_of(fec)) == fec);
    CHECK_FALSE(find_word<Trust>("cos").has_value());
    CHECK(word_of(HashField::other) == "other");
}

}
