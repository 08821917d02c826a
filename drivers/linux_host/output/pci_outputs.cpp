// SPDX-License-Identifier: Apache-2.0
// Reads from lspci what lies between a NIC and a GPU, which is bridges that redirect requests to the root
// complex (ACS), and the PCIe link of each NIC.
#include "drivers/linux_host/output/outputs.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <vector>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

struct PcieLink {
    std::optional<BitsPerSecond> lane_rate;
    std::optional<std::uint8_t> lanes;
    // What lspci itself concludes: "(ok)" or "(downgraded)"
    std::optional<bool> slow;
    std::optional<bool> narrow;
    Span at;
};

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

    std::string_view address; // as lspci writes it
    std::uint32_t vendor_id = 0; // with `lspci -nn`, else 0
    std::uint32_t device_id = 0; // the same
    std::string_view serial; // of the card, from its vital product data
    std::string_view part; // its part number
    PcieLink link; // in use
    PcieLink capability; // of the device itself
    std::optional<std::uint64_t> read_request;
    Span read_request_at;
    Span denied_at; // where lspci was not allowed to show the capabilities
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

// "… MT2910 Family [ConnectX-7] [15b3:1021]" of `lspci -nn`
void take_ids(PciDevice& device, std::string_view line)
{
    const std::size_t end = line.rfind(']');
    const std::size_t begin = end == std::string_view::npos ? end : line.rfind('[', end);
    constexpr std::size_t length = 10; // "[15b3:1021"
    if (begin == std::string_view::npos || end - begin != length || line[begin + 5] != ':')
        return;
    device.vendor_id = hexadecimal(line.substr(begin + 1, 4)).value_or(0);
    device.device_id = hexadecimal(line.substr(begin + 6, 4)).value_or(0);
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
    device.address = address;
    device.bus = *bus;
    device.domain = address.substr(0, slot - 2);
    take_ids(device, line);
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

std::string_view after_word(std::string_view text, std::string_view word)
{
    const std::size_t at = text.find(word);
    return at == std::string_view::npos ? std::string_view{} : text.substr(at + word.size());
}

// "32GT/s", "2.5GT/s"; "unknown" on a virtual function
std::optional<BitsPerSecond> gigatransfers(std::string_view text)
{
    const std::size_t end = text.find("GT/s");
    if (end == std::string_view::npos)
        return std::nullopt;
    constexpr std::uint64_t giga = 1'000'000'000;
    const std::string_view number = text.substr(0, end);
    const std::size_t dot = number.find('.');
    const auto whole = parse_number(number.substr(0, dot));
    if (!whole || *whole > 1024)
        return std::nullopt;
    const bool half = dot != std::string_view::npos;
    if (half && number.substr(dot) != ".5" && number.substr(dot) != ".0")
        return std::nullopt;
    return BitsPerSecond{*whole * giga + (half && number.ends_with('5') ? giga / 2 : 0)};
}

// "Speed 8GT/s (downgraded), Width x8 (downgraded)", "Port #0, Speed 32GT/s, Width x16, ASPM not supported"
PcieLink link_of(std::string_view text, Span at)
{
    const auto conclusion = [](std::string_view part) {
        return part.find("(downgraded)") != std::string_view::npos ? std::optional(true)
            : part.find("(ok)") != std::string_view::npos          ? std::optional(false)
                                                                   : std::nullopt;
    };
    PcieLink link{.at = at};
    std::string_view speed = after_word(text, "Speed ");
    speed = speed.substr(0, speed.find(','));
    std::string_view width = after_word(text, "Width x");
    width = width.substr(0, width.find(','));
    link.lane_rate = gigatransfers(speed);
    link.lanes = small_number(width.substr(0, width.find(' ')), 32);
    // "x0": the link is down, or the function has none of its own.
    if (link.lanes == 0)
        return {};
    link.slow = conclusion(speed);
    link.narrow = conclusion(width);
    return link;
}

// Takes a line about the PCIe link of the device.
bool take_link(PciDevice& device, std::string_view text, Span at)
{
    if (text.starts_with("LnkSta:")) {
        device.link = link_of(text, at);
        return true;
    }
    if (text.starts_with("LnkCap:")) {
        device.capability = link_of(text, at);
        return true;
    }
    if (text == "Capabilities: <access denied>") {
        device.denied_at = at;
        return true;
    }
    const std::string_view request = after_word(text, "MaxReadReq ");
    if (request.empty())
        return false;
    device.read_request = parse_number(request.substr(0, request.find(' ')));
    device.read_request_at = at;
    return device.read_request.has_value();
}

// What lspci of pciutils 3.9 says on its error stream about data that no rule uses: the names of kernel modules
// (ls-kernel.c) and the vital product data of cards (ls-vpd.c through lib/sysfs.c).
constexpr std::string_view harmless_messages[]{
    "lspci: Unable to load libkmod resources", "pcilib: sysfs_read_vpd: read failed"};

State take(std::vector<PciDevice>& devices, std::string_view text, Span at)
{
    if (std::ranges::any_of(
            harmless_messages, [text](std::string_view message) { return text.starts_with(message); }))
        return State::irrelevant;
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
    if (take_link(device, text, at))
        return State::read;
    // Vital product data (PCI Local Bus Specification 3.0, appendix I): which card it is.
    if (const std::string_view serial = after_word(text, "[SN] Serial number: "); !serial.empty())
        device.serial = serial;
    if (const std::string_view part = after_word(text, "[PN] Part number: "); !part.empty())
        device.part = part;
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

// The port of the device, by the address that `ethtool -i` or `ip -d link` shows. Without one, the only NIC
// of the output is the only interface of the host.
std::uint32_t port_of(HostBuilder& host, const PciDevice& device, bool only_nic)
{
    const std::uint32_t port = host.port_at_pci(device.address);
    if (port != Port::no_index || !only_nic || !device.nic)
        return port;
    const std::uint32_t only = host.find_port(host.only_interface());
    return only != Port::no_index && host.net(only).pci.empty() ? only : Port::no_index;
}

void set_link(HostBuilder& host, Nic& nic, const PciDevice& device)
{
    Origins& origins = host.origins();
    if (device.denied_at.somewhere()) {
        const OriginId why = origins.lacking(
            origins.unread("lspci shows capabilities to root alone, and another user ran it"),
            device.denied_at);
        nic.pcie_lanes = Setting<std::uint8_t>::unread(why);
        nic.read_request = Setting<Bytes>::unread(why);
        return;
    }
    if (device.read_request)
        nic.read_request = {Bytes{*device.read_request}, origins.explicit_at(device.read_request_at)};
    const PcieLink& link = device.link;
    const PcieLink& best = device.capability;
    if (link.lane_rate)
        nic.pcie_lane_rate = {*link.lane_rate, origins.explicit_at(link.at)};
    if (link.lanes)
        nic.pcie_lanes = {*link.lanes, origins.explicit_at(link.at)};
    constexpr std::string_view compared = "the link in use compared with what the NIC is capable of";
    const OriginId both
        = best.at.somewhere() ? origins.derived(best.at, link.at, compared) : origins.explicit_at(link.at);
    if (link.lane_rate && best.lane_rate)
        nic.pcie_slow = {*link.lane_rate < *best.lane_rate, both};
    else if (link.slow)
        nic.pcie_slow = {*link.slow, both};
    if (link.lanes && best.lanes)
        nic.pcie_narrow = {*link.lanes < *best.lanes, both};
    else if (link.narrow)
        nic.pcie_narrow = {*link.narrow, both};
}

void set_links(HostBuilder& host, const std::vector<PciDevice>& devices)
{
    const bool only_nic = std::ranges::count_if(devices, &PciDevice::nic) == 1;
    for (const PciDevice& device : devices) {
        const std::uint32_t port = port_of(host, device, only_nic);
        if (port == Port::no_index)
            continue;
        set_link(host, host.net(port).nic, device);
        NetDevice& net = host.net(port);
        net.vendor_id = device.vendor_id != 0 ? device.vendor_id : net.vendor_id;
        net.device_id = device.device_id != 0 ? device.device_id : net.device_id;
        net.serial = device.serial.empty() ? net.serial : device.serial;
        net.part = device.part.empty() ? net.part : device.part;
    }
}

}

void read_lspci(HostBuilder& host, const Section& section)
{
    std::vector<PciDevice> devices;
    section.take_lines([&](const Node& line) { return take(devices, line.key, section.span(line)); });
    set_links(host, devices);
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
