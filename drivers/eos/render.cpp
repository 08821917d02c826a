// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/render.h"

#include "drivers/eos/line_texts.h"
#include "drivers/eos/render_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::eos {
namespace {

// Arista EOS User Manual, Quality of Service: qos map dscp, qos map cos and qos map traffic-class to
// tx-queue. The map's target is tx-queue on every platform; uc-tx-queue is only the name of the queue's own
// mode.
void write_class_maps(std::string& text, const DeviceDesign& design)
{
    const auto line = [&text](const MapText& map) { (text += map_text(map)) += '\n'; };
    DscpSet mapped;
    for (const ClassDesign& each : design.classes)
        mapped = mapped | each.dscps;
    const bool by_pcp = design.trust == Trust::pcp;
    for (const ClassDesign& each : design.classes) {
        const bool first = &each == &design.classes.front();
        MapText map{.from = each.dscps, .what = "dscp", .target = "traffic-class", .to = each.priority};
        if (first)
            map.from = map.from | (DscpSet{~std::uint64_t{0}} - mapped);
        if (by_pcp) {
            map = {.what = "cos", .target = "traffic-class", .to = each.priority};
            for (Priority pcp = 0; pcp < 8; ++pcp) {
                if (pcp == each.priority || (first && design.of_priority(pcp) == nullptr))
                    map.from.insert(pcp);
            }
        }
        if (!map.from.empty())
            line(map);
    }
    for (const ClassDesign& each : design.classes) {
        if (each.priority == limits::fixed_class)
            continue;
        MapText map{.what = "traffic-class", .target = "tx-queue", .to = each.priority};
        map.from.insert(each.priority);
        line(map);
    }
}

void say_what_eos_decides(const DeviceDesign& design, std::vector<std::string>& left_out)
{
    if (std::ranges::any_of(design.ports, &PortDesign::rdma) && !design.lossless().empty())
        left_out.emplace_back(
            "headroom, pause thresholds and cable lengths: EOS works headroom out itself, and no source "
            "was found for a command that every platform takes");
    if (design.trust == Trust::dscp_else_pcp)
        left_out.emplace_back(
            "the class of packets without DSCP by their PCP: an EOS port trusts either DSCP or CoS");
}

}

// Arista EOS User Manual, DCBX and Flow Control: priority-flow-control pause watchdog. Arista AVD,
// eos_cli_config_gen schema priority_flow_control: timeout and recovery_time 0.01 to 60 s, polling_interval
// 0.005 to 30 s.
void write_watchdog(std::string& text, const DeviceDesign& design, std::vector<std::string>& left_out)
{
    const WatchdogTarget& watchdog = design.watchdog;
    if (watchdog.priorities.empty() || !watchdog.detection)
        return;
    const auto within
        = [&](std::string_view what, Milliseconds wanted, std::uint32_t least, std::uint32_t most) {
              const Milliseconds taken{std::clamp(wanted.count(), least, most)};
              if (taken != wanted)
                  left_out.push_back(fmt::format("the watchdog's {} is {} s, not {} s: EOS takes {} to {} s",
                      what,
                      seconds_text(taken),
                      seconds_text(wanted),
                      seconds_text(Milliseconds{least}),
                      seconds_text(Milliseconds{most})));
              return taken;
          };
    constexpr std::uint32_t longest = 60'000;
    constexpr std::uint32_t longest_poll = 30'000;
    const Milliseconds timeout = within("timeout", *watchdog.detection, 10, longest);
    const std::string beginning = "priority-flow-control pause watchdog";
    text += fmt::format("{} default timeout {}\n", beginning, seconds_text(timeout));
    Milliseconds shorter = timeout;
    if (watchdog.restoration) {
        const Milliseconds recovery = within("recovery time", *watchdog.restoration, 10, longest);
        text += fmt::format("{} default recovery-time {}\n", beginning, seconds_text(recovery));
        shorter = std::min(shorter, recovery);
    }
    if (watchdog.poll) {
        // catalog, platform_defaults.yaml, eos watchdog_polls_per_period: two polls in each time.
        Milliseconds poll = within("polling interval", *watchdog.poll, 5, longest_poll);
        if (poll * 2 > shorter) {
            left_out.push_back(fmt::format(
                "the watchdog's polling interval is {} s, not {} s: at most half of the timeout and "
                "of the recovery time",
                seconds_text(shorter / 2),
                seconds_text(poll)));
            poll = shorter / 2;
        }
        text += fmt::format("{} default polling-interval {}\n", beginning, seconds_text(poll));
    }
    text += fmt::format("{} action drop\n!\n", beginning);
}

Rendering render(const DeviceDesign& design)
{
    Rendering rendering;
    std::string text;
    constexpr std::size_t bytes_per_port = 300;
    text.reserve(4096 + design.ports.size() * bytes_per_port);
    if (!design.model.empty())
        text += fmt::format("! device: {} ({}{}{})\n!\n",
            design.name,
            design.model,
            design.version.empty() ? "" : ", EOS-",
            design.version);
    text += fmt::format("hostname {}\n!\nlldp run\n!\n", design.name);
    write_class_maps(text, design);
    text += "!\n";
    write_watchdog(text, design, rendering.left_out);
    const RenderedProfiles profiles = group_profiles(design);
    write_profiles(text, design, profiles, rendering.left_out);
    write_interfaces(text, design, profiles, rendering.left_out);
    text += "end\n";
    say_what_eos_decides(design, rendering.left_out);
    rendering.files.push_back({design.name + ".cfg", std::move(text)});
    return rendering;
}

}
