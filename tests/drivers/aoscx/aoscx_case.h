// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/aoscx/aoscx.h"
#include "models/fabric/classify.h"
#include "tests/drivers/text_case.h"

#include <fmt/format.h>

#include <string>

namespace rocelint::aoscx_test {

struct Case : tests::TextCase {
    explicit Case(std::string_view text) : TextCase(aoscx::driver, "leaf1.cfg", text) { }

    [[nodiscard]] const Queue& queue(std::string_view name, std::uint8_t number) const
    {
        return *device().queue(port(name), number);
    }
    [[nodiscard]] const EcnProfile* marking(std::string_view name, std::uint8_t number) const
    {
        const Setting<Ref>& ecn = queue(name, number).ecn;
        return ecn.known() && !ecn.value.none() ? &device().ecn_profiles.at(ecn.value.index) : nullptr;
    }
    [[nodiscard]] const Scheduler& service(std::string_view name, std::uint8_t number) const
    {
        return device().schedulers.at(queue(name, number).scheduler.value.index);
    }
    [[nodiscard]] const PriorityGroup& group(std::string_view name, std::uint8_t number) const
    {
        return *device().group(port(name), number);
    }
    [[nodiscard]] const BufferProfile& buffer(std::string_view name, std::uint8_t number) const
    {
        return device().buffer_profiles.at(group(name, number).buffer.value.index);
    }
};

inline std::string with(std::initializer_list<const char*> parts, const char* release = "GL.10.18.0001")
{
    std::string text = std::string("!\n!Version ArubaOS-CX ") + release + "\nhostname leaf1\n";
    for (const char* part : parts)
        text += part;
    return text;
}

inline constexpr const char* pool = "qos pool 1 lossless size 40 percent headroom 4096 kbytes priorities 3\n";
inline constexpr const char* paused_port = "interface 1/1/1\n    flow-control priority rxtx 3\n";

}
