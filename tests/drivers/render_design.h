// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/design.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rocelint::render_design {

/// One port of a designed switch, with round numbers that are easy to recognise.
struct Wanted {
    std::string name;
    std::uint64_t gigabits = 100;
    std::uint32_t lanes = 4;
    std::uint32_t metres = 5;
    std::string peer = "host1";
    std::string peer_port = "eth0";
    Role peer_role = Role::host;
};

inline DscpSet dscps_without(DscpSet taken) { return DscpSet::all() - taken; }

inline DscpSet dscp_set(Dscp dscp)
{
    DscpSet set;
    set.insert(dscp);
    return set;
}

/// A switch with RDMA on DSCP 26 in priority 3, CNPs on DSCP 48 in priority 6 and, with two lossless classes, storage on DSCP 34
/// in priority 4. It has no ports yet.
inline DeviceDesign switch_design(
    std::string_view platform, std::string_view name, Role role, bool two_classes = false)
{
    DeviceDesign design;
    design.name = name;
    design.platform = platform;
    design.role = role;
    DscpSet taken = dscp_set(26) | dscp_set(48);
    if (two_classes)
        taken = taken | dscp_set(34);
    design.classes.push_back({.name = "best-effort",
        .priority = 0,
        .dscps = dscps_without(taken),
        .bandwidth = Percent::whole(two_classes ? 10 : 40)});
    design.classes.push_back({.name = "rdma",
        .priority = 3,
        .dscps = dscp_set(26),
        .lossless = true,
        .ecn = true,
        .bandwidth = Percent::whole(60)});
    if (two_classes)
        design.classes.push_back({.name = "storage",
            .priority = 4,
            .dscps = dscp_set(34),
            .lossless = true,
            .ecn = true,
            .bandwidth = Percent::whole(30)});
    design.classes.push_back(
        {.name = "cnp", .priority = 6, .dscps = dscp_set(48), .scheduler = SchedulerKind::strict});
    design.cnp_priority = 6;
    design.cnp_dscp = 48;
    design.rdma_tos = 26 << 2 | 2;
    design.watchdog = {.priorities = design.lossless(),
        .detection = Milliseconds{200},
        .restoration = Milliseconds{400},
        .poll = Milliseconds{100}};
    return design;
}

inline EcnTarget ecn_at(std::uint64_t gigabits)
{
    return {Bytes{1500 * gigabits}, Bytes{6000 * gigabits}, Percent::whole(20)};
}

/// Port `index` of a leaf: 25 and 100 Gb/s to hosts and 400 and 800 Gb/s to spines in turn, each with a different cable length.
inline Wanted mixed_port(std::uint32_t index, std::string name)
{
    struct Kind {
        std::uint64_t gigabits;
        std::uint32_t lanes;
        std::uint32_t metres;
    };
    constexpr std::array<Kind, 4> kinds{{{25, 1, 3}, {100, 4, 5}, {400, 4, 40}, {800, 8, 300}}};
    const Kind& kind = kinds[index % 4];
    const bool to_host = index % 4 < 2;
    return {.name = std::move(name),
        .gigabits = kind.gigabits,
        .lanes = kind.lanes,
        .metres = kind.metres,
        .peer = fmt::format("{}{}", to_host ? "host" : "spine", index),
        .peer_role = to_host ? Role::host : Role::spine};
}

/// Adds a port with a cable, and headroom and marking for each lossless class.
inline PortDesign& add_port(DeviceDesign& design, const Wanted& wanted)
{
    PortDesign& port = design.ports.emplace_back();
    port.name = wanted.name;
    port.peer_device = wanted.peer;
    port.peer_port = wanted.peer_port;
    port.peer_role = wanted.peer_role;
    port.speed = BitsPerSecond{wanted.gigabits * 1'000'000'000};
    port.lanes = wanted.lanes;
    port.cable = Metres{wanted.metres};
    port.ip_mtu = Bytes{9100};
    port.max_frame = Bytes{9114};
    port.fec = wanted.gigabits > 10 ? Fec::rs : Fec::none;
    port.rdma = true;
    for (const ClassDesign& each : design.classes) {
        if (!each.lossless)
            continue;
        LosslessDesign lossless;
        lossless.priority = each.priority;
        lossless.xon = Bytes{19456};
        lossless.xoff = Bytes{wanted.gigabits * 400 + wanted.metres * 1000};
        lossless.reserved = Bytes{lossless.xon.count + lossless.xoff->count};
        lossless.headroom_basis = "by hand";
        lossless.dynamic_threshold = 0;
        if (each.ecn)
            lossless.ecn = ecn_at(wanted.gigabits);
        lossless.ecn_basis = "by hand";
        port.lossless.push_back(std::move(lossless));
    }
    return port;
}

}
