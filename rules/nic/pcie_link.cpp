// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::nic029 {
namespace {

constexpr Example examples[] = {
    {.title = "The link has half of the NIC's lanes, each at a quarter of its rate",
        .files = {{{"linux-host",
            "host1",
            R"(-0000:1a:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]
+0000:1a:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]
+		LnkCap:	Port #0, Speed 32GT/s, Width x16, ASPM not supported
+		LnkSta:	Speed 8GT/s (downgraded), Width x8 (downgraded)
)"}}},
        .flagged = "LnkSta:"},
    {.title = "The slot is of an older generation than the NIC, and still carries the port's speed",
        .files = {{{"linux-host",
            "host1",
            R"(-0000:1a:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]
+0000:1a:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]
+		LnkCap:	Port #0, Speed 32GT/s, Width x16, ASPM not supported
+		LnkSta:	Speed 16GT/s (downgraded), Width x16
)"}}},
        .flagged = "LnkSta:"},
    {.title = "The slot has half of the NIC's lanes, and still carries the port's speed",
        .files = {{{"linux-host",
            "host1",
            R"(-0000:1a:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]
+0000:1a:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]
+		LnkCap:	Port #0, Speed 32GT/s, Width x16, ASPM not supported
+		LnkSta:	Speed 32GT/s, Width x8 (downgraded)
)"}}},
        .flagged = "LnkSta:"},
    {.title = "The link has all that the NIC is capable of",
        .files = {{{"linux-host",
            "host1",
            R"(-0000:1a:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]
+0000:1a:00.0 Ethernet controller: Mellanox Technologies MT2910 Family [ConnectX-7]
+		LnkCap:	Port #0, Speed 32GT/s, Width x16, ASPM not supported
+		LnkSta:	Speed 32GT/s, Width x16
)"}}}},
};

// The share of the transfers after line coding: 8b/10b up to 5 GT/s, 128b/130b above. At 64 GT/s, flits cost
// 14 of 256 bytes.
double carried(BitsPerSecond lane_rate, std::uint8_t lanes)
{
    const auto transfers = static_cast<double>(lane_rate.count) * lanes;
    if (lane_rate.count <= 5'000'000'000)
        return transfers * 8 / 10;
    return lane_rate.count < 64'000'000'000 ? transfers * 128 / 130 : transfers * 242 / 256;
}

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical || !nic->pcie_lanes.known()
        || !nic->pcie_lane_rate.known())
        return;
    const bool narrow = nic->pcie_narrow.is(true);
    if (!narrow && !nic->pcie_slow.is(true))
        return;
    const double bits = carried(nic->pcie_lane_rate.value, nic->pcie_lanes.value);
    const Setting<BitsPerSecond>& speed = context.port().speed;
    const bool too_slow = speed.peek_known() && bits < static_cast<double>(speed.value.count);
    const bool doubtful = narrow && !speed.peek_known();
    Diagnosis diagnosis{.severity = too_slow || doubtful ? Severity::warning : Severity::info,
        .at = context.place(nic->pcie_lanes.origin),
        .message = fmt::format("the PCIe link of {} runs with {} lanes of {:g} GT/s, {} than the NIC is "
                               "capable of: it carries {:.0f} Gb/s at most{}",
            context.port_label(context.id),
            nic->pcie_lanes.value,
            static_cast<double>(nic->pcie_lane_rate.value.count) / 1e9,
            narrow ? "fewer" : "slower ones",
            bits / 1e9,
            speed.peek_known() ? fmt::format(", {} for the {:g} Gb/s of the port",
                too_slow ? "too little" : "enough",
                static_cast<double>(speed.value.count) / 1e9)
                               : std::string()),
        .subjects = {context.subject(Property::pci, Part::option("link"))},
        .fix = "Seat the card again or use a slot with all lanes and the card's generation, and look at the "
               "BIOS for a divided slot or a limited link speed."};
    const Span capability = context.place(narrow ? nic->pcie_narrow.origin : nic->pcie_slow.origin);
    if (capability != diagnosis.at)
        diagnosis.show(capability, "what the NIC is capable of");
    context.report(std::move(diagnosis));
}

}

extern const Rule rule = {
    .code = "NIC029",
    .name = "pcie-link-below-capability",
    .severity = Severity::warning,
    .other_severities = {{{Severity::info,
        "where the link carries the speed of the port all the same, or has all lanes and that speed is unknown"}}},
    .scope = Scope::host,
    .summary = "The PCIe link of an RDMA NIC has fewer or slower lanes than the NIC.",
    .why
    = "A card that is not seated well, a divided slot or a slot of an older generation costs lanes or speed, and the link "
      "comes up all the same. The NIC then takes packets from the wire faster than it can write them to memory: its "
      "receive buffer fills up, it pauses its switch, and the pause spreads through the fabric as if a receiver were slow. "
      "Every job on that host runs at the speed of the bus.",
    .source
    = "PCI Express Base Specification 6.0, 4.2 (8b/10b to 5 GT/s, 128b/130b from 8 GT/s, flits at 64 GT/s) and 7.5.3.6, "
      "7.5.3.8 (Link Capabilities, Link Status); lspci(8) of pciutils (\"downgraded\"); Guo et al., RDMA over Commodity "
      "Ethernet at Scale, SIGCOMM 2016, section 4.4 (the slow-receiver symptom)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give the card a slot with its number of lanes and its generation, and seat it again.",
    .check_port = check,
};

}
