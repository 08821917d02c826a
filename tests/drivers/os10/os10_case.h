// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/os10/os10.h"
#include "models/fabric/classify.h"
#include "tests/drivers/render_design.h"
#include "tests/drivers/text_case.h"

#include <string>

namespace rocelint::os10_test {

struct Case : tests::TextCase {
    explicit Case(std::string_view text) : TextCase(os10::driver, "leaf1.cfg", text) { }

    [[nodiscard]] std::uint32_t lines(CoverageState state) const { return coverage.count(state); }
    [[nodiscard]] const Queue& queue(std::string_view name, std::uint8_t number) const
    {
        return *device().queue(port(name), number);
    }
    [[nodiscard]] const EcnProfile* marking(std::string_view name, std::uint8_t number) const
    {
        const Setting<Ref>& ecn = queue(name, number).ecn;
        return ecn.known() && !ecn.value.none() ? &device().ecn_profiles.at(ecn.value.index) : nullptr;
    }
    [[nodiscard]] std::uint8_t mapped(const Setting<Ref>& map, std::uint8_t point) const
    {
        return device().maps.at(map.value.index).at_point(point);
    }
};

inline constexpr const char* head = "! Version 10.5.4.3\nhostname leaf1\n!\n";
inline constexpr const char* lossless
    = "class-map type network-qos G3\n match qos-group 3\n!\n"
      "policy-map type network-qos NQ\n !\n class G3\n  pause\n  pfc-cos 3\n!\n";

inline std::string with(std::initializer_list<const char*> parts)
{
    std::string text(head);
    for (const char* part : parts)
        text += part;
    return text;
}

}
