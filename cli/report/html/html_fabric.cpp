// SPDX-License-Identifier: Apache-2.0
// Table rows for devices, links, packet memory and ports without data.
#include "analysis/facts/memory/memory_sum.h"
#include "analysis/standing.h"
#include "cli/report/html/html_data.h"

namespace rocelint::cli {
namespace {

void write_node(
    const PageWriter& page, const SubnetNode& node, const PagePlace& place, std::uint32_t first_part)
{
    const Fabric& fabric = page.data.outcome.fabric;
    const Device& subnet = fabric.devices[node.device];
    const IbNode& shown = node.in(fabric);
    page.out.begin_array();
    page.text(subnet.subnet->node_name(node.node));
    page.text(subnet.platform);
    page.text(kind_of(shown));
    page.text(name_of(node.role()));
    page.text(shown.psid.value_or(std::string_view{}));
    page.text(fabric.sources.path_of(shown.at));
    page.out.number(page.fabric);
    page.out.number(place.tier);
    page.out.signed_number(
        place.part == PagePlace{}.part ? -1 : static_cast<std::int64_t>(first_part + place.part));
    // An InfiniBand subnet has no Ethernet ports, and so none that carry RDMA over Ethernet.
    for (int count = 0; count < 3; ++count)
        page.out.number(0U);
    page.out.end();
}

}

void write_device_rows(const PageWriter& page, const PageLayout& layout, std::uint32_t first_part)
{
    const workspace::Outcome& outcome = page.data.outcome;
    for (std::uint32_t index = 0; index < outcome.fabric.devices.size(); ++index) {
        const Device& device = outcome.fabric.devices[index];
        std::uint64_t roce = 0;
        std::uint64_t unknown = 0;
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            const Verdict verdict = outcome.analysis.judgement({index, port}).verdict;
            roce += verdict == Verdict::roce && device.ports[port].kind == PortKind::physical ? 1 : 0;
            unknown += verdict == Verdict::unknown && device.ports[port].kind == PortKind::physical ? 1 : 0;
        }
        const PagePlace place = layout.places[index];
        const Source* file
            = device.files.empty() ? nullptr : outcome.fabric.sources.find(device.files.front());
        page.out.begin_array();
        page.text(device.name);
        page.text(device.platform);
        page.text(name_of(device.kind));
        page.text(name_of(device.role.value_or(Role::unknown)));
        page.text(device.asic.empty() ? device.model : device.asic);
        page.text(file == nullptr ? std::string_view{} : std::string_view(file->path()));
        page.out.number(page.fabric);
        page.out.number(place.tier);
        page.out.signed_number(
            place.part == PagePlace{}.part ? -1 : static_cast<std::int64_t>(first_part + place.part));
        page.out.number(count_physical_ports(device));
        page.out.number(roce);
        page.out.number(unknown);
        page.text(device.kind == DeviceKind::network_switch ? describe_standing(outcome.analysis, index)
                                                            : std::string());
        page.out.end();
    }
    for (std::size_t index = 0; index < page.subnets.nodes().size(); ++index)
        write_node(page,
            page.subnets.nodes()[index],
            layout.places[outcome.fabric.devices.size() + index],
            first_part);
}

void write_link_rows(const PageWriter& page)
{
    const Fabric& fabric = page.data.outcome.fabric;
    for (const Link& link : fabric.links) {
        page.out.begin_array();
        for (const PortId id : {link.a, link.b}) {
            page.device(id.device);
            page.text(workspace::name_port(id, fabric).port);
        }
        page.out.end();
    }
    for (const SubnetCable& cable : page.subnets.cables()) {
        page.out.begin_array();
        for (const PortId id : {cable.a, cable.b}) {
            page.device(id);
            page.text(workspace::name_port(id, fabric).port);
        }
        page.out.end();
    }
}

void write_memory_rows(const PageWriter& page)
{
    const Fabric& fabric = page.data.outcome.fabric;
    for (std::uint32_t index = 0; index < fabric.devices.size(); ++index) {
        for (const MemoryView& view : memory_views(fabric.devices[index])) {
            page.out.begin_array();
            page.device(index);
            page.text(name_of(view.direction));
            for (const Bytes bytes : {view.sum.pools, view.sum.headroom, view.sum.reserved, view.total()})
                page.out.number(bytes.count);
            page.out.number(view.asic != nullptr && view.sum.memory ? view.sum.memory->count : 0);
            page.text(view.memory_source);
            page.text(view.missing);
            page.out.number(view.wanted_headroom.count);
            page.out.number(view.shared_headroom ? 1 : 0);
            page.out.end();
        }
    }
}

void write_unknown_rows(const PageWriter& page)
{
    const Fabric& fabric = page.data.outcome.fabric;
    for (std::uint32_t index = 0; index < fabric.devices.size(); ++index) {
        const Device& device = fabric.devices[index];
        bool any = false;
        for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
            if (device.ports[port].kind != PortKind::physical
                || page.data.outcome.analysis.judgement({index, port}).verdict != Verdict::unknown)
                continue;
            if (!any) {
                page.out.begin_array();
                page.device(index);
            }
            any = true;
            page.text(device.ports[port].name);
        }
        if (any)
            page.out.end();
    }
}

}
