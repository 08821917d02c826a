// SPDX-License-Identifier: Apache-2.0
// Diagnostics for mistakes in our own files (policy, topology, intent, inventory), at their places.
#include "cli/lsp/fault_diagnostic.h"

#include "cli/lsp/line_index.h"
#include "push/inventory/inventory.h"
#include "workspace/files/path_names.h"
#include "workspace/fleet/intent_policy.h"

#include <algorithm>
#include <array>

namespace rocelint::cli {
namespace {

// Parses ":12:3: message", which follows the path in all errors about such files.
std::string_view after_place(std::string_view text, LspPosition& at)
{
    std::uint32_t numbers[2] = {1, 1};
    std::string_view rest = text;
    for (std::uint32_t& number : numbers) {
        if (!rest.starts_with(':'))
            return text;
        rest.remove_prefix(1);
        const std::size_t digits = rest.find_first_not_of("0123456789");
        if (digits == 0 || digits == std::string_view::npos || digits > 9)
            return text;
        number = 0;
        for (const char c : rest.substr(0, digits))
            number = number * 10 + static_cast<std::uint32_t>(c - '0');
        rest.remove_prefix(digits);
    }
    if (!rest.starts_with(": "))
        return text;
    at = {std::max(numbers[0], 1U) - 1, std::max(numbers[1], 1U) - 1};
    return rest.substr(2);
}

}

void begin_diagnostic(JsonWriter& out, const LspRange& range, Level level)
{
    out.begin_object();
    write_range(out, "range", range);
    out.count("severity", static_cast<std::uint64_t>(level));
    out.text("source", "rocelint");
}

Diagnostic fault_diagnostic(
    const std::string& path, const Error& error, const std::string* text, Encoding encoding)
{
    const LineIndex lines(text == nullptr ? std::string_view{} : std::string_view(*text));
    // The message begins with the place, which stays in it if there is no text.
    std::string_view message = error.message;
    LspPosition at;
    // A mistake in a file that this one refers to is shown on its first line, with the place.
    const bool is_here = message.starts_with(path + ':');
    if (is_here)
        message = after_place(message.substr(path.size()), at);
    LspRange range{at, at};
    if (text != nullptr && at.line < lines.line_count()) {
        const std::size_t begin_at = is_here && error.at.somewhere()
            ? std::min<std::size_t>(error.at.offset, text->size())
            : lines.offset(at, Encoding::utf32);
        const std::size_t line_end = lines.line_end(lines.line_of(begin_at));
        const std::size_t end
            = is_here && error.at.length > 0 ? std::min<std::size_t>(error.at.end(), line_end) : line_end;
        range = lines.range(begin_at, std::max(begin_at, end), encoding);
    }
    JsonWriter out;
    begin_diagnostic(out, range, Level::error);
    out.text("message", message);
    out.end();
    return {range, Diagnostic::none, out.take_value()};
}

std::optional<Error> fault_of_other_file(const std::string& path, const std::string& text)
{
    constexpr std::array intents{"fabric.yaml", "fabric.yml"};
    constexpr std::array inventories{"inventory.yaml", "inventory.yml", "inventory.ini"};
    const std::string name = workspace::last_name(path);
    const bool is_intent = std::ranges::find(intents, name) != intents.end();
    if (!is_intent && std::ranges::find(inventories, name) == inventories.end())
        return std::nullopt;
    const Source source(0, path, text);
    if (is_intent) {
        auto intent = workspace::read_intent(source);
        if (!intent)
            return std::move(intent).error();
        auto policy = workspace::read_intent_policy(*intent);
        return policy ? std::nullopt : std::optional(std::move(policy).error());
    }
    auto inventory = push::read_inventory(source);
    return inventory ? std::nullopt : std::optional(std::move(inventory).error());
}

}
