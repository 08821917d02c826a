// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/value/quantity.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace rocelint::physics {

/// One term of a headroom sum, for display. Texts are literals or catalog text.
struct Term {
    std::string_view name; ///< "cable, both directions"
    double bytes = 0; ///< as added to the sum, before rounding
    std::string_view source; ///< clause, paper or upstream file
};

/// The terms of one model, in the order in which they are added. Does not allocate, because every port has
/// one.
class Terms {
public:
    void add(Term term)
    {
        if (count_ < terms_.size())
            terms_[count_++] = term;
    }
    [[nodiscard]] const Term* begin() const { return terms_.data(); }
    [[nodiscard]] const Term* end() const { return terms_.data() + count_; }

private:
    std::array<Term, 12> terms_{};
    std::size_t count_ = 0;
};

/// Everything that headroom depends on, in neutral terms.
struct HeadroomInput {
    BitsPerSecond speed;
    std::uint32_t lanes = 4; ///< serial lanes of the port
    Metres cable; ///< one way
    Bytes mtu{9100}; ///< largest packet of any class, as the platform's formula counts it
    Bytes lossless_mtu{1024}; ///< largest packet of the lossless class
    Percent small_packets = Percent::whole(50); ///< share of minimal-size packets among lossless packets
    std::chrono::nanoseconds gearbox{0}; ///< delay of a gearbox, each way
    std::chrono::nanoseconds macsec{0}; ///< delay of MACsec in either MAC, added to the component model
    /// Time that the peer takes to stop, in pause quanta of 512 bit times (802.3 annex 31B.3.7;
    /// catalog::response_quanta). Absent if it is undocumented for the speed.
    std::optional<std::uint32_t> response_quanta;
    std::string_view response_source; ///< of response_quanta, for the term
    /// Delay of one interface, MAC to wire, in bit times (catalog::interface_bits). Absent if unknown for the
    /// speed.
    std::optional<std::uint64_t> interface_bits;
    std::string_view interface_source;
    bool shared_headroom = false; ///< the switch has a shared headroom pool
    std::uint32_t interfaces = 1; ///< interface delays of the component model: 1, or 2 for both ends
};

/// The figures of an ASIC in its headroom formula. Sizes in KiB as in the vendors' tables.
struct AsicDelays {
    Bytes cell;
    double pipeline_kib = 0;
    double mac_phy_kib = 0;
    double peer_response_kib = 0; ///< used if the speed has no response time of its own
    bool tile_delay = false; ///< adds 120 ns on chips built from tiles (Spectrum-4, -5)
    Bytes extra_xoff{0}; ///< bytes that the vendor adds without an explanation (Spectrum-6: 18 KiB)
};

/// Ingress buffer to reserve for one lossless class of one port.
struct Headroom {
    Bytes xon; ///< fill below which the sender may resume
    Bytes xoff; ///< bytes that still arrive after pause was sent: the headroom itself
    Bytes size; ///< the parts of xon and xoff that are reserved for this group alone
    std::uint64_t cells = 0; ///< size (with a shared pool: xoff) in cells; 0 if the cell size is unknown
    Terms terms; ///< add up to xoff before rounding
};

/// IEEE 802.1Q-2022 annex N (802.1Qbb): worst case by components. Counts arriving data in cells of `cell`
/// bytes, because small packets fill cells poorly, or in bytes if `cell` is zero. xon is zero and size equals
/// xoff.
[[nodiscard]] Headroom component_headroom(const HeadroomInput& input, Bytes cell);
/// SONiC's dynamic model of the Spectrum family: cfgmgr/buffer_headroom_mellanox.lua.
[[nodiscard]] Headroom spectrum_headroom(const HeadroomInput& input, const AsicDelays& asic);
/// SONiC's dynamic model of Tofino: cfgmgr/buffer_headroom_barefoot.lua.
[[nodiscard]] Headroom tofino_headroom(const HeadroomInput& input, const AsicDelays& asic);

/// The receive buffer that mlx5 needs for a lossless class: Linux
/// drivers/net/ethernet/mellanox/mlx5/core/en/port_buffer.c.
struct NicBuffer {
    Bytes xoff_delta; ///< room above the XOFF threshold
    Bytes size; ///< the smallest buffer that the driver accepts as lossless
    Terms terms;
};
/// `mtu` is the interface's MTU, `max_mtu` the largest MTU that the driver offers.
[[nodiscard]] NicBuffer mlx5_buffer(BitsPerSecond speed, Metres cable, Bytes mtu, Bytes max_mtu, Bytes cell);
/// How much longer than assumed by mlx5 a cable may be before packets are lost: the driver assumes a longer
/// response time than 802.3 (`response_quanta`, of 512 bit times).
[[nodiscard]] Metres mlx5_spare_cable(BitsPerSecond speed, std::uint32_t response_quanta);
/// Cells that the in-kernel Spectrum driver reserves for one group: Linux mlxsw spectrum.c. `delay_bits` is
/// the value of DCB's maxrate and PFC delay attributes.
struct MlxswBuffer {
    std::uint64_t threshold_cells = 0;
    std::uint64_t delay_cells = 0;
};
[[nodiscard]] MlxswBuffer mlxsw_buffer(Bytes mtu, std::uint64_t delay_bits, Bytes cell, std::uint32_t lanes);

/// Bytes that arrive even if the peer stops at once: one lossless packet and the bytes on the cable. With
/// less headroom, loss is certain under load [derived from the component model]. Excludes the response time
/// of the standard, which is only an upper bound for the peer.
[[nodiscard]] Bytes headroom_floor(const HeadroomInput& input);

/// Growth of headroom with cable length, as a multiple of the bytes from propagation delay alone (2 * rate /
/// 8v).
[[nodiscard]] double slope_ratio(
    BitsPerSecond speed, Metres short_cable, Bytes short_xoff, Metres long_cable, Bytes long_xoff);

}
