// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/fabric_faults.h"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string_view>
#include <utility>

namespace rocelint::bench {
namespace {

using Fault = std::pair<std::string_view, std::string_view>;
constexpr auto sonic_faults = std::to_array<Fault>({{"\"pfc_enable\": \"3\"", "\"pfc_enable\": \"\""},
    {"\"mtu\": \"9100\"", "\"mtu\": \"1500\""},
    {"\"pfcwd_sw_enable\": \"3\"", "\"pfcwd_sw_enable\": \"\""}});
constexpr auto eos_faults = std::to_array<Fault>({{"priority 3 no-drop", "priority 3 drop"},
    {"mtu 9214", "mtu 1500"},
    {"qos trust dscp", "qos trust cos"}});

// Every kind of fault on `faults` ports, each kind on other ports.
std::string with_faults(std::string text, std::uint32_t faults, std::span<const Fault> kinds)
{
    std::size_t kind = 0;
    for (const auto& [right, wrong] : kinds) {
        std::size_t at = 0;
        for (std::size_t port = 0; port < kinds.size() * faults; ++port) {
            at = text.find(right, at);
            if (at == std::string::npos)
                break;
            if (port % kinds.size() == kind)
                text.replace(at, right.size(), wrong);
            at += 1;
        }
        ++kind;
    }
    return text;
}

}

std::string with_mtu(std::string text, std::uint32_t mtu, std::uint32_t step)
{
    if (mtu == 0)
        return text;
    const Fault wanted[]{{"\"mtu\": \"9100\"", "\"mtu\": \"{}\""}, {"mtu 9214", "mtu {}"}};
    for (const auto& [usual, other] : wanted) {
        std::uint32_t own = mtu;
        for (std::size_t at = text.find(usual); at != std::string::npos; at = text.find(usual, at + 1)) {
            text.replace(at, usual.size(), fmt::format(fmt::runtime(other), own));
            own += step;
        }
    }
    return text;
}

std::string sonic_with_faults(std::string text, std::uint32_t faults)
{
    return with_faults(std::move(text), faults, sonic_faults);
}

std::string eos_with_faults(std::string text, std::uint32_t faults)
{
    return with_faults(std::move(text), faults, eos_faults);
}

}
