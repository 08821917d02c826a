// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::srlinux {

inline constexpr std::string_view lines_of = "lines of `info flat` of SR Linux";
inline constexpr std::string_view blocks_of = "blocks as SR Linux writes them";

/// Driver::signs.
inline constexpr Sign signs[]{
    Sign{"set / ", Sign::certain, lines_of},
    Sign{"set /interface ", Sign::certain, lines_of},
    Sign{"set /network-instance ", Sign::certain, lines_of},
    Sign{"set /qos ", Sign::certain, lines_of},
    Sign{"set /system ", Sign::certain, lines_of},
    Sign{"set /platform ", Sign::certain, lines_of},
    Sign{"delete / ", 60, lines_of},
    Sign{"delete /interface ", 60, lines_of},
    Sign{"delete /qos ", 60, lines_of},
    Sign{"--{ ", 60, "the prompt of SR Linux", " }--["},
    Sign{"interface ethernet-", Sign::certain, blocks_of, {}, "{"},
    Sign{"interface mgmt0 {", 60, blocks_of},
    Sign{"network-instance ", 40, blocks_of, {}, "{"},
    Sign{"subinterface ", 30, blocks_of, {}, "{"},
    Sign{"interface-ref {", 40, blocks_of},
    Sign{"pfc-mapping-profile ", 60, blocks_of, {}, "{"},
    Sign{"buffer-allocation-profile ", 60, blocks_of, {}, "{"},
    Sign{"queue-management-profile ", 60, blocks_of, {}, "{"},
    Sign{"wred-slope ", 40, blocks_of, " enable-ecn "},
    Sign{"explicit-congestion-notification {", 40, blocks_of},
    Sign{"unicast-mapping {", 40, blocks_of},
    Sign{"forwarding-classes {", 30, blocks_of},
    Sign{"rewrite-rules {", 20, blocks_of},
    Sign{"dscp-policy ", 35, blocks_of, {}, "{"},
    Sign{"scheduler-policy ", 35, blocks_of, {}, "{"},
    Sign{"unicast-queue ", 35, blocks_of},
};

}
