// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/write/line_text.h"
#include "models/fabric/design.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Helpers for drivers that write a design as lines.
namespace rocelint::line_cli {

inline constexpr std::uint64_t bits_per_gigabit = 1'000'000'000;

/// Returns the larger of the port's IP packet and the packet that fits into its frame after `header`, in
/// bytes. For platforms with one limit for both.
[[nodiscard]] std::uint64_t largest_packet(const PortDesign& port, std::uint64_t header);
/// Returns the DSCPs that map to a class. DSCPs of no class map to the first class.
[[nodiscard]] DscpSet dscps_of(const DeviceDesign& design, const ClassDesign& wanted);
/// Returns the PCPs that map to a class: its priority, and for the first class also the PCPs of no class.
[[nodiscard]] PrioritySet pcps_of(const DeviceDesign& design, const ClassDesign& wanted);
/// Returns how a port marks a class, or null if it does not mark it.
[[nodiscard]] const EcnTarget* marking_of(const PortDesign& port, const ClassDesign& wanted);
/// Whether the port carries RDMA in a lossless class.
[[nodiscard]] inline bool is_lossless(const PortDesign& port) { return port.rdma && !port.lossless.empty(); }
/// Whether the port is cabled to another switch of the fabric. Such ports are routed: switched cables would close loops of layer 2.
[[nodiscard]] bool leads_to_switch(const PortDesign& port);
/// Whether the ports of a design classify by this field.
[[nodiscard]] bool trusts_dscp(const DeviceDesign& design);
[[nodiscard]] bool trusts_pcp(const DeviceDesign& design);
/// Returns the name of a class as names in configurations are usually written: "BEST-EFFORT".
[[nodiscard]] std::string upper_name(const ClassDesign& each);

/// A profile of a designed switch, and one of the ports that it is made for.
struct ProfileDesign {
    std::string name; ///< "RDMA-400G", "NO-RDMA"
    const PortDesign* example = nullptr;
};
/// The profiles of a design and which one each port uses.
struct ProfileDesigns {
    std::vector<ProfileDesign> profiles;
    std::vector<std::uint32_t> of_port;
};
/// The contents of a platform's profiles: they must be the same for all ports of a profile.
enum class ProfileHolds : std::uint8_t { marking, marking_and_headroom };
/// Groups the ports into profiles. Ports of the same speed and with the same marking (and headroom) share a
/// profile; so do all ports that carry no RDMA.
[[nodiscard]] ProfileDesigns group_profiles(
    const DeviceDesign& design, ProfileHolds holds = ProfileHolds::marking);

/// Returns the probability in whole percent, rounded up, which marks earlier. `out` reports what was changed.
[[nodiscard]] std::uint32_t whole_percent(Percent probability, LineText& out, std::string_view platform);

// Lines of a port, by their kind on the platform.

/// Writes what the port is cabled to.
template <class Kind>
void say_peer(LineText& out, Kind description, const PortDesign& port)
{
    if (const std::string peer = port.peer(); !peer.empty())
        out.say(named(description, peer));
}
/// Writes the largest_packet(), if the design has a size.
template <class Kind>
void say_packet(LineText& out, Kind mtu, const PortDesign& port, std::uint64_t header)
{
    if (const std::uint64_t largest = largest_packet(port, header); largest != 0)
        out.say(fact_of(mtu, {largest}));
}
/// Writes the speed, if the design has one. A speed for which the row has no word is left out with this
/// sentence.
template <class Kind>
void say_speed(LineText& out, Kind speed, const PortDesign& port, std::string_view no_word)
{
    if (port.speed.count == 0)
        return;
    const Fact wanted = fact_of(speed, {port.speed.count});
    if (out.has_words(wanted))
        out.say(wanted);
    else
        out.leave_out(std::string(no_word), port.name);
}

/// Returns the shares of the classes for `platform`, which takes whole percent and refuses a sum above 100.
/// Shares are rounded down, and the remainder goes to the first lossless class. `out` reports what was
/// changed.
[[nodiscard]] std::vector<std::uint32_t> whole_shares(
    const DeviceDesign& design, LineText& out, std::string_view platform);

}
