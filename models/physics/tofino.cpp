// SPDX-License-Identifier: Apache-2.0
// sonic-swss cfgmgr/buffer_headroom_barefoot.lua, term by term. Its headroom always comes from a shared pool,
// so a profile reserves no more than its xon.
#include "models/physics/dynamic_model.h"
#include "models/physics/headroom.h"
#include "models/physics/threshold.h"

namespace rocelint::physics {
namespace {

using namespace dynamic_model;

constexpr std::string_view barefoot_lua = "sonic-net/sonic-swss cfgmgr/buffer_headroom_barefoot.lua";
constexpr std::string_view barefoot_table = "sonic-net/sonic-buildimage platform/barefoot/asic_table.j2";
constexpr BitsPerSecond doubled_response{400'000'000'000}; // the Lua doubles the response bytes at 400G

}

Headroom tofino_headroom(const HeadroomInput& input, const AsicDelays& asic)
{
    const double small = input.small_packets.value();
    const double occupancy = (whole_percent - small + small * worst_case_factor(asic.cell)) / whole_percent;
    const double cable = on_cable(input, kibi);
    const double gearbox = 2 * in_gearbox(input);
    const double mac_phy = asic.mac_phy_kib * kibi;
    const double response = of_response(input, asic) * (input.speed == doubled_response ? 2 : 1);
    const double delay = bytes(input.mtu) + cable + gearbox + mac_phy + response;
    const double lossless = bytes(input.lossless_mtu);

    Headroom out;
    out.terms.add({"largest lossless packet, just begun", lossless, barefoot_lua});
    out.terms.add(
        {"largest packet of any class, which pause cannot interrupt", bytes(input.mtu), barefoot_lua});
    out.terms.add({"cable, both directions", cable, barefoot_lua});
    if (gearbox > 0)
        out.terms.add({"gearbox, both directions", gearbox, barefoot_lua});
    out.terms.add({"MAC and PHY", mac_phy, barefoot_table});
    out.terms.add({"time the peer takes to stop",
        response,
        input.response_quanta ? input.response_source : barefoot_table});
    out.terms.add({"cells that small packets leave half empty", delay * (occupancy - 1), barefoot_lua});
    out.xoff = whole(up_to_kibi(lossless + delay * occupancy));
    out.xon = whole(up_to_kibi(asic.pipeline_kib * kibi));
    out.size = out.xon; // the headroom itself comes from a shared pool
    out.cells = cells_of(out.xoff, asic.cell);
    return out;
}

}
