// SPDX-License-Identifier: Apache-2.0
// Writes a designed QFX in braces. The version, else the model, decides between Junos OS and Evolved syntax;
// if neither does, the difference is left open.
#include "drivers/junos/render/render.h"

#include "drivers/junos/render/render_parts.h"
#include "models/text/ascii.h"
#include "models/text/short_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::junos {
namespace {

// A version ends in -EVO on Junos OS Evolved ("23.4R2-S3.9-EVO"). Without a version the model decides: the
// older QFX switches run Junos OS (Juniper, QFX Series hardware guides).
bool runs_evolved(const DeviceDesign& design)
{
    if (!design.version.empty())
        return ascii::uppered(design.version).find("EVO") != std::string::npos;
    constexpr std::array<std::string_view, 6> junos_os{
        "QFX5100", "QFX5110", "QFX5120", "QFX5200", "QFX5210", "QFX10"};
    const std::string model = ascii::uppered(design.model);
    return std::ranges::none_of(junos_os, [&](std::string_view name) { return model.starts_with(name); });
}

// class-of-service interfaces: Junos OS Traffic Management User Guide for the QFX Series, Configuring CoS
// PFC; a classifier is bound to the logical interface.
void write_bindings(RenderState& state)
{
    const DeviceDesign& design = state.design;
    BraceText& text = state.text;
    text.open("interfaces");
    for (std::size_t index = 0; index < design.ports.size(); ++index) {
        text.open(design.ports[index].name);
        if (state.pause_of_port[index] != Port::no_index)
            text.line(fmt::format(
                "congestion-notification-profile {}", state.pauses[state.pause_of_port[index]].name));
        text.line(fmt::format("scheduler-map {}", state.maps[state.map_of_port[index]].name));
        if (design.trust != Trust::none) {
            text.open("unit 0");
            text.open("classifiers");
            if (design.trust != Trust::pcp)
                text.line("dscp rdma");
            if (design.trust != Trust::dscp)
                text.line("ieee-802.1 rdma");
            text.close();
            text.close();
        }
        text.close();
    }
    text.close();
}

void say_what_junos_decides(RenderState& state)
{
    const bool lossless = std::ranges::any_of(state.design.ports, &PortDesign::is_lossless);
    if (lossless)
        state.say("headroom and pause thresholds in bytes: Junos works them out from cable-length and mru");
}

}

void BraceText::open(std::string_view header)
{
    indent();
    (text_ += header) += " {\n";
    ++depth_;
}

void BraceText::close()
{
    --depth_;
    indent();
    text_ += "}\n";
}

void BraceText::line(std::string_view statement)
{
    indent();
    (text_ += statement) += ";\n";
}

void BraceText::list(std::string_view word, const std::vector<std::string>& values)
{
    line(values.size() == 1 ? fmt::format("{} {}", word, values.front())
                            : fmt::format("{} [ {} ]", word, fmt::join(values, " ")));
}

void RenderState::say(std::string sentence)
{
    if (std::ranges::count(left_out, sentence) == 0)
        left_out.push_back(std::move(sentence));
}

std::string_view parent_of_channel(std::string_view name)
{
    const std::size_t colon = name.find(':');
    return colon == std::string_view::npos ? std::string_view{} : name.substr(0, colon);
}

namespace {

DeviceDesign with_short_names(const DeviceDesign& design)
{
    DeviceDesign named = design;
    for (ClassDesign& each : named.classes)
        each.name = short_name(each.name, class_of_service_name.longest);
    return named;
}

}

Rendering render(const DeviceDesign& design)
{
    const DeviceDesign named = with_short_names(design);
    RenderState state{.design = named, .evolved = runs_evolved(named)};
    for (std::size_t at = 0; at < design.classes.size(); ++at) {
        if (design.classes[at].name != named.classes[at].name)
            state.say(fmt::format("class {} {}; {} is written",
                design.classes[at].name,
                text_objection(class_of_service_name, design.classes[at].name),
                named.classes[at].name));
    }
    group_ports(state);
    BraceText& text = state.text;
    text.open("system");
    text.line(fmt::format("host-name {}", design.name));
    text.close();
    write_chassis(state);
    write_ports(state);
    text.open("class-of-service");
    write_classes(state);
    write_partitions(state);
    write_pauses(state);
    write_bindings(state);
    write_schedulers(state);
    text.close();
    // Junos OS CLI Reference, lldp: interface all.
    text.open("protocols");
    text.open("lldp");
    text.line("interface all");
    text.close();
    text.close();
    say_what_junos_decides(state);
    Rendering rendering;
    rendering.files.push_back({design.name + ".conf", text.take()});
    rendering.left_out = std::move(state.left_out);
    if (const std::string why = text_objection(device_name, design.name); !why.empty())
        rendering.refused = fmt::format("host-name {} {}", design.name, why);
    return rendering;
}

}
