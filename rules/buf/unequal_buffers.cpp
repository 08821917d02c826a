// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/group_memory.h"
#include "analysis/majority.h"
#include "models/fabric/value/unread_watch.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace rocelint::rules::buf013 {
namespace {

constexpr double three[] = {3};
constexpr Parameter parameters[] = {
    {.name = "switches",
        .defaults = three,
        .unit = "switches",
        .meaning = "how many switches of one role and hardware it takes before their majority counts as "
                   "usual",
        .source = "choice of this program: of two that differ, either may be wrong"},
};

constexpr Example examples[] = {
    {.title = "One of three leaves has a smaller pool",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "leaf2", ""},
            {"sonic", "leaf3", R"({"BUFFER_POOL": {"ingress_lossless_pool": {"size": "20000000"}}})"}}},
        .flagged = R"("size": "20000000")",
        .flagged_device = "leaf3"},
    {.title = "One of three leaves resumes its peers at another fill",
        .files = {{{"sonic",
                       "leaf1",
                       R"({"BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"xon_offset": "3712"}}})"},
            {"sonic",
                "leaf2",
                R"({"BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"xon_offset": "3712"}}})"},
            {"sonic",
                "leaf3",
                R"({"BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"xon_offset": "13440"}}})"}}},
        .flagged = R"("xon_offset": "13440")",
        .flagged_device = "leaf3"},
    {.title = "Three leaves have equal buffers",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "leaf2", ""}, {"sonic", "leaf3", ""}}}},
};

/// A compared value: a number of a pool, or of the headroom for one speed and length.
struct Item {
    std::string what; ///< for example "the size of pool ingress_lossless_pool"
    Property property = Property::buffer_pool;
    friend auto operator<=>(const Item&, const Item&) = default;
};

struct Use {
    std::uint32_t device = 0;
    std::uint64_t value = 0;
    OriginId origin;
};

using Hardware = std::tuple<Role, std::string_view, std::string_view, std::string_view>;
using Uses = std::map<std::pair<Hardware, Item>, std::vector<Use>>;

Hardware hardware_of(const Device& device)
{
    return {device.role.value, device.platform, device.asic, device.model};
}

// Calls `visit(setting, item)` for each compared number of the device, known or not.
template <class Visit>
void visit_numbers(const FabricContext& context, std::uint32_t index, Visit&& visit)
{
    const Device& device = context.fabric.devices[index];
    for (const BufferPool& pool : device.pools)
        visit(pool.size, Item{fmt::format("the size of pool {}", pool.name), Property::buffer_pool});
    const auto is_roce = [&](std::uint32_t port) { return context.analysis.is_roce({index, port}); };
    std::vector<LosslessProfile> profiles;
    {
        const UnwatchedScope only_the_numbers;
        profiles = lossless_profiles(device, is_roce);
    }
    for (const LosslessProfile& found : profiles) {
        const BufferProfile& profile = *found.profile;
        if (!profile.for_speed.peek_known() || !profile.for_cable.peek_known())
            continue;
        const std::string where = fmt::format("for {}G and {} m",
            profile.for_speed.value.count / 1'000'000'000U,
            profile.for_cable.value.count);
        visit(profile.xon, Item{"xon " + where, Property::headroom});
        visit(profile.xon_offset, Item{"the offset of xon " + where, Property::headroom});
        visit(profile.xoff, Item{"the headroom " + where, Property::headroom});
    }
}

bool is_compared(const Device& device)
{
    return device.kind == DeviceKind::network_switch && !device.fragment && device.role.peek_known()
        && device.role.value != Role::unknown;
}

// Requests the values that this switch lacks but others with its hardware state, so that "not checked" is
// reported.
void ask_for_missing(const FabricContext& context, std::uint32_t index, const Uses& uses)
{
    const Device& device = context.fabric.devices[index];
    const Hardware hardware = hardware_of(device);
    const bool has_role = is_compared(device);
    const bool has_twin = std::ranges::any_of(uses, [&](const auto& entry) {
        const Hardware& other = entry.first.first;
        return std::get<1>(other) == std::get<1>(hardware) && std::get<2>(other) == std::get<2>(hardware)
            && std::get<3>(other) == std::get<3>(hardware);
    });
    if (device.kind != DeviceKind::network_switch || device.fragment || !has_twin)
        return;
    if (!has_role) {
        static_cast<void>(device.role.known());
        return;
    }
    visit_numbers(context, index, [&](const Setting<Bytes>& setting, const Item& item) {
        if (uses.contains({hardware, item}))
            static_cast<void>(setting.known());
    });
    const bool compares_headroom = std::ranges::any_of(uses, [&](const auto& entry) {
        return entry.first.first == hardware && entry.first.second.property == Property::headroom;
    });
    const auto is_roce = [&](std::uint32_t port) { return context.analysis.is_roce({index, port}); };
    if (!compares_headroom)
        return;
    for (const LosslessProfile& found : lossless_profiles(device, is_roce)) {
        static_cast<void>(found.profile->for_speed.known());
        static_cast<void>(found.profile->for_cable.known());
    }
}

void report(FabricContext& context, const Item& item, const Use& odd, const Use& usual, std::size_t alike)
{
    const Device& device = context.fabric.devices[odd.device];
    const Device& other = context.fabric.devices[usual.device];
    Diagnosis diagnosis{.at = device.place(odd.origin),
        .message = fmt::format(
            "{} of {} is {} bytes, and {} bytes on {} switches of its role and hardware, such as {}",
            item.what,
            device.name,
            odd.value,
            usual.value,
            alike,
            other.name),
        .subjects = {{{odd.device, Port::no_index}, item.property}},
        .related = {{other.place(usual.origin), fmt::format("{} has what most of them have", other.name)}},
        .fix = "Give switches of one role and hardware the same buffers, or say why they differ."};
    diagnosis.message.front() = item.what.starts_with("the ") ? 'T' : diagnosis.message.front();
    context.report(std::move(diagnosis));
}

void check(FabricContext& context)
{
    Uses uses;
    const auto count = static_cast<std::uint32_t>(context.fabric.devices.size());
    for (std::uint32_t index = 0; index < count; ++index) {
        const Device& device = context.fabric.devices[index];
        if (!is_compared(device))
            continue;
        visit_numbers(context, index, [&](const Setting<Bytes>& setting, const Item& item) {
            if (setting.peek_known())
                uses[{hardware_of(device), item}].push_back({index, setting.value.count, setting.origin});
        });
    }
    for (std::uint32_t index = 0; index < count; ++index)
        ask_for_missing(context, index, uses);
    for (const auto& [key, all] : uses) {
        Majority<std::uint64_t> majority;
        for (const Use& use : all)
            majority.add(use.value);
        const auto usual = majority.winner();
        if (!usual || static_cast<double>(all.size()) < context.number("switches"))
            continue;
        const auto sample = std::ranges::find(all, *usual, &Use::value);
        const auto alike = static_cast<std::size_t>(std::ranges::count(all, *usual, &Use::value));
        for (const Use& use : all) {
            if (use.value != *usual && alike > 1)
                report(context, key.second, use, *sample, alike);
        }
    }
}

}

extern const Rule rule = {
    .code = "BUF013",
    .name = "unequal-buffers",
    .severity = Severity::warning,
    .without_policy = Severity::info,
    .scope = Scope::fabric,
    .summary = "A switch has pools or headroom that differ from those of switches of its role and "
               "hardware.",
    .why
    = "Switches of one role and hardware see the same traffic and the same cables. Where one has another pool, or "
      "pauses and resumes at another fill, flows through it are paused earlier or lose packets sooner, and only "
      "there: a difference that is left over from an older template or a change that was made by hand.",
    .source
    = "sonic-buildimage device/*/buffers_defaults_*.j2 and pg_profile_lookup.ini (one table for all switches of a "
      "hardware and role); sonic-net/sonic-buildimage pull request 25862 (xon_offset)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "The files do not show which of them is right: decide, then give them the same buffers.",
    .yields = true,
    .check_fabric = check,
};

}
