// SPDX-License-Identifier: Apache-2.0
// The senders of the simulation against the published model of DCQCN.
#include "tests/simulate/dcqcn_cases.h"

#include <doctest/doctest.h>

#include <cmath>

namespace rocelint::testing {

TEST_CASE("DCQCN does what its published model says, within the stated tolerance")
{
    for (const DcqcnCase& one : dcqcn_cases()) {
        CAPTURE(one.quantity);
        CAPTURE(one.expected);
        CAPTURE(one.measured);
        CHECK(std::abs(one.measured / one.expected - 1) <= one.tolerance);
    }
}

}
