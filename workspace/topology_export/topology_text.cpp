// SPDX-License-Identifier: Apache-2.0
// Writes the topology.yaml for a rendered fabric, without cable lengths that are only assumed.
#include "workspace/topology_export/topology_text.h"

#include "models/catalog/asic.h"
#include "models/syntax/yaml/yaml_writer.h"

#include <fmt/format.h>

namespace rocelint::workspace {
namespace {

using Layout = YamlWriter::Layout;

std::string end_of(const FabricIntent& intent, const IntentEnd& end)
{
    return fmt::format("{}:{}", intent.devices[end.device].name, intent.port(end).name);
}

void write(YamlWriter& out, const IntentDevice& device, const std::string& file)
{
    out.text_key(device.name).begin_map(Layout::row);
    out.key("role").word(name_of(device.role.value));
    const catalog::Asic* asic
        = catalog::find_asic(device.asic.given() ? device.asic.value : device.model.value);
    if (asic != nullptr)
        out.key("asic").word(asic->name);
    if (device.plane.given())
        out.key("plane").text(device.plane.value);
    if (device.rail.given())
        out.key("rail").word(fmt::format("{}", device.rail.value));
    out.key("file").text(file);
    out.end_map();
}

void write(YamlWriter& out, const FabricIntent& intent, const IntentLink& link)
{
    constexpr std::uint64_t mega = 1'000'000;
    out.begin_map(Layout::row);
    out.key("a").text(end_of(intent, link.a));
    out.key("b").text(end_of(intent, link.b));
    // Omit a length that the policy only assumes: nobody measured it.
    if (link.cable.given())
        out.key("cable_m").number(link.cable.value.count);
    out.key("speed").word(fmt::format("{}M", intent.port(link.a).speed.value.count / mega));
    out.end_map();
}

}

std::string topology_text(const FabricIntent& intent, const std::vector<std::string>& files)
{
    YamlWriter out;
    out.begin_map(Layout::lines);
    out.key("devices").begin_map(Layout::lines);
    std::size_t place = 0;
    for (const IntentDevice& device : intent.devices)
        write(out, device, files[place++]);
    for (const IntentSubnet& subnet : intent.subnets) {
        for (const IntentManager& manager : subnet.managers) {
            out.text_key(manager.name).begin_map(Layout::row);
            out.key("role").word("management");
            out.key("plane").text(subnet.name);
            out.key("file").text(files[place++]);
            out.end_map();
        }
    }
    out.end_map();
    out.key("links").begin_list(intent.links.empty() ? Layout::row : Layout::lines);
    for (const IntentLink& link : intent.links)
        write(out, intent, link);
    out.end_list();
    out.end_map();
    return out.take();
}

}
