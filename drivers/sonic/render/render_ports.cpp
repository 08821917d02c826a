// SPDX-License-Identifier: Apache-2.0
// PORT, CABLE_LENGTH, DEVICE_NEIGHBOR and PFC_WD of a rendered config_db.json.
#include "drivers/sonic/render/render_tables.h"
#include "models/text/short_name.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

std::uint64_t mtu_of(Rendered& out, const PortDesign& port)
{
    const std::uint64_t frame = port.max_frame.count > frame_header ? port.max_frame.count - frame_header : 0;
    const std::uint64_t wanted = std::max(frame, port.ip_mtu.count);
    if (frame != 0 && port.ip_mtu.count != 0 && frame != port.ip_mtu.count)
        out.note(port.name,
            fmt::format("SONiC has one MTU for frames and IP packets: {{}} get the larger one, {}", wanted));
    return wanted == 0 ? 0
                       : static_cast<std::uint64_t>(out.fitted(
                           port_mtu, "the MTU of {}", static_cast<std::int64_t>(wanted), port.name));
}

void write_port(Rendered& out, const PortDesign& port)
{
    JsonLines& json = out.json;
    json.open(port.name);
    if (!port.alias.empty())
        json.text("alias", port.alias);
    if (port.index != 0)
        json.number("index", port.index);
    if (port.lane_numbers.empty()) {
        out.note(port.name,
            "the lanes of {} are not known: they are in the hardware's port_config.ini, so load this file "
            "over the switch's own PORT table");
    } else {
        json.text("lanes", fmt::format("{}", fmt::join(port.lane_numbers, ",")));
    }
    if (port.speed.count != 0)
        json.number(port_speed.name(),
            static_cast<std::uint64_t>(out.fitted(port_speed,
                "the speed of {} in Mb/s",
                static_cast<std::int64_t>(port.speed.count / bits_per_megabit),
                port.name)));
    // "auto" needs an ASIC that can override it (sonic-swss
    // orchagent/portsorch.cpp), and without the field the ASIC chooses by itself.
    if (port.fec != Fec::automatic)
        json.text(port_fec.name, word_of(port_fec.words, port.fec));
    if (const std::uint64_t mtu = mtu_of(out, port); mtu != 0)
        json.number(port_mtu.name(), mtu);
    if (!port.peer_device.empty())
        json.text("description", short_name(port.peer(), port_description.longest));
    json.text("admin_status", "up");
    json.close();
}

// In the traditional model buffermgrd uses the row for exactly this speed and length,
// or creates no headroom at all (sonic-swss cfgmgr/buffermgr.cpp, doSpeedUpdateTask).
// So if buffermgrd decides, write the next longer cable in the table.
std::uint32_t cable_of(Rendered& out, const PortDesign& port)
{
    const std::uint32_t real = port.cable.count;
    if (!port.rdma || !out.headroom_is_made(port))
        return real;
    const catalog::HeadroomTable* table = catalog::table_of_sku(out.design.model);
    const catalog::HeadroomRow* row = table == nullptr ? nullptr : table->row(port.speed, port.cable);
    if (table != nullptr && row == nullptr)
        out.note(port.name,
            fmt::format("the headroom table of {} has no row for {} Gb/s and {} m: add one to "
                        "pg_profile_lookup.ini, or {{}} get no headroom",
                table->sku,
                port.speed.count / (1000 * bits_per_megabit),
                real));
    if (row == nullptr || row->cable.count == real)
        return real;
    out.note(port.name,
        fmt::format(
            "the cable of {{}} is written as {} m, not {} m: the headroom table of {} has rows of these "
            "lengths only",
            row->cable.count,
            real,
            table->sku));
    return row->cable.count;
}

}

void write_ports(Rendered& out)
{
    out.json.open("PORT");
    for (const PortDesign& port : out.design.ports)
        write_port(out, port);
    out.json.close();
}

void write_cables(Rendered& out)
{
    out.json.open("CABLE_LENGTH");
    out.json.open(map_name);
    for (std::size_t index = 0; index < out.design.ports.size(); ++index) {
        const PortDesign& port = out.design.ports[index];
        if (port.peer_device.empty() && !port.rdma)
            continue;
        out.cables[index] = cable_of(out, port);
        out.json.text(port.name, fmt::format("{}m", out.cables[index]));
    }
    out.json.close();
    out.json.close();
}

// sonic-yang-models sonic-device_neighbor.yang.
void write_neighbours(Rendered& out)
{
    out.json.open("DEVICE_NEIGHBOR");
    for (const PortDesign& port : out.design.ports) {
        if (port.peer_device.empty())
            continue;
        out.json.open(port.name);
        out.json.text("name", port.peer_device);
        if (!port.peer_port.empty())
            out.json.text("port", port.peer_port);
        out.json.close();
    }
    out.json.close();
}

// sonic-yang-models sonic-pfcwd.yang: neither time may be shorter than the interval.
// Missing times get the values of `pfcwd start_default` (sonic-utilities pfcwd/main.py):
// 200 ms for every 32 ports or part of them, the interval at most 1000 ms.
void write_watchdog(Rendered& out)
{
    const DeviceDesign& design = out.design;
    if (design.watchdog.priorities.empty() || std::ranges::none_of(design.ports, &PortDesign::is_lossless))
        return;
    const auto count
        = static_cast<std::uint32_t>(std::ranges::count_if(design.ports, &PortDesign::is_lossless));
    const Milliseconds unit{200 * ((count - 1) / 32 + 1)};
    const auto longest_poll = static_cast<std::uint32_t>(poll_interval.limit.most);
    const Milliseconds usual_poll{std::min(unit.count(), longest_poll)};
    const auto fitted = [&](const NumberField& field, std::string_view what, Milliseconds wanted) {
        return static_cast<std::uint32_t>(
            out.fitted(field, fmt::format("the watchdog's {}", what), wanted.count()));
    };
    const std::uint32_t poll
        = fitted(poll_interval, "poll interval", design.watchdog.poll.value_or(usual_poll));
    const auto time
        = [&](const NumberField& field, std::string_view what, const std::optional<Milliseconds>& wanted) {
              const std::uint32_t taken = fitted(field, what, wanted.value_or(unit));
              if (taken < poll)
                  out.left_out.push_back(fmt::format(
                      "the watchdog's {} is {} ms, not {} ms: it may not be shorter than the poll interval",
                      what,
                      poll,
                      taken));
              return std::max(taken, poll);
          };
    const std::uint32_t detection = time(detection_time, "detection time", design.watchdog.detection);
    const std::uint32_t restoration = time(restoration_time, "restoration time", design.watchdog.restoration);
    out.json.open("PFC_WD");
    out.json.open("GLOBAL");
    out.json.number(poll_interval.name(), poll);
    out.json.close();
    for (const PortDesign& port : design.ports) {
        if (!port.is_lossless())
            continue;
        out.json.open(port.name);
        out.json.text(watchdog_action.name, word_of(watchdog_action.words, WatchdogAction::drop));
        out.json.number(detection_time.name(), detection);
        out.json.number(restoration_time.name(), restoration);
        out.json.close();
    }
    out.json.close();
    // The daemon polls counters, which are off by default (sonic-yang-models sonic-flex_counter.yang).
    out.json.open("FLEX_COUNTER_TABLE");
    out.json.open("PFCWD");
    out.json.text("FLEX_COUNTER_STATUS", "enable");
    out.json.close();
    out.json.close();
}

}
