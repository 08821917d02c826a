// SPDX-License-Identifier: Apache-2.0
// pg_profile_lookup.ini, which is part of the image and often collected along with config_db.json. Reports
// lines that buffermgrd could not read.
#include "drivers/sonic/read/reader.h"
#include "models/syntax/indent_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rocelint::sonic {
namespace {

// "speed cable size xon xoff threshold [xon_offset]" (sonic-swss cfgmgr/buffermgr.cpp, readPgProfileLookupFile).
void take_line(Reader& reader, const Tree& tree, const Node& line, std::optional<ThresholdMode> mode)
{
    Words words(line.key);
    const std::string_view speed = words.next();
    const std::string_view cable = words.next();
    const auto size = parse_number(words.next());
    const auto xon = parse_number(words.next());
    const auto xoff = parse_number(words.next());
    const auto threshold = parse_signed(words.next());
    const std::string_view offset_word = words.next();
    const auto xon_offset = parse_number(offset_word);
    if (!parse_number(speed) || !cable.ends_with('m') || !size || !xon || !xoff || !threshold
        || (!offset_word.empty() && !xon_offset)) {
        reader.problem(tree.span(line),
            "this line does not have the form: speed cable size xon xoff threshold "
            "xon_offset");
        return;
    }
    line.mark(CoverageState::read);
    Device& device = reader.device();
    if (!device.headroom.table_collected.known())
        device.headroom.table_collected = {true, reader.origins().explicit_at(tree.span(line))};
    const std::string wanted = made_profile(speed, cable);
    // An existing row of BUFFER_PROFILE takes precedence.
    if (reader.buffer_profiles.find(wanted) != NameIndex::none)
        return;
    const OriginId origin = reader.origins().explicit_at(tree.span(line));
    BufferProfile& profile = device.buffer_profiles.emplace_back();
    profile.name = device.arena->keep(wanted);
    profile.at = tree.span(line);
    read_purpose(profile, origin);
    profile.reserved = {Bytes{*size}, origin};
    profile.xon = {Bytes{*xon}, origin};
    profile.xoff = {Bytes{*xoff}, origin};
    if (xon_offset)
        profile.xon_offset = {Bytes{*xon_offset}, origin};
    if (!mode) {
        const OriginId unread = reader.origins().unread(
            "the mode of the lossless pool is not known, so that the threshold may be an exponent or bytes");
        profile.dynamic_threshold = Setting<std::int64_t>::unread(unread);
        profile.fixed_threshold = Setting<Bytes>::unread(unread);
    } else if (*mode == ThresholdMode::dynamic) {
        profile.dynamic_threshold = {*threshold, origin};
    } else if (*threshold >= 0) {
        profile.fixed_threshold = {Bytes{static_cast<std::uint64_t>(*threshold)}, origin};
    }
    const std::uint32_t pool = reader.pools.find(ingress_lossless_pool);
    if (pool != NameIndex::none)
        profile.pool = {Ref{pool},
            reader.origins().derived(tree.span(line),
                device.pools[pool].at,
                "buffermgrd takes the ingress lossless pool (sonic-swss cfgmgr/buffermgr.cpp)")};
    reader.buffer_profiles.put(profile.name, static_cast<std::uint32_t>(device.buffer_profiles.size() - 1));
}

}

std::string made_profile(std::string_view mbps, std::string_view cable)
{
    return fmt::format("{}{}_{}_profile", made_profile_prefix, mbps, cable);
}

std::string made_profile(BitsPerSecond speed, Metres cable)
{
    return made_profile(fmt::to_string(speed.count / bits_per_megabit), fmt::format("{}m", cable.count));
}

void read_purpose(BufferProfile& profile, OriginId origin)
{
    std::string_view name = profile.name;
    if (!name.starts_with(made_profile_prefix))
        return;
    name.remove_prefix(made_profile_prefix.size());
    const std::size_t first = name.find('_');
    const std::size_t second = name.find('_', first + 1);
    // Names of the dynamic model continue with further properties, such as the MTU.
    if (first == std::string_view::npos || second == std::string_view::npos
        || name.substr(second) != "_profile")
        return;
    const std::string_view length = name.substr(first + 1, second - first - 1);
    const auto speed = parse_number(name.substr(0, first));
    const auto cable
        = length.ends_with('m') ? parse_number(length.substr(0, length.size() - 1)) : std::nullopt;
    constexpr std::uint64_t fastest_mbps = 100'000'000;
    constexpr std::uint64_t longest_cable = 200'000;
    if (!speed || !cable || *speed > fastest_mbps || *cable > longest_cable)
        return;
    profile.for_speed = {BitsPerSecond{*speed * bits_per_megabit}, origin};
    profile.for_cable = {Metres{static_cast<std::uint32_t>(*cable)}, origin};
}

void read_profile_table(Reader& reader, const Tree& tree)
{
    // The threshold is dynamic_th or static_th, depending on the mode of the lossless pool.
    std::optional<ThresholdMode> mode;
    const std::uint32_t pool = reader.pools.find(ingress_lossless_pool);
    if (pool != NameIndex::none)
        mode = reader.device().pools[pool].mode.value_or(ThresholdMode::dynamic);
    // Lines are indented to align the columns, so the tree's nesting means nothing here.
    std::vector<const Node*> waiting{tree.root};
    while (!waiting.empty()) {
        const Node* node = waiting.back();
        waiting.pop_back();
        if (node == nullptr)
            continue;
        if (node != tree.root)
            take_line(reader, tree, *node, mode);
        const std::size_t from = waiting.size();
        for (const Node& child : *node)
            waiting.push_back(&child);
        std::reverse(waiting.begin() + static_cast<std::ptrdiff_t>(from), waiting.end());
    }
}

}
