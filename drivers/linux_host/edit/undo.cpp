// SPDX-License-Identifier: Apache-2.0
// Sources: mlnx-tools' python/mlnx_qos (setDefaultAppEntry: `--trust dscp` begins with DSCP / 8); Linux
// drivers/net/ethernet/mellanox/mlx5/core/en_dcbnl.c (mlx5e_dcbnl_ieee_setapp: the first DSCP entry makes the
// port trust DSCP; mlx5e_dcbnl_setbuffer: receive buffers set by hand stay so).
#include "drivers/linux_host/edit/undo.h"

#include "drivers/linux_host/config/config_apply.h"
#include "drivers/linux_host/edit/edit.h"
#include "drivers/linux_host/edit/host_script.h"
#include "drivers/linux_host/edit/knob_request.h"
#include "drivers/linux_host/knob/notation.h"
#include "models/text/digest.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace rocelint::linux_host {
namespace {

// Fills a setting with the value that the device held. Returns why that is not possible, or an empty text.
std::string fill_with_old_value(KnobRequest& request, const Device& device)
{
    const KnobRow& row = row_of(request.knob);
    const Port& port = device.ports[request.port];
    if (!row.no_undo.empty())
        return fmt::format(fmt::runtime(row.no_undo), port.name);
    if (row.member->get == nullptr)
        return fmt::format("a setting of {} cannot be undone", port.name);
    const Nic* nic = port.nic < device.nics.size() ? &device.nics[port.nic] : nullptr;
    const HeldValue held = row.member->get({device, port, nic}, request.number);
    const ToolSpelling* spelling = written_by(row, request.tool, request.number);
    const bool writable
        = spelling != nullptr && (row.shape == Shape::eight || can_write(*spelling, held.value.amount));
    if (held.known && writable) {
        request.list = held.value.list;
        request.amount = held.value.amount;
        return {};
    }
    return fmt::format("{} of {} was not read, so it could not be restored",
        !held.unread.empty()         ? held.unread
            : !row.unread_as.empty() ? row.unread_as
                                     : row.title,
        request.interface);
}

// On mlx5 the map exists only while DSCP is trusted, and an entry in it makes the port trust DSCP.
void tie_map_to_trust(std::vector<KnobRequest>& requests, const Device& device)
{
    std::vector<KnobRequest> added;
    std::set<std::uint32_t> ports;
    for (const KnobRequest& request : requests) {
        const bool sorts = request.knob == Knob::trust || request.knob == Knob::dscp_priority;
        if (!sorts || request.tool != Tool::mlnx_qos || !ports.insert(request.port).second)
            continue;
        const Port& port = device.ports[request.port];
        const auto of_port = [&](Knob knob) {
            return std::ranges::any_of(requests,
                [&](const KnobRequest& each) { return each.port == request.port && each.knob == knob; });
        };
        KnobRequest extra = request;
        if (port.trust.is(Trust::pcp) && !of_port(Knob::trust)) {
            extra.knob = Knob::trust;
            extra.number = 0;
            added.push_back(extra);
        }
        const ClassMap* map = device.map(port.dscp_to_tc);
        const bool map_is_lost = port.trust.is(Trust::dscp) && of_port(Knob::trust) && map != nullptr;
        for (std::uint8_t dscp = 0; map_is_lost && dscp < 64; ++dscp) {
            extra.knob = Knob::dscp_priority;
            extra.number = dscp;
            const bool there = std::ranges::any_of(requests, [&](const KnobRequest& each) {
                return each.port == request.port && each.knob == Knob::dscp_priority && each.number == dscp;
            });
            if (!there && map->at_point(dscp) != dscp / 8)
                added.push_back(extra);
        }
    }
    requests.insert(requests.end(), added.begin(), added.end());
    std::erase_if(requests, [&](const KnobRequest& request) {
        return request.knob == Knob::dscp_priority && request.tool == Tool::mlnx_qos
            && device.ports[request.port].trust.is(Trust::pcp);
    });
}

// Setting trust creates the map, so its entries are set afterwards.
void put_trust_before_maps(std::vector<KnobRequest>& requests)
{
    for (auto trust = requests.begin(); trust != requests.end(); ++trust) {
        if (trust->knob != Knob::trust || trust->tool != Tool::mlnx_qos)
            continue;
        const auto map = std::find_if(requests.begin(), trust, [&](const KnobRequest& request) {
            return request.port == trust->port && request.knob == Knob::dscp_priority;
        });
        std::rotate(map, trust, trust + 1);
    }
}

}

std::string boot_key(std::string_view persistent) { return sha256(persistent).substr(0, 24); }

Commands undo(std::span<const Tree> before,
    std::span<const Tree> /*after*/,
    const Device& device_before,
    std::span<const Change> changes)
{
    Commands made;
    Arena arena(512);
    const std::vector<ConfigFile> files = read_configuration(before, known_host(device_before), arena);
    KnobRequests forward(device_before, files);
    for (std::uint32_t index = 0; index < changes.size(); ++index) {
        if (Objection reason = forward.add(index, changes[index]))
            made.refused.push_back({index, std::move(reason).sentence()});
    }
    std::vector<KnobRequest> requests = forward.all();
    tie_map_to_trust(requests, device_before);
    std::ranges::reverse(requests);
    put_trust_before_maps(requests);
    std::vector<std::string_view> interfaces;
    for (KnobRequest& request : requests) {
        const std::string reason = fill_with_old_value(request, device_before);
        for (const std::uint32_t change : request.changes) {
            const bool told = std::ranges::find(made.refused, change, &Refusal::change) != made.refused.end();
            if (!reason.empty() && !told)
                made.refused.push_back({change, reason});
        }
        if (std::ranges::find(interfaces, request.interface) == interfaces.end())
            interfaces.push_back(request.interface);
    }
    if (requests.empty() || !made.refused.empty())
        return made;
    const KnobRequests as_before(device_before, files);
    const std::vector<std::string> lines = command_lines(requests, as_before);
    made.text = "#!/bin/sh\nset -eu\n";
    for (const std::string& line : lines)
        made.text += line + '\n';
    const std::string persistent = commands(before, device_before, changes).persistent;
    if (!persistent.empty() && is_file_name(device_before.name))
        made.persistent = fmt::format("{}{}\n", undo_mark, boot_key(persistent))
            + install_text(boot_script(device_before.name, lines, interfaces));
    return made;
}

}
