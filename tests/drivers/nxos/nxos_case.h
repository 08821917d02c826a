// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/nxos/nxos.h"
#include "tests/drivers/text_case.h"

#include <initializer_list>
#include <string>
#include <string_view>

namespace rocelint::nxos_test {

/// One NX-OS text and its reading.
struct Case : tests::TextCase {
    explicit Case(std::string_view text) : TextCase(nxos::driver, "leaf1.cfg", text) { }

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
    [[nodiscard]] const Scheduler* scheduler(std::string_view name, std::uint8_t number) const
    {
        const Setting<Ref>& ref = queue(name, number).scheduler;
        return ref.known() && !ref.value.none() ? &device().schedulers.at(ref.value.index) : nullptr;
    }
};

/// How the whole configuration of a switch begins; without it a text is a fragment.
inline constexpr const char* head = "!Command: show running-config\nhostname leaf1\n";
/// A bound network-qos policy that pauses priority 3.
inline constexpr const char* lossless = "policy-map type network-qos NQ\n"
                                        "  class type network-qos c-8q-nq3\n"
                                        "    pause pfc-cos 3\n"
                                        "    mtu 9216\n"
                                        "system qos\n"
                                        "  service-policy type network-qos NQ\n";

/// The head and these parts.
inline std::string with(std::initializer_list<const char*> parts)
{
    std::string text(head);
    for (const char* part : parts)
        text += part;
    return text;
}

}
