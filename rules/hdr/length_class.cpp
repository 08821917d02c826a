// SPDX-License-Identifier: Apache-2.0
#include "rules/hdr/length_class.h"

#include "models/catalog/asic.h"

#include <algorithm>

namespace rocelint {

namespace {

// Whether only the port states a length and the switch computes everything else: on platforms without a
// choice of model, headroom in bytes is not stated anywhere.
bool states_length_alone(const Device& device, const Port& port)
{
    const bool has_no_model = device.headroom.dynamic.origin == OriginId{};
    return has_no_model && port.cable_length.configured()
        && std::ranges::none_of(
            device.buffer_profiles, [](const BufferProfile& profile) { return profile.xoff.peek_known(); });
}

}

std::optional<Metres> length_class(const Device& device, const Port& port, Metres least)
{
    if (states_length_alone(device, port) || device.headroom.dynamic.is(true))
        return least;
    if (!port.speed.known())
        return std::nullopt;
    std::optional<Metres> best;
    const auto consider = [&](Metres length) {
        if (length >= least && (!best || length < *best))
            best = length;
    };
    for (const BufferProfile& profile : device.buffer_profiles) {
        if (profile.xoff.known() && profile.for_cable.known() && profile.for_speed.is(port.speed.value))
            consider(profile.for_cable.value);
    }
    const catalog::HeadroomTable* shipped
        = device.headroom.table_collected.is(true) ? nullptr : catalog::table_of_sku(device.model);
    const catalog::HeadroomRow* row = shipped == nullptr ? nullptr : shipped->row(port.speed.value, least);
    if (row != nullptr)
        consider(row->cable);
    return best;
}

bool has_length_table(const Device& device)
{
    return device.headroom.table_collected.is(true) || catalog::table_of_sku(device.model) != nullptr;
}

}
