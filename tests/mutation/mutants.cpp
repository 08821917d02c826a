// SPDX-License-Identifier: Apache-2.0
#include "tests/mutation/mutants.h"

#include "tests/mutation/line_parts.h"

#include <algorithm>
#include <array>

namespace rocelint::testing {

const char* name_of(Mutation mutation)
{
    constexpr std::array<const char*, mutation_count> names{"dropped",
        "repeated with another number",
        "doubled",
        "halved",
        "one more",
        "one less",
        "shorter list",
        "misspelt",
        "turned into its opposite",
        "another unit",
        "dropped with its stanza",
        "row dropped",
        "file dropped"};
    return names[static_cast<std::size_t>(mutation)];
}

bool is_removal(Mutation mutation)
{
    return mutation == Mutation::drop || mutation == Mutation::shorter_list
        || mutation >= Mutation::drop_stanza;
}

Mutant without_file(std::string_view text)
{
    Mutant mutant;
    mutant.mutation = Mutation::drop_file;
    mutant.length = static_cast<std::uint32_t>(text.size());
    return mutant;
}

std::string Mutant::apply(std::string_view text) const
{
    return std::string(text.substr(0, offset)) + replacement + std::string(text.substr(offset + length));
}

bool is_at_mutant(const Mutant& mutant, std::string_view broken, std::uint32_t line)
{
    // A drop removes the whole line, so that the next one moves up.
    const bool took_line = mutant.mutation == Mutation::drop || mutant.mutation == Mutation::drop_stanza;
    if (line == mutant.line || (took_line && line + 1 == mutant.line)
        || (mutant.mutation == Mutation::repeat && line == mutant.line + 1))
        return true;
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < broken.size(); at = std::min(broken.find('\n', at), broken.size() - 1) + 1)
        lines.push_back(broken.substr(at, broken.find('\n', at) - at));
    if (line == 0 || line > lines.size())
        return false;
    if (mutant.stanza.empty()) {
        const bool is_flat = !mutant.flat_stanza.empty();
        return is_flat ? lines[line - 1].starts_with(mutant.flat_stanza) : took_line;
    }
    const std::uint32_t header = mutant.stanza.front();
    if (line <= header)
        return line == header;
    const std::size_t depth = indent_of(lines[header - 1]);
    return std::all_of(lines.begin() + header, lines.begin() + line, [depth](std::string_view inside) {
        return inside.find_first_not_of(" \t\r") == std::string_view::npos || indent_of(inside) > depth;
    });
}

}
