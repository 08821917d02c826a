// SPDX-License-Identifier: Apache-2.0
// sonic-swss cfgmgr/buffer_headroom_mellanox.lua, term by term with its rounding. The result is compared with
// the switch's own values, so it must be equal, not better.
#include "models/physics/dynamic_model.h"
#include "models/physics/headroom.h"
#include "models/physics/threshold.h"

namespace rocelint::physics {
namespace {

using namespace dynamic_model;

constexpr std::string_view headroom_lua = "sonic-net/sonic-swss cfgmgr/buffer_headroom_mellanox.lua";
constexpr std::string_view spectrum_table = "sonic-net/sonic-buildimage platform/mellanox/asic_table.j2";
constexpr double tile_nanoseconds = 120; // the Lua's tile delay
constexpr double worst_case_reserve = 2 * kibi; // what the Lua adds if worst-case packing needs more

/// Share of bytes in small packets, in percent: the share of packets, weighted by size.
double small_bytes_percent(const HeadroomInput& input)
{
    const double small = input.small_packets.value();
    const double average
        = (small * minimal_packet + (whole_percent - small) * bytes(input.lossless_mtu)) / whole_percent;
    return average == 0 ? whole_percent : whole_percent * minimal_packet / average;
}

double tile_bytes(const HeadroomInput& input, const AsicDelays& asic)
{
    return asic.tile_delay ? megabits(input.speed) / 1000 * tile_nanoseconds / bits_per_byte : 0;
}

}

Headroom spectrum_headroom(const HeadroomInput& input, const AsicDelays& asic)
{
    const bool wide = input.lanes == wide_port_lanes;
    const double pipeline = asic.pipeline_kib * kibi * (wide ? 2 : 1);
    const double factor = std::ceil(worst_case_factor(asic.cell));
    const double small = small_bytes_percent(input);
    const double occupancy = (whole_percent - small + small * factor) / whole_percent;
    const double cable = on_cable(input, 1000);
    const double gearbox = 2 * in_gearbox(input);
    const double mac_phy = asic.mac_phy_kib * kibi;
    const double response = of_response(input, asic);
    const double tile = tile_bytes(input, asic);
    const double delay = bytes(input.mtu) + cable + gearbox + mac_phy + response + tile;
    const double lossless = bytes(input.lossless_mtu);
    double xoff = up_to_kibi(lossless + delay * occupancy) + bytes(asic.extra_xoff);

    Headroom out;
    out.terms.add({"largest lossless packet, just begun", lossless, headroom_lua});
    out.terms.add(
        {"largest packet of any class, which pause cannot interrupt", bytes(input.mtu), headroom_lua});
    out.terms.add({"cable, both directions", cable, headroom_lua});
    if (gearbox > 0)
        out.terms.add({"gearbox, both directions", gearbox, headroom_lua});
    out.terms.add({"MAC and PHY", mac_phy, spectrum_table});
    out.terms.add({"time the peer takes to stop",
        response,
        input.response_quanta ? input.response_source : spectrum_table});
    if (tile > 0)
        out.terms.add({"path between the chip's tiles", tile, headroom_lua});
    out.terms.add({"cells that small packets leave half empty", delay * (occupancy - 1), headroom_lua});
    if (asic.extra_xoff.count != 0)
        out.terms.add({"the vendor's fixed addition", bytes(asic.extra_xoff), headroom_lua});
    if (!input.shared_headroom && input.small_packets != Percent::whole(100)
        && xoff + worst_case_reserve < up_to_kibi(lossless + delay * factor)) {
        xoff += worst_case_reserve;
        out.terms.add({"reserve for worse packing than assumed", worst_case_reserve, headroom_lua});
    }
    const double xon = up_to_kibi(pipeline);
    out.xon = whole(xon);
    out.xoff = whole(xoff);
    out.size
        = input.shared_headroom ? out.xon : whole(up_to_kibi(xoff + xon + (wide ? bytes(input.mtu) : 0)));
    out.cells = cells_of(input.shared_headroom ? out.xoff : out.size, asic.cell);
    return out;
}

}
