// SPDX-License-Identifier: Apache-2.0
// The profiles that buffermgrd creates by itself are in no file, yet they decide whether a port has headroom.
// This file repeats which port gets which profile, so that an edit can predict what the daemon will do.
#include "drivers/sonic/read/cells.h"
#include "drivers/sonic/tables/config_document.h"

#include <fmt/format.h>

#include <set>
#include <tuple>

namespace rocelint::sonic {
namespace {

// The inputs that determine a port's profile: speed, cable, PFC and admin status.
using ProfileInputs = std::tuple<std::string, std::string, std::string, std::string>;

std::map<std::string, ProfileInputs, std::less<>> profile_inputs(const Document& document)
{
    std::map<std::string, ProfileInputs, std::less<>> inputs;
    std::map<std::string, std::string, std::less<>> pfc;
    if (const auto table = document.tables.find("PORT_QOS_MAP"); table != document.tables.end()) {
        for (const auto& [key, row] : table->second) {
            const auto priorities = row.find("pfc_enable");
            for (const std::string& port : items_of(Table::port_qos_map, key)) {
                if (priorities != row.end())
                    pfc[port] = priorities->second;
            }
        }
    }
    const auto ports = document.tables.find("PORT");
    const auto cables = document.tables.find("CABLE_LENGTH");
    if (ports == document.tables.end() || cables == document.tables.end())
        return inputs;
    for (const auto& [port, row] : ports->second) {
        for (const auto& [name, lengths] : cables->second) {
            const std::string cable = document.field("CABLE_LENGTH", name, port);
            if (!cable.empty() && cable != "0m" && pfc.contains(port))
                inputs[port] = {document.field("PORT", port, "speed"),
                    cable,
                    pfc[port],
                    document.field("PORT", port, "admin_status")};
        }
    }
    return inputs;
}

}

std::vector<std::string> new_automatic_profiles(const Document& before, const Document& after)
{
    std::set<std::string> profiles;
    // Without the pool buffermgrd waits, and in the dynamic model buffers are not in CONFIG_DB.
    if (after.field("DEVICE_METADATA", "localhost", "buffer_model") == "dynamic"
        || after.field("BUFFER_POOL", ingress_lossless_pool, "mode").empty())
        return {};
    const auto old_inputs = profile_inputs(before);
    const auto existing = after.tables.find("BUFFER_PROFILE");
    for (const auto& [port, inputs] : profile_inputs(after)) {
        const auto old = old_inputs.find(port);
        if (old != old_inputs.end() && old->second == inputs)
            continue;
        std::string name = made_profile(std::get<0>(inputs), std::get<1>(inputs));
        if (existing == after.tables.end() || !existing->second.contains(name))
            profiles.insert(std::move(name));
    }
    return {profiles.begin(), profiles.end()};
}

}
