// SPDX-License-Identifier: Apache-2.0
// Writes a designed switch as config_db.json for `config load` on top of the image's own. What the image
// renders better (lanes, port tables) is left to it and reported.
#include "drivers/sonic/render/render.h"

#include "drivers/sonic/render/render_tables.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

// DEVICE_METADATA type: sonic-yang-models sonic-device_metadata.yang.
// A switch with ToRs below it is a LeafRouter.
std::string_view type_of(Role role)
{
    switch (role) {
    case Role::leaf:
        return "ToRRouter";
    case Role::spine:
        return "LeafRouter";
    case Role::super_spine:
        return "SpineRouter";
    default:
        return {};
    }
}

void write_metadata(Rendered& out)
{
    const DeviceDesign& design = out.design;
    out.json.open("DEVICE_METADATA");
    out.json.open("localhost");
    out.json.text("hostname", design.name);
    if (!design.model.empty())
        out.json.text("hwsku", design.model);
    if (const std::string_view type = type_of(design.role); !type.empty())
        out.json.text("type", type);
    // Headroom and pools are configured, not computed by buffermgrdyn (leaf buffer_model).
    out.json.text("buffer_model", "traditional");
    // PFC_WD gets a row for each watched port (sonic-utilities pfcwd/main.py, start_default).
    out.json.text("default_pfcwd_status", "disable");
    out.json.close();
    out.json.close();
}

// sonic-yang-models sonic-lldp.yang, leaf enabled. FEATURE, which starts the service, is left to the image: a
// row without its other fields would change their meaning (sonic-feature.yang).
void write_lldp(Rendered& out)
{
    out.json.open("LLDP");
    out.json.open("GLOBAL");
    out.json.text("enabled", "true");
    out.json.close();
    out.json.close();
}

std::string name_ports(const std::vector<std::string_view>& ports)
{
    if (ports.size() == 1)
        return std::string(ports.front());
    return ports.size() == 2 ? fmt::format("{} and {}", ports[0], ports[1])
                             : fmt::format("{}, {} and {} more ports", ports[0], ports[1], ports.size() - 2);
}

void finish_notes(Rendered& out)
{
    for (PortNote& note : out.notes) {
        const std::size_t place = note.sentence.find("{}");
        if (place != std::string::npos)
            note.sentence.replace(place, 2, name_ports(note.ports));
        out.left_out.push_back(std::move(note.sentence));
    }
}

}

Rendered::Rendered(const DeviceDesign& device) : design(device), cables(device.ports.size(), 0)
{
    asic = catalog::find_asic(device.asic);
    if (asic == nullptr)
        asic = catalog::find_asic(device.model);
}

void Rendered::note(std::string_view port, std::string sentence)
{
    const auto known = std::ranges::find(notes, sentence, &PortNote::sentence);
    if (known != notes.end())
        known->ports.push_back(port);
    else
        notes.push_back({std::move(sentence), {port}});
}

std::int64_t Rendered::fitted(
    const NumberField& field, std::string_view what, std::int64_t wanted, std::string_view port)
{
    std::string sentence = rounded(field.limit, what, wanted);
    if (!sentence.empty() && port.empty())
        left_out.push_back(std::move(sentence));
    else if (!sentence.empty())
        note(port, std::move(sentence));
    return field.limit.nearest(wanted);
}

bool Rendered::headroom_is_made(const PortDesign& port) const
{
    return !has_pools() || std::ranges::any_of(port.lossless, [](const LosslessDesign& each) {
        return !each.xoff || !each.dynamic_threshold;
    });
}

Priority Rendered::lossy_group() const
{
    const PrioritySet lossless = design.lossless();
    Priority group = 0;
    while (group < 7 && lossless.has(group))
        ++group;
    return group;
}

Rendering render(const DeviceDesign& design)
{
    Rendered out(design);
    write_metadata(out);
    write_lldp(out);
    write_ports(out);
    write_cables(out);
    write_neighbours(out);
    write_maps(out);
    write_port_maps(out);
    write_schedulers(out);
    write_ecn_profiles(out);
    write_queues(out);
    write_pools(out);
    write_buffer_profiles(out);
    write_group_buffers(out);
    write_queue_buffers(out);
    write_profile_lists(out);
    write_watchdog(out);
    finish_notes(out);
    Rendering rendering;
    rendering.files.push_back({design.name + ".json", out.json.take()});
    rendering.left_out = std::move(out.left_out);
    if (const std::string why = text_objection(switch_name, design.name); !why.empty())
        rendering.refused = fmt::format("hostname {} {}", design.name, why);
    return rendering;
}

}
