// SPDX-License-Identifier: Apache-2.0
// Keys are in a separate file, so that the intent itself can be shown to everybody.
#include "workspace/input/subnet_keys.h"

#include "models/text/ascii.h"
#include "models/text/source.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <optional>

namespace rocelint::workspace {
namespace {

// Parses a hexadecimal key, and rejects 0 and 1, which everybody knows.
std::optional<std::uint64_t> key_of(std::string_view text)
{
    constexpr int base = 16;
    if (!text.starts_with("0x"))
        return std::nullopt;
    text.remove_prefix(2);
    std::uint64_t key = 0;
    const char* end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, key, base);
    return error == std::errc{} && last == end && key > 1 ? std::optional(key) : std::nullopt;
}

// Returns the error, or an empty string.
std::string read_keys(std::string_view text, IbKeys& keys)
{
    for (int line = 1; !text.empty(); ++line) {
        const std::size_t feed = text.find('\n');
        const std::string_view said
            = ascii::trimmed(text.substr(0, std::min(feed, text.find('#'))), ascii::is_blank_or_cr);
        text.remove_prefix(feed == std::string_view::npos ? text.size() : feed + 1);
        if (said.empty())
            continue;
        const std::string_view name = ascii::first_word(said, ascii::is_blank_or_cr);
        std::uint64_t* key = name == "sm_key" ? &keys.sm
            : name == "sa_key"                ? &keys.sa
            : name == "m_key"                 ? &keys.m
                                              : nullptr;
        if (key == nullptr)
            return fmt::format("line {} is neither sm_key, sa_key nor m_key with a number behind it", line);
        const auto number = key_of(ascii::trimmed(said.substr(name.size()), ascii::is_blank_or_cr));
        if (!number)
            return fmt::format(
                "the {} of line {} is not a number of 64 bits in hexadecimal above 0x1", name, line);
        *key = *number;
    }
    for (const auto& [name, key] : {std::pair{"sm_key", keys.sm}, {"sa_key", keys.sa}, {"m_key", keys.m}}) {
        if (key == 0)
            return fmt::format("has no {}", name);
    }
    return {};
}

}

Result<void> read_subnet_keys(FabricIntent& intent)
{
    namespace files = std::filesystem;
    for (IntentSubnet& subnet : intent.subnets) {
        if (!subnet.keys.given())
            continue;
        const files::path folder = files::path(intent.tree->source->path()).parent_path();
        const auto source = Source::read(0, (folder / subnet.keys.value).string());
        if (!source)
            return fail_at(intent, subnet.keys.at, source.error().message);
        IbKeys keys;
        if (const std::string wrong = read_keys((*source)->text(), keys); !wrong.empty())
            return fail_at(intent, subnet.keys.at, fmt::format("{}: {}", subnet.keys.value, wrong));
        subnet.key_numbers = keys;
    }
    return {};
}

}
