// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"

#include <vector>

namespace rocelint {

/// One row of a table of headroom by speed and cable length.
struct HeadroomPoint {
    BitsPerSecond speed;
    Metres cable;
    Bytes xoff;
    std::size_t row = 0; ///< the caller's index
};

/// Two rows of a table: `more` is for the longer cable, or the higher speed.
struct HeadroomStep {
    HeadroomPoint less;
    HeadroomPoint more;
    double slope
        = 0; ///< of odd_slopes(): growth with the cable as a multiple of what light alone accounts for
};

/// The neighbours, of one speed or of one length, where more cable or more speed has less headroom.
[[nodiscard]] std::vector<HeadroomStep> falling_steps(std::vector<HeadroomPoint> points);

/// By speed the shortest and the longest row where headroom grows too little between them (less than `least` times
/// what light alone accounts for, and not to what the component model asks for) or too much (more than `most` times,
/// to more than that). `rounding` bytes are allowed for.
[[nodiscard]] std::vector<HeadroomStep> odd_slopes(
    std::vector<HeadroomPoint> points, double least, double most, Bytes rounding);

/// Whether one of the shipped tables has all these rows.
[[nodiscard]] bool is_shipped(const std::vector<HeadroomPoint>& points);

/// The rows of a device's headroom table: profiles that say what they are for. `row` is the index of the profile.
[[nodiscard]] std::vector<HeadroomPoint> headroom_points(const Device& device);

/// Where a profile states its headroom.
[[nodiscard]] Span place_of_xoff(const Device& device, const BufferProfile& profile);

}
