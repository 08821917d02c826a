// SPDX-License-Identifier: Apache-2.0
// What the statements of a port, a profile and the whole switch say in the end: the last one wins, unless it was unset.
#include "drivers/nvue/config.h"

#include <algorithm>
#include <vector>

namespace rocelint::nvue {
namespace {

// Whether an unset statement removes what is said of this kind: it is of this kind itself, in the words of any
// release, or above it.
bool is_removal(const Fact& fact, LineKind what)
{
    return fact.unset && (fact.says() == what || schema().covers(*fact.place, row_place(what)));
}

}

const Fact* Config::last(
    const Indices& at, const std::vector<Fact>& from, LineKind what, std::uint8_t number) const
{
    for (auto each = at.rbegin(); each != at.rend(); ++each) {
        const Fact& fact = from[*each];
        if (number != 0xff && fact.index != 0 && (fact.index >> number & 1U) == 0)
            continue;
        if (!fact.unset && fact.says() == what)
            return &fact;
        if (is_removal(fact, what))
            return &fact;
    }
    return nullptr;
}

Stated Config::find(std::uint32_t port, LineKind what, std::uint8_t number) const
{
    for (auto block = of_port_[port].rbegin(); block != of_port_[port].rend(); ++block) {
        for (std::uint32_t at = block_end_[*block]; at-- > *block;) {
            const Fact& fact = facts[at];
            if (number != 0xff && fact.index != 0 && (fact.index >> number & 1U) == 0)
                continue;
            if (!fact.unset && fact.says() == what)
                return {&fact};
            if (is_removal(fact, what))
                return {};
        }
    }
    return {};
}

Stated Config::find(std::string_view kind, std::string_view name, LineKind what, std::uint8_t number) const
{
    const auto profile = profiles_.find({kind, name});
    if (profile == profiles_.end())
        return {};
    const Fact* own = last(profile->second.own, facts, what, number);
    if (own != nullptr && !own->unset)
        return {own};
    // An unset statement falls back to what `qos roce` implies.
    return {last(profile->second.made, made, what, number)};
}

bool Config::has_profile(std::string_view kind, std::string_view name) const
{
    const auto profile = profiles_.find({kind, name});
    return profile != profiles_.end()
        && (!profile->second.made.empty()
            || std::ranges::any_of(profile->second.own, [&](std::uint32_t at) { return !facts[at].unset; }));
}

Stated Config::global(LineKind what) const
{
    const Fact* fact = last(whole_, facts, what, 0xff);
    if (fact != nullptr)
        return {fact->unset ? nullptr : fact};
    const auto said = std::ranges::find(made, what, &Fact::says);
    return {said == made.end() ? nullptr : &*said};
}

std::vector<Entries> Config::all(std::string_view kind, std::string_view name, LineKind what) const
{
    std::vector<Entries> found;
    const auto profile = profiles_.find({kind, name});
    if (profile == profiles_.end())
        return found;
    const Keyword& place = row_place(what);
    for (const std::uint32_t at : profile->second.own) {
        const Fact& fact = facts[at];
        if (fact.unset && schema().covers(*fact.place, place)) {
            // `nv unset … switch-priority 3` removes one entry, `nv unset … switch-priority` all of them.
            std::uint64_t bits = 0;
            const bool some = take_list(fact.text, 63, bits);
            for (Entries& each : found)
                each.bits = some ? each.bits & ~bits : 0;
        } else if (fact.says() == what && !fact.unread) {
            found.push_back({&fact, fact.value});
        }
    }
    std::erase_if(found, [](const Entries& each) { return each.bits == 0; });
    if (found.empty()) {
        for (const std::uint32_t at : profile->second.made) {
            if (made[at].says() == what)
                found.push_back({&made[at], made[at].value});
        }
    }
    return found;
}

std::string_view Config::profile_of(std::uint32_t port, LineKind what, Span* bound) const
{
    const Stated stated = find(port, what);
    if (stated && bound != nullptr)
        *bound = stated.fact->at;
    return stated ? stated.fact->text : usual_profile;
}

}
