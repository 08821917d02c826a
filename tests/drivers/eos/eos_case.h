// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/eos/eos.h"
#include "models/fabric/classify.h"
#include "tests/drivers/text_case.h"

#include <string>
#include <string_view>

namespace rocelint::eos_case {

/// One EOS text and its reading.
struct Case : tests::TextCase {
    explicit Case(std::string_view text) : TextCase(eos::driver, "leaf1.cfg", text) { }

    [[nodiscard]] std::string text() const { return dump(device(), sources); }
    /// The dump of one port, from its title to the next.
    [[nodiscard]] std::string port_text(std::string_view name) const
    {
        const std::string all = text();
        const std::size_t from = all.find("  port " + std::string(name) + " ");
        REQUIRE(from != std::string::npos);
        return all.substr(from, all.find("\n  port ", from + 1) - from);
    }
};

/// Reads an interface of a named device, given its indented lines.
inline Case interface_case(std::string_view lines, std::string_view globals = "")
{
    return Case("hostname leaf1\n" + std::string(globals) + "interface Ethernet1/1\n" + std::string(lines));
}

inline bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

struct Row {
    std::string_view lines;
    std::string_view expected; ///< a part of the port's dump
};

}
