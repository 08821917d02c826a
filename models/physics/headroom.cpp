// SPDX-License-Identifier: Apache-2.0
// IEEE 802.1Q-2022 annex N, term by term, for switches of any vendor: the data in flight in both directions
// when pause is sent. Delays that are not given are left out, never guessed, and the caller reports that.
#include "models/physics/headroom.h"

#include "models/physics/threshold.h"
#include "models/physics/wire.h"

#include <cmath>

namespace rocelint::physics {
namespace {

constexpr double bits_per_byte = 8;
constexpr double nanoseconds_per_second = 1e9;
constexpr std::string_view component_source
    = "IEEE 802.1Q-2022 annex N (802.1Qbb): headroom by components; frame sizes of 802.3";

/// Bits transmitted in `time`.
double bits_in(BitsPerSecond speed, std::chrono::nanoseconds time)
{
    return static_cast<double>(speed.count) * static_cast<double>(time.count()) / nanoseconds_per_second;
}

/// Bits on the cable in both directions.
double cable_bits(const HeadroomInput& input)
{
    return static_cast<double>(2 * fibre_ns_per_metre * input.cable.count)
        * static_cast<double>(input.speed.count) / nanoseconds_per_second;
}

Bytes whole_bytes(double bytes) { return {static_cast<std::uint64_t>(std::ceil(bytes))}; }

/// Memory that a packet of `bytes` takes: whole cells if their size is known.
double stored(Bytes bytes, Bytes cell) { return static_cast<double>(round_to_cells(bytes, cell).count); }

/// Memory that one byte on the wire takes while lossless packets arrive, a share of which have minimal size.
/// Returns 1 if the cell size is unknown.
double stored_share(const HeadroomInput& input, Bytes cell)
{
    if (cell.count == 0)
        return 1;
    const double small = static_cast<double>(input.small_packets.hundredths)
        / static_cast<double>(Percent::whole(100).hundredths);
    const auto mix = [&](double minimal, double largest) { return small * minimal + (1 - small) * largest; };
    const double wire = mix(static_cast<double>(frame_bits(smallest_frame)),
                            static_cast<double>(frame_bits(input.lossless_mtu)))
        / bits_per_byte;
    return mix(stored(smallest_frame, cell), stored(input.lossless_mtu, cell)) / wire;
}

/// A sum of terms in bits, each shown in bytes.
class BitSum {
public:
    void add(std::string_view name, double bits, std::string_view source)
    {
        bits_ += bits;
        terms_.add({name, bits / bits_per_byte, source});
    }
    /// Adds a packet that is stored as a whole.
    void add_packet(std::string_view name, Bytes packet, Bytes cell, std::string_view source)
    {
        const double wire = static_cast<double>(frame_bits(packet));
        add(name, cell.count == 0 ? wire : stored(packet, cell) * bits_per_byte, source);
    }
    [[nodiscard]] Bytes bytes() const { return whole_bytes(bits_ / bits_per_byte); }
    [[nodiscard]] const Terms& terms() const { return terms_; }

private:
    double bits_ = 0;
    Terms terms_;
};

}

Headroom component_headroom(const HeadroomInput& input, Bytes cell)
{
    // Data that arrives within a time is counted in the cells that its packets occupy.
    const double share = stored_share(input, cell);
    BitSum sum;
    // While this packet and the pause frame leave, the peer continues sending.
    sum.add("largest packet of any class, which pause cannot interrupt",
        share * static_cast<double>(frame_bits(input.mtu)),
        component_source);
    sum.add("the PFC frame", share * static_cast<double>(pfc_frame_bits), component_source);
    if (input.interface_bits)
        sum.add(input.interfaces == 1 ? "delay of one interface" : "delay of both interfaces",
            share * static_cast<double>(*input.interface_bits * input.interfaces),
            input.interface_source);
    if (input.gearbox.count() != 0)
        sum.add("gearbox, both directions", share * 2 * bits_in(input.speed, input.gearbox), "as given");
    if (input.macsec.count() != 0)
        sum.add("MACsec at both ends", share * 2 * bits_in(input.speed, input.macsec), "as given");
    sum.add("cable, both directions", share * cable_bits(input), "5 ns a metre");
    if (input.response_quanta)
        sum.add("time the peer takes to stop",
            share * static_cast<double>(*input.response_quanta * quantum_bits),
            input.response_source);
    sum.add_packet("largest lossless packet, just begun", input.lossless_mtu, cell, component_source);
    Headroom headroom;
    headroom.xoff = sum.bytes();
    headroom.size = headroom.xoff;
    headroom.cells = cell.count == 0 ? 0 : cells_of(headroom.xoff, cell);
    headroom.terms = sum.terms();
    return headroom;
}

Bytes headroom_floor(const HeadroomInput& input)
{
    return whole_bytes(static_cast<double>(input.lossless_mtu.count) + cable_bits(input) / bits_per_byte);
}

double slope_ratio(
    BitsPerSecond speed, Metres short_cable, Bytes short_xoff, Metres long_cable, Bytes long_xoff)
{
    if (long_cable <= short_cable || speed.count == 0)
        return 0;
    const double metres = static_cast<double>(long_cable.count - short_cable.count);
    const double grown = static_cast<double>(long_xoff.count) - static_cast<double>(short_xoff.count);
    const double light = 2 * static_cast<double>(speed.count) / (bits_per_byte * light_in_fibre);
    return grown / metres / light;
}

}
