// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/vlan_ids.h"

#include "models/text/ascii.h"

namespace rocelint {
namespace {

// Takes the number that the text begins with; 0 if that is no VID.
std::size_t take_vid(std::string_view& text)
{
    std::size_t vid = 0;
    std::size_t digits = 0;
    for (; digits < text.size() && ascii::is_digit(text[digits]); ++digits) {
        vid = vid * 10 + static_cast<std::size_t>(text[digits] - '0');
        if (vid >= VlanIds{}.size() - 1)
            return 0;
    }
    text.remove_prefix(digits);
    return vid;
}

}

std::optional<VlanIds> parse_vlan_ids(std::string_view list)
{
    const auto skip = [&list] {
        while (!list.empty() && (ascii::is_blank(list.front()) || list.front() == ','))
            list.remove_prefix(1);
    };
    VlanIds ids;
    for (skip(); !list.empty(); skip()) {
        const std::size_t first = take_vid(list);
        std::size_t last = first;
        if (first != 0 && list.starts_with('-')) {
            list.remove_prefix(1);
            last = take_vid(list);
        }
        const bool ends = list.empty() || ascii::is_blank(list.front()) || list.front() == ',';
        if (first == 0 || last < first || !ends)
            return std::nullopt;
        for (std::size_t vid = first; vid <= last; ++vid)
            ids.set(vid);
    }
    return ids.any() ? std::optional(ids) : std::nullopt;
}

VlanIds vlan_of_interface(std::string_view name)
{
    VlanIds ids;
    if (!name.starts_with("Vlan") && !name.starts_with("vlan"))
        return ids;
    name.remove_prefix(std::string_view("vlan").size());
    const std::size_t vid = take_vid(name);
    if (vid != 0 && name.empty())
        ids.set(vid);
    return ids;
}

}
