// SPDX-License-Identifier: Apache-2.0
// The interfaces of a rendered switch.
#include "drivers/eos/render_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::eos {
namespace {

constexpr std::uint64_t header_bytes = 14;

struct PortSpeed {
    std::uint64_t gigabits;
    std::uint32_t lanes;
};

// Speeds that `speed` takes with a number of lanes: Arista AVD, eos_designs schema, speeds of an interface.
constexpr std::array speeds_with_lanes{PortSpeed{50, 1},
    PortSpeed{50, 2},
    PortSpeed{100, 1},
    PortSpeed{100, 2},
    PortSpeed{100, 4},
    PortSpeed{200, 1},
    PortSpeed{200, 2},
    PortSpeed{200, 4},
    PortSpeed{400, 2},
    PortSpeed{400, 4},
    PortSpeed{400, 8},
    PortSpeed{800, 4},
    PortSpeed{800, 8},
    PortSpeed{1600, 8}};
// Speeds that need none.
constexpr std::array<std::uint64_t, 4> plain_speeds{1, 10, 25, 40};

std::string speed_word(const PortDesign& port)
{
    const std::uint64_t gigabits = port.speed.count / bits_per_gigabit;
    if (port.speed.count % bits_per_gigabit != 0)
        return {};
    if (std::ranges::count(plain_speeds, gigabits) != 0)
        return fmt::format("{}g", gigabits);
    for (const PortSpeed& known : speeds_with_lanes) {
        if (known.gigabits == gigabits && known.lanes == port.lanes)
            return gigabits == 1600 ? fmt::format("1.6t-{}", port.lanes)
                                    : fmt::format("{}g-{}", gigabits, port.lanes);
    }
    return {};
}

std::uint64_t ip_mtu_of(const PortDesign& port)
{
    const std::uint64_t frame = port.max_frame.count > header_bytes ? port.max_frame.count - header_bytes : 0;
    return std::max(port.ip_mtu.count, frame);
}

// Ports that share a remark, in one sentence.
class Remarks {
public:
    void add(std::string_view port, std::string sentence)
    {
        for (Remark& known : remarks_) {
            if (known.sentence == sentence) {
                ++known.more;
                return;
            }
        }
        remarks_.push_back({std::string(port), std::move(sentence), 0});
    }
    void finish(std::vector<std::string>& left_out) const
    {
        for (const Remark& remark : remarks_)
            left_out.push_back(remark.more == 0
                    ? fmt::format("{}: {}", remark.port, remark.sentence)
                    : fmt::format("{} and {} more: {}", remark.port, remark.more, remark.sentence));
    }

private:
    struct Remark {
        std::string port;
        std::string sentence;
        std::size_t more = 0;
    };
    std::vector<Remark> remarks_;
};

// Arista EOS User Manual, Ethernet Ports: mtu, speed, error-correction encoding, no switchport.
void write_interface(std::string& text, const PortDesign& port, std::string_view profile, Remarks& remarks)
{
    text += fmt::format("interface {}\n", port.name);
    if (!port.peer_device.empty())
        text += fmt::format(
            "   description {}{}{}\n", port.peer_device, port.peer_port.empty() ? "" : ":", port.peer_port);
    if (const std::uint64_t wanted = ip_mtu_of(port); wanted != 0) {
        const std::uint64_t mtu = std::min(wanted, limits::largest_mtu);
        if (mtu != wanted)
            remarks.add(port.name, fmt::format("the MTU is {}, not {}: EOS takes no more", mtu, wanted));
        else if (port.ip_mtu.count != 0 && wanted != port.ip_mtu.count)
            remarks.add(port.name,
                fmt::format("EOS has one MTU for packets and frames: the larger one is written, {}", wanted));
        text += fmt::format("   mtu {}\n", mtu);
    }
    if (const std::string word = speed_word(port); !word.empty())
        text += fmt::format("   speed {}\n", word);
    else if (port.speed.count != 0)
        remarks.add(port.name,
            fmt::format(
                "no source says how EOS writes {} Gb/s on {} lanes: the speed is left to the transceiver",
                static_cast<double>(port.speed.count) / static_cast<double>(bits_per_gigabit),
                port.lanes));
    switch (port.fec) {
    case Fec::rs528:
    case Fec::rs544:
    case Fec::rs:
        text += "   error-correction encoding reed-solomon\n";
        break;
    case Fec::base_r:
        text += "   error-correction encoding fire-code\n";
        break;
    case Fec::none:
        text += "   no error-correction encoding\n";
        break;
    case Fec::automatic:
        break;
    }
    text += fmt::format("   no switchport\n   service-profile {}\n!\n", profile);
}

}

void write_interfaces(std::string& text,
    const DeviceDesign& design,
    const RenderedProfiles& profiles,
    std::vector<std::string>& left_out)
{
    Remarks remarks;
    for (std::size_t index = 0; index < design.ports.size(); ++index)
        write_interface(text, design.ports[index], profiles.profiles[profiles.of_port[index]].name, remarks);
    remarks.finish(left_out);
}

}
