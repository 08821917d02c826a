// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/junos.h"
#include "models/fabric/classify.h"
#include "tests/drivers/text_case.h"

#include <string>
#include <string_view>

namespace rocelint::junos_case {

/// One Junos text and its reading.
struct Case : tests::TextCase {
    explicit Case(std::string_view text) : TextCase(junos::driver, "juniper.conf", text) { }

    /// The text that a setting comes from.
    template <class T>
    [[nodiscard]] std::string_view written(const Setting<T>& setting) const
    {
        return sources.text_at(device().place(setting.origin));
    }
    [[nodiscard]] CoverageState state_of_line(std::uint32_t line) const
    {
        return line_states(tree)[line - 1];
    }
};

}
