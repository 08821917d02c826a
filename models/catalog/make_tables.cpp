// SPDX-License-Identifier: Apache-2.0
// Converts the catalog's YAML into tables while the program is built: `make_tables HEADER FOLDER NAME...`
// writes a header with one PackedTree for each FOLDER/NAME.yaml, named after the file.
#include "models/catalog/packed_tree.h"
#include "models/syntax/yaml/yaml_tree.h"

#include <fmt/format.h>

#include <cstdio>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace rocelint::catalog {
namespace {

class Packer {
public:
    void pack(const Node& node)
    {
        nodes_ += fmt::format("{{{}, {}, {}, {}, {}, {}}},\n",
            place_of(node.key),
            node.key.size(),
            place_of(node.value),
            node.value.size(),
            fitting(node.child_count),
            static_cast<int>(node.kind));
        for (const Node& child : node)
            pack(child);
    }

    [[nodiscard]] std::string text(const std::string& name) const
    {
        return fmt::format(
            "inline constexpr char {0}_words[] = {1};\n"
            "inline constexpr PackedNode {0}_nodes[] = {{\n{2}}};\n"
            "inline constexpr PackedTree {0}{{{{{0}_words, sizeof {0}_words - 1}}, {0}_nodes}};\n\n",
            name,
            literal(words_),
            nodes_);
    }

private:
    static std::uint16_t fitting(std::size_t number)
    {
        if (number > std::numeric_limits<std::uint16_t>::max())
            throw std::runtime_error("a file of the catalog is too large for its table");
        return static_cast<std::uint16_t>(number);
    }

    // Stores each word once, because words repeat often.
    std::uint16_t place_of(std::string_view word)
    {
        const auto [known, fresh] = places_.try_emplace(std::string(word), words_.size());
        if (fresh)
            words_ += word;
        static_cast<void>(fitting(known->second + word.size()));
        return fitting(known->second);
    }

    static std::string literal(std::string_view text)
    {
        constexpr std::size_t width = 100;
        std::string out;
        for (std::size_t at = 0; at < text.size(); at += width) {
            out += "\n    \"";
            for (const char c : text.substr(at, width)) {
                if (c == '"' || c == '\\' || c == '?')
                    out += {'\\', c};
                else if (static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f)
                    out += c;
                else
                    out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
            }
            out += '"';
        }
        return out;
    }

    std::string words_;
    std::string nodes_;
    std::map<std::string, std::size_t> places_;
};

std::string table_of(const std::string& folder, const std::string& name)
{
    const std::string path = folder + '/' + name + ".yaml";
    const auto source = Source::read(0, path);
    if (!source)
        throw std::runtime_error(source.error().message);
    const Tree tree = parse_yaml(**source, YamlAuthor::person);
    if (!tree.complete() || tree.root == nullptr || !tree.problems.empty())
        throw std::runtime_error(path + " does not parse");
    Packer packer;
    packer.pack(*tree.root);
    return packer.text(name);
}

int run(const std::vector<std::string>& arguments)
{
    std::string text
        = "// Made by make_tables.cpp.\n#pragma once\n\n#include \"models/catalog/packed_tree.h\"\n\n"
          "namespace rocelint::catalog::table {\n\n";
    for (std::size_t at = 2; at < arguments.size(); ++at)
        text += table_of(arguments[1], arguments[at]);
    text += "}\n";
    std::FILE* const file = std::fopen(arguments[0].c_str(), "wb");
    if (file == nullptr)
        return 1;
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    return std::fclose(file) == 0 && written ? 0 : 1;
}

}
}

int main(int argc, char** argv)
{
    try {
        const std::vector<std::string> arguments(argv + 1, argv + argc);
        return arguments.size() < 3 ? 2 : rocelint::catalog::run(arguments);
    } catch (const std::exception& error) {
        std::fputs((std::string(error.what()) + '\n').c_str(), stderr);
        return 1;
    }
}
