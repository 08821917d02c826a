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
    std::size_t row = 0; ///< the caller's index of the row
};

/// Two rows of a table: `more` is for the longer cable or the higher speed.
struct HeadroomStep {
    HeadroomPoint less;
    HeadroomPoint more;
    /// Set by odd_slopes(): growth with cable length as a multiple of what the propagation delay alone
    /// requires.
    double slope = 0;
};

/// Neighboring rows, of one speed or one length, in which more cable or more speed has less headroom.
[[nodiscard]] std::vector<HeadroomStep> falling_steps(std::vector<HeadroomPoint> points);

/// For each speed, the shortest and the longest row if headroom grows too little between them (less than
/// `least` times what the propagation delay alone requires, and to less than the component model requires) or
/// too much (more than `most` times, and to more than the component model requires). Allows for `rounding`
/// bytes.
[[nodiscard]] std::vector<HeadroomStep> odd_slopes(
    std::vector<HeadroomPoint> points, double least, double most, Bytes rounding);

/// Whether one of the shipped tables contains all these rows. A cable between two of its lengths has the row of the
/// longer one.
[[nodiscard]] bool is_shipped(const std::vector<HeadroomPoint>& points);

/// The rows of a device's headroom table: the profiles that state their speed and cable length. `row` is the
/// index of the profile.
[[nodiscard]] std::vector<HeadroomPoint> headroom_points(const Device& device);

/// Where a profile states its headroom.
[[nodiscard]] Span place_of_xoff(const Device& device, const BufferProfile& profile);

}
