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

/// Two neighbouring rows of a table: `more` is for the longer cable, or the higher speed.
struct HeadroomStep {
    HeadroomPoint less;
    HeadroomPoint more;
    double slope = 0; ///< of odd_slopes(): growth with the cable as a multiple of what light alone accounts for
};

/// The neighbours, of one speed or of one length, where more cable or more speed has less headroom.
[[nodiscard]] std::vector<HeadroomStep> falling_steps(std::vector<HeadroomPoint> points);

/// The neighbours of one speed whose growth with the cable is below `least`, unless the longer one has enough for the
/// component model anyway, or above `most`, as multiples of what light alone accounts for.
[[nodiscard]] std::vector<HeadroomStep> odd_slopes(
    std::vector<HeadroomPoint> points, double least, double most);

/// The rows of a device's headroom table: profiles that say what they are for. `row` is the index of the profile.
[[nodiscard]] std::vector<HeadroomPoint> headroom_points(const Device& device);

/// Where a profile states its headroom.
[[nodiscard]] Span place_of_xoff(const Device& device, const BufferProfile& profile);

}
