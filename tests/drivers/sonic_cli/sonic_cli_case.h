// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/sonic_cli/sonic_cli.h"
#include "models/fabric/classify.h"
#include "tests/drivers/text_case.h"

#include <string>
#include <vector>

namespace rocelint::sonic_cli_test {

struct Case : tests::TextCase {
    explicit Case(std::string_view text) : TextCase(sonic_cli::driver, "leaf1.cfg", text) { }

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

inline std::string with(std::initializer_list<const char*> parts)
{
    std::string text("hostname leaf1\n");
    for (const char* part : parts)
        text += part;
    return text;
}

}
