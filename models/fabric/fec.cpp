// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/fec.h"

#include <fmt/format.h>

namespace rocelint {
namespace {

constexpr std::uint64_t slowest_pam4_lane = 50'000'000'000; // bit/s

bool knows_lanes(const Port& port)
{
    return port.speed.known() && port.lanes.known() && port.lanes.value != 0;
}

}

bool is_pam4(const Port& port)
{
    return knows_lanes(port) && port.speed.value.count / port.lanes.value >= slowest_pam4_lane;
}

bool rs_is(const Port& port, Fec code)
{
    return code == Fec::rs || (knows_lanes(port) && code == (is_pam4(port) ? Fec::rs544 : Fec::rs528));
}

std::string no_word_for_code(std::string_view word, const Port& port, Fec code)
{
    if (!is_reed_solomon(code) || rs_is(port, code))
        return {};
    return fmt::format("\"{}\" is the Reed-Solomon code of the port's lanes, which {} {} on {}",
        word,
        knows_lanes(port) ? "is not" : "is not known to be",
        code == Fec::rs544 ? "RS(544,514)" : "RS(528,514)",
        port.name);
}

}
