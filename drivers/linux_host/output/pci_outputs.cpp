// SPDX-License-Identifier: Apache-2.0
// Reads from lspci only what lies between a NIC and a GPU:
// bridges that redirect requests to the root complex (ACS).
#include "drivers/linux_host/output/outputs.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <vector>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

struct PciDevice {
    std::string_view domain; // with its colon; empty if lspci omits it
    std::uint32_t bus = 0;
    bool nic = false;
    bool gpu = false;
    bool passed_on = false; // its driver passes it to a virtual machine
    std::uint32_t secondary = 0; // for a bridge, else 0
    std::uint32_t subordinate = 0;
    bool controls = false; // the output shows its ACS control
    bool redirects = false;
    Span at;
};

std::optional<std::uint32_t> hexadecimal(std::string_view text)
{
    std::uint32_t number = 0;
    for (const char c : text) {
        // lspci writes lower case only.
        const int digit = ascii::is_upper(c) ? -1 : ascii::hex_value(c);
        if (digit < 0)
            return std::nullopt;
        number = number * 16 + static_cast<std::uint32_t>(digit);
    }
    return text.empty() || text.size() > 4 ? std::nullopt : std::optional(number);
}

// "1a:00.0 Ethernet controller: …" or "0000:1a:00.0 …"
std::optional<PciDevice> heading(std::string_view line)
{
    const std::string_view address = line.substr(0, line.find(' '));
    const std::size_t dot = address.rfind('.');
    const std::size_t slot = dot == std::string_view::npos ? dot : address.rfind(':', dot);
    if (slot == std::string_view::npos || slot < 2 || dot - slot != 3 || address.size() - dot != 2)
        return std::nullopt;
    PciDevice device;
    const auto bus = hexadecimal(address.substr(slot - 2, 2));
    if (!bus || (slot > 2 && address[slot - 3] != ':'))
        return std::nullopt;
    device.bus = *bus;
    device.domain = address.substr(0, slot - 2);
    const std::string_view what = line.substr(std::min(line.size(), address.size() + 1));
    const auto has = [&what](std::string_view word) { return what.find(word) != std::string_view::npos; };
    device.gpu = what.starts_with("3D controller") || what.starts_with("Processing accelerators")
        || (what.starts_with("VGA") && has("NVIDIA"));
    device.nic = what.starts_with("Infiniband controller")
        || (what.starts_with("Ethernet controller") && (has("Mellanox") || has("ConnectX")));
    return device;
}

std::optional<std::uint32_t> after(std::string_view line, std::string_view key)
{
    const std::size_t at = line.find(key);
    return at == std::string_view::npos ? std::nullopt : hexadecimal(line.substr(at + key.size(), 2));
}

State take(std::vector<PciDevice>& devices, std::string_view text, Span at)
{
    if (const auto device = heading(text)) {
        devices.push_back(*device);
        return State::irrelevant;
    }
    if (devices.empty())
        return State::unrecognised;
    PciDevice& device = devices.back();
    if (text.starts_with("Bus: primary=")) {
        device.secondary = after(text, "secondary=").value_or(0);
        device.subordinate = after(text, "subordinate=").value_or(0);
        return State::read;
    }
    if (text.starts_with("Kernel driver in use: vfio")) {
        device.passed_on = true;
        return State::read;
    }
    if (!text.starts_with("ACSCtl:"))
        return State::irrelevant;
    device.controls = true;
    device.redirects = text.find("ReqRedir+") != std::string_view::npos
        || text.find("CmpltRedir+") != std::string_view::npos;
    device.at = at;
    return State::read;
}

bool is_above(const PciDevice& bridge, const PciDevice& device)
{
    return bridge.secondary != 0 && bridge.domain == device.domain && bridge.secondary <= device.bus
        && device.bus <= bridge.subordinate;
}

}

void read_lspci(HostBuilder& host, const Section& section)
{
    std::vector<PciDevice> devices;
    section.take_lines([&](const Node& line) { return take(devices, line.key, section.span(line)); });
    const auto any = [&devices](bool PciDevice::*what) { return std::ranges::any_of(devices, what); };
    // Unless there are both, nothing is redirected between them; and the traffic of devices passed to a
    // virtual machine must be redirected.
    if (!any(&PciDevice::nic) || !any(&PciDevice::gpu) || any(&PciDevice::passed_on)
        || !any(&PciDevice::controls))
        return;
    std::uint32_t count = 0;
    Span at = section.place();
    for (const PciDevice& bridge : devices) {
        const bool between = std::ranges::any_of(devices, [&bridge](const PciDevice& device) {
            return (device.nic || device.gpu) && is_above(bridge, device);
        });
        if (!bridge.redirects || !between)
            continue;
        if (count++ == 0)
            at = bridge.at;
    }
    host.device().redirecting_bridges = {count, host.origins().explicit_at(at)};
}

}
