// SPDX-License-Identifier: Apache-2.0
// Interfaces of a rendered switch, and the profile and map that each of them uses.
#include "drivers/junos/render/render_parts.h"
#include "models/fabric/value/priority.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace rocelint::junos {
namespace {

constexpr std::uint64_t gigabit = 1'000'000'000;

std::string speed_word(const PortDesign& port)
{
    return fmt::format("{}g", static_cast<double>(port.speed.count) / static_cast<double>(gigabit));
}

// A description with characters other than letters, digits and these signs is quoted.
std::string quoted_description(const std::string& text)
{
    const bool plain = std::ranges::all_of(text, [](char c) {
        return ascii::is_letter_or_digit(c) || c == '-' || c == '_' || c == '.' || c == '/' || c == ':';
    });
    if (plain)
        return text;
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + '"';
}

// Junos OS CLI Reference, fec (ether) and fec (gigether): none, fec74 and fec91, at 25 to 100 Gb/s, where
// there is a choice. Without a statement the optic decides. 200 Gb/s and faster always have RS-FEC (802.3
// clause 119).
std::string_view fec_word(const PortDesign& port)
{
    if (port.speed.count < 25 * gigabit || port.speed.count == 40 * gigabit
        || port.speed.count > 100 * gigabit)
        return {};
    return port.fec == Fec::rs544 ? std::string_view{} : word_of<Fec>(fec_words, port.fec);
}

std::uint64_t wanted_frame(const PortDesign& port)
{
    return std::max(port.max_frame.count, port.ip_mtu.count == 0 ? 0 : port.ip_mtu.count + frame_header);
}

std::uint64_t frame_of(RenderState& state, const PortDesign& port)
{
    const std::uint64_t wanted = wanted_frame(port);
    if (wanted == 0)
        return 0;
    const auto size = static_cast<std::int64_t>(wanted);
    if (std::string sentence = rounded(mtu_limit, "the largest frame of a port", size); !sentence.empty())
        state.say(std::move(sentence));
    return static_cast<std::uint64_t>(mtu_limit.nearest(size));
}

std::uint32_t channel_number(std::string_view name)
{
    const auto number = parse_number(name.substr(name.find(':') + 1));
    constexpr std::uint64_t most = 7;
    return static_cast<std::uint32_t>(std::min(number.value_or(0), most));
}

// Returns as many channels as the design names, rounded up to a number into which the port can be split: 2, 4
// or 8.
std::uint32_t channels_of(const DeviceDesign& design, std::string_view parent)
{
    std::uint32_t most = 1;
    for (const PortDesign& port : design.ports) {
        if (parent_of_channel(port.name) == parent)
            most = std::max(most, channel_number(port.name));
    }
    return most < 2 ? 2 : most < 4 ? 4 : 8;
}

// Junos OS Evolved: interfaces et-… speed and number-of-sub-ports (Port Settings User Guide).
void write_parent(RenderState& state, const PortDesign& channel, std::string_view parent)
{
    state.text.open(parent);
    state.text.line(fmt::format("speed {}", speed_word(channel)));
    state.text.line(fmt::format("number-of-sub-ports {}", channels_of(state.design, parent)));
    state.text.close();
}

void write_logical(RenderState& state, const PortDesign& port, std::uint64_t frame)
{
    BraceText& text = state.text;
    text.open("unit 0");
    if (port.ip_mtu.count != 0 && port.ip_mtu.count + frame_header < frame) {
        text.open("family inet");
        text.line(fmt::format("mtu {}", port.ip_mtu.count));
        text.close();
    } else {
        text.line("family inet");
    }
    text.close();
}

void write_port(RenderState& state, const PortDesign& port)
{
    BraceText& text = state.text;
    text.open(port.name);
    if (!port.peer_device.empty())
        text.line(fmt::format("description {}", quoted_description(port.peer())));
    if (parent_of_channel(port.name).empty() && port.speed.count != 0) {
        if (state.evolved)
            text.line(fmt::format("speed {}", speed_word(port)));
        else
            state.say("speeds of ports that are not split: Junos OS takes them from the optic");
    }
    const std::uint64_t frame = frame_of(state, port);
    if (frame != 0)
        text.line(fmt::format("mtu {}", frame));
    if (const std::string_view fec = fec_word(port); !fec.empty()) {
        text.open(state.evolved ? "ether-options" : "gigether-options");
        text.line(fmt::format("fec {}", fec));
        text.close();
    }
    write_logical(state, port, frame);
    text.close();
}

std::optional<std::uint32_t> rendered_percent(
    RenderState& state, const PortDesign& port, const ClassDesign& each)
{
    const auto found = std::ranges::find(port.lossless, each.priority, &LosslessDesign::priority);
    if (!port.rdma || !each.ecn || found == port.lossless.end() || !found->ecn)
        return std::nullopt;
    constexpr std::uint32_t hundredths_per_percent = 100;
    const std::uint32_t wanted = found->ecn->max_probability.hundredths;
    const std::uint32_t percent
        = std::clamp((wanted + hundredths_per_percent - 1) / hundredths_per_percent, 1U, 100U);
    if (percent * hundredths_per_percent != wanted)
        state.say(fmt::format("marking probability {} % is written as {} %: Junos takes whole percent",
            found->ecn->max_probability.value(),
            percent));
    return percent;
}

template <class List>
std::string free_name(const List& taken, const std::string& base)
{
    std::string name = base;
    for (int number = 2; std::ranges::any_of(taken, [&](const auto& known) { return known.name == name; });
         ++number)
        name = fmt::format("{}-{}", base, number);
    return name;
}

}

// Junos OS: chassis fpc … pic … port … channel-speed (CLI Reference).
void write_chassis(RenderState& state)
{
    if (state.evolved)
        return;
    std::set<std::string_view> done;
    for (const PortDesign& port : state.design.ports) {
        const std::string_view parent = parent_of_channel(port.name);
        const std::size_t dash = parent.find('-');
        const std::size_t first = parent.find('/');
        const std::size_t last = parent.rfind('/');
        if (parent.empty() || !done.insert(parent).second || dash == std::string_view::npos || first == last)
            continue;
        const std::string speed = speed_word(port);
        if (std::ranges::find(channel_speeds, speed) == channel_speeds.end()) {
            state.say(fmt::format("channels of {} with {}: channel-speed takes {}, {} and {} ({})",
                parent,
                speed,
                channel_speeds[0],
                channel_speeds[1],
                channel_speeds[2],
                chassis_schema));
            continue;
        }
        BraceText& text = state.text;
        text.open("chassis");
        text.open(fmt::format("fpc {}", parent.substr(dash + 1, first - dash - 1)));
        text.open(fmt::format("pic {}", parent.substr(first + 1, last - first - 1)));
        text.open(fmt::format("port {}", parent.substr(last + 1)));
        text.line(fmt::format("channel-speed {}", speed));
        text.close();
        text.close();
        text.close();
        text.close();
    }
}

void write_ports(RenderState& state)
{
    std::set<std::string_view> parents;
    state.text.open("interfaces");
    for (const PortDesign& port : state.design.ports) {
        const std::string_view parent = parent_of_channel(port.name);
        if (!parent.empty() && state.evolved && parents.insert(parent).second)
            write_parent(state, port, parent);
        write_port(state, port);
    }
    state.text.close();
}

void group_ports(RenderState& state)
{
    for (const PortDesign& port : state.design.ports) {
        std::uint32_t pause = Port::no_index;
        if (port.is_lossless()) {
            const std::uint64_t mru
                = std::min(wanted_frame(port), static_cast<std::uint64_t>(mtu_limit.most));
            const auto same = std::ranges::find_if(state.pauses, [&](const RenderedPause& known) {
                return known.metres == port.cable.count && known.mru == mru;
            });
            pause = static_cast<std::uint32_t>(same - state.pauses.begin());
            if (same == state.pauses.end())
                state.pauses.push_back({free_name(state.pauses, fmt::format("rdma-{}m", port.cable.count)),
                    port.cable.count,
                    mru});
        }
        state.pause_of_port.push_back(pause);
        RenderedMap map;
        bool marks = false;
        for (const ClassDesign& each : state.design.classes) {
            map.percents.push_back(rendered_percent(state, port, each));
            marks = marks || map.percents.back();
        }
        const auto same = std::ranges::find(state.maps, map.percents, &RenderedMap::percents);
        state.map_of_port.push_back(static_cast<std::uint32_t>(same - state.maps.begin()));
        if (same == state.maps.end()) {
            map.name = free_name(state.maps, marks ? "rdma" : "no-rdma");
            state.maps.push_back(std::move(map));
        }
    }
}

}
