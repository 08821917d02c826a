// SPDX-License-Identifier: Apache-2.0
// Writes the topology.yaml for a rendered fabric, without cable lengths that are only assumed.
#include "workspace/topology_text.h"

#include "models/catalog/asic.h"
#include "models/text/append.h"

#include <fmt/format.h>

namespace rocelint::workspace {
namespace {

// Quotes the text as a YAML double-quoted scalar.
std::string yaml_text(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        if (static_cast<unsigned char>(c) < ' ')
            out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        else
            out += c;
    }
    return out + '"';
}

std::string end_of(const FabricIntent& intent, const IntentEnd& end)
{
    return yaml_text(fmt::format("{}:{}", intent.devices[end.device].name, intent.port(end).name));
}

}

std::string topology_text(const FabricIntent& intent, const std::vector<std::string>& files)
{
    std::string text = "devices:\n";
    for (std::size_t index = 0; index < intent.devices.size(); ++index) {
        const IntentDevice& device = intent.devices[index];
        append(text, "  {}: {{role: {}", yaml_text(device.name), name_of(device.role.value));
        const catalog::Asic* asic
            = catalog::find_asic(device.asic.given() ? device.asic.value : device.model.value);
        if (asic != nullptr)
            append(text, ", asic: {}", asic->name);
        if (device.plane.given())
            append(text, ", plane: {}", yaml_text(device.plane.value));
        if (device.rail.given())
            append(text, ", rail: {}", device.rail.value);
        append(text, ", file: {}}}\n", yaml_text(files[index]));
    }
    std::size_t place = intent.devices.size();
    for (const IntentSubnet& subnet : intent.subnets) {
        for (const IntentManager& manager : subnet.managers)
            append(text,
                "  {}: {{role: management, plane: {}, file: {}}}\n",
                yaml_text(manager.name),
                yaml_text(subnet.name),
                yaml_text(files[place++]));
    }
    text += intent.links.empty() ? "links: []\n" : "links:\n";
    for (const IntentLink& link : intent.links) {
        append(text, "  - {{a: {}, b: {}", end_of(intent, link.a), end_of(intent, link.b));
        // Omit a length that the policy only assumes: nobody measured it.
        if (link.cable.given())
            append(text, ", cable_m: {}", link.cable.value.count);
        append(text, ", speed: {}M}}\n", intent.port(link.a).speed.value.count / 1'000'000);
    }
    return text;
}

}
