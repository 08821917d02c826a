// SPDX-License-Identifier: Apache-2.0
// Layout shared by the parts of the text of `trace`.
#include "cli/report/trace/trace_page.h"

#include "cli/report/data/port_list.h"
#include "cli/report/text/snippet.h"
#include "cli/terminal/visible.h"
#include "models/text/sentence.h"

#include <algorithm>
#include <utility>

namespace rocelint::cli {
namespace {

using proof::Grade;

constexpr TraceColours trace_ansi{"\x1b[1;31m", "\x1b[1;33m", "\x1b[32m", "\x1b[1m", "\x1b[1;34m", "\x1b[0m"};

}

TracePage::TracePage(const TraceData& data)
    : data_(data), fabric_(data.fabric()), colours_(data.colour ? trace_ansi : TraceColours{})
{
}

std::string_view TracePage::colour_of(Grade outcome) const
{
    return outcome >= Grade::broken  ? colours_.bad
        : outcome == Grade::unproven ? colours_.doubtful
        : outcome == Grade::proven   ? colours_.good
                                     : std::string_view{};
}

std::string TracePage::place_of(Span at) const
{
    const Place place = data_.places.find(at);
    return place.source == nullptr ? std::string()
                                   : fmt::format("{}:{}", visible(place.source->path()), place.begin.line);
}

std::string joined(const std::vector<std::string>& labels)
{
    std::string out;
    for (const std::string& label : labels)
        add_item(out, visible(label), " > ");
    return out;
}

void TracePage::quote(const proof::Step& step)
{
    const Place place = data_.places.find(step.at);
    if (place.source == nullptr)
        return;
    const Snippet snippet = make_snippet(place, step.at);
    const std::size_t width = fmt::formatted_size("{}", place.begin.line);
    add("  {0}{1:{2}}--> {3}{4}:{5}:{6}\n",
        colours_.gutter,
        "",
        width,
        colours_.end,
        visible(place.source->path()),
        place.begin.line,
        place.begin.column);
    add("  {}{:>{}} |{} {}\n", colours_.gutter, place.begin.line, width, colours_.end, snippet.text);
    add("  {0}{1:{2}} |{3} {1:{4}}{5}{6}{3}\n",
        colours_.gutter,
        "",
        width,
        colours_.end,
        snippet.marker_begin,
        colour_of(step.outcome),
        std::string(snippet.marker_width, '^'));
}

std::string_view name_of_port(const Fabric& fabric, PortId id)
{
    const Device& device = fabric.device(id);
    return id.port < device.ports.size() ? device.ports[id.port].name : std::string_view(device.name);
}

std::string ports_of(const std::vector<PortId>& ports, const Fabric& fabric)
{
    std::vector<std::string_view> devices;
    std::vector<std::string_view> names;
    names.reserve(ports.size());
    for (const PortId port : ports) {
        names.push_back(name_of_port(fabric, port));
        if (devices.empty() || devices.back() != fabric.device(port).name)
            devices.push_back(fabric.device(port).name);
    }
    // Shorter names first, so that "spine2" precedes "spine10".
    std::ranges::stable_sort(devices, {}, [](std::string_view name) { return std::pair(name.size(), name); });
    if (devices.size() == 1)
        return fmt::format("{} {}", visible(devices.front()), list_ports(names));
    return fmt::format("{} of {}", counted(ports.size(), "port"), list_ports(devices));
}

}
