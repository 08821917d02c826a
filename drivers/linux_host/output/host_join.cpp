// SPDX-License-Identifier: Apache-2.0
// Joins the facts of separate outputs into one device. A setting that no captured command shows is unread,
// with the name of the command to add.
#include "drivers/linux_host/knob/nic_drivers.h"
#include "drivers/linux_host/output/host_builder.h"
#include "drivers/linux_host/output/interface_name.h"
#include "models/physics/wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

// The last step of reading a host: joins the facts of separate outputs into one device.
namespace rocelint::linux_host {

void HostBuilder::settle_kinds()
{
    for (std::uint32_t index = 0; index < nets_.size(); ++index) {
        Port& port = device_.ports[index];
        NetDevice& net = nets_[index];
        if (!net.under.empty() && port.parent == Port::no_index) {
            const auto parent = port_by_name_.find(net.under);
            if (parent != port_by_name_.end() && parent->second != index)
                port.parent = parent->second;
        }
        if (net.kind_is_known)
            continue;
        if (const auto vf = physical_by_vf_mac_.find(net.mac);
            vf != physical_by_vf_mac_.end() && vf->second != index) {
            port.kind = PortKind::virtual_function;
            port.parent = vf->second;
        } else if (const std::string_view stem = stem_of_virtual_function(port.name); !stem.empty()) {
            port.kind = PortKind::virtual_function;
            for (const std::string_view tail : {"", "np0", "np1"}) {
                const auto physical = port_by_name_.find(std::string(stem).append(tail));
                if (physical != port_by_name_.end() && physical->second != index)
                    port.parent = physical->second;
            }
        } else if (is_representor(port.name)) {
            port.kind = PortKind::other;
        } else if (const auto kind = kind_by_name(port.name)) {
            port.kind = *kind;
        } else if (!net.under.empty()) {
            port.kind
                = port.name.find('.') != std::string_view::npos ? PortKind::subinterface : PortKind::other;
        }
    }
}

void HostBuilder::settle_masters()
{
    for (std::uint32_t index = 0; index < nets_.size(); ++index) {
        const auto master = port_by_name_.find(nets_[index].master);
        if (master != port_by_name_.end() && device_.ports[master->second].kind == PortKind::lag
            && master->second != index)
            device_.ports[index].lag = master->second;
    }
}

// The same command may have been captured twice. Among the routes to one prefix, the one with the lowest
// metric is preferred.
void HostBuilder::settle_forwarding()
{
    std::vector<InterfaceAddress>& addresses = device_.forwarding.addresses;
    const auto address_key
        = [](const InterfaceAddress& address) { return std::pair(address.port, address.prefix); };
    std::ranges::stable_sort(addresses, {}, address_key);
    const auto same_address = std::ranges::unique(addresses, {}, address_key);
    addresses.erase(same_address.begin(), same_address.end());
    const auto route_key = [](const MeasuredRoute& entry) {
        return std::tuple(
            entry.route.to, entry.metric, entry.route.via, entry.route.port, entry.route.discards);
    };
    std::ranges::stable_sort(routes_, {}, route_key);
    const auto same_route = std::ranges::unique(routes_, {}, route_key);
    routes_.erase(same_route.begin(), same_route.end());
    const MeasuredRoute* last = nullptr;
    std::uint8_t rank = 0;
    for (MeasuredRoute& entry : routes_) {
        const bool same_prefix = last != nullptr && last->route.to == entry.route.to;
        if (!same_prefix)
            rank = 1;
        else if (last->metric != entry.metric && rank < 255)
            ++rank;
        entry.route.distance = rank;
        device_.forwarding.routes.push_back(entry.route);
        last = &entry;
    }
}

void HostBuilder::settle_trust()
{
    for (std::uint32_t index = 0; index < nets_.size(); ++index) {
        Port& port = device_.ports[index];
        NetDevice& net = nets_[index];
        // Other drivers only keep such an entry; their NICs classify without it.
        if (!net.nic.driver.is("bnxt_en"))
            net.nic.roce_priority = {};
        if (!net.trust_from_app_table || port.trust.known())
            continue;
        const Span table = origins().span(port.dscp_to_tc.origin);
        if (net.nic.driver.is("mlx5_core"))
            port.trust = {Trust::dscp,
                origins().derived(table,
                    origins().span(net.nic.driver.origin),
                    "mlx5_core trusts DSCP as soon as its application table has one DSCP entry (Linux, "
                    "mlx5 en_dcbnl.c, mlx5e_dcbnl_ieee_setapp)")};
        else if (net.nic.driver.is("bnxt_en"))
            port.trust = {Trust::dscp,
                origins().derived(table,
                    origins().span(net.nic.driver.origin),
                    "bnxt_en classifies by the DSCP entries of its application table (Linux, "
                    "bnxt_dcb.c, bnxt_dcbnl_ieee_setapp and bnxt_hwrm_queue_dscp2pri_cfg)")};
        else if (net.nic.driver.is("ice"))
            settle_ice_trust(index);
        else
            port.trust = Setting<Trust>::unread(
                origins().unread("dcb app lists DSCP priorities, but neither mlnx_qos nor dcb apptrust "
                                 "says that DSCP is trusted"));
    }
}

// ionic reports pause frames of both kinds as link pause: its get_pauseparam looks at the directions, not at the
// type (Linux drivers/net/ethernet/pensando/ionic/ionic_ethtool.c, ionic_get_pauseparam).
void HostBuilder::settle_pause()
{
    for (std::uint32_t index = 0; index < nets_.size(); ++index) {
        Port& port = device_.ports[index];
        const Nic& nic = nets_[index].nic;
        if (!nic.driver.is("ionic") || nic.pauses_priorities.peek_known()
            || (!port.pause_rx.is(true) && !port.pause_tx.is(true)))
            continue;
        port.pause_rx = Setting<bool>::unread(origins().unread(
            "ethtool -a shows PFC of this NIC as link pause too: only nicctl show port shows the type"));
        port.pause_tx = port.pause_rx;
    }
}

// Derived from the interface's MTU if no ibv_devinfo was captured.
Setting<Bytes> HostBuilder::path_mtu_of(const Setting<Bytes>& interface)
{
    constexpr std::uint64_t smallest = 256;
    if (!interface.known())
        return Setting<Bytes>::unread(interface.origin);
    std::uint64_t path = physics::largest_path_mtu;
    while (path > smallest && interface.value.count < path + physics::linux_rdma_headers)
        path /= 2;
    if (interface.value.count < path + physics::linux_rdma_headers)
        return {};
    return {Bytes{path},
        origins().derived(origins().span(interface.origin),
            {},
            "the largest path MTU that fits the interface's (Linux include/rdma/ib_addr.h, iboe_get_mtu)")};
}

void HostBuilder::explain_unread()
{
    const auto reason = [this](std::string_view what, const Port& port) {
        return origins().unread(device_.arena->keep(fmt::format("{} was captured for {}", what, port.name)));
    };
    for (std::uint32_t index = 0; index < device_.ports.size(); ++index) {
        Port& port = device_.ports[index];
        if (port.kind != PortKind::physical)
            continue;
        const bool by_nicctl = nets_[index].nic.driver.is("ionic");
        if (!port.pfc_rx.known() && port.pfc_rx.origin == OriginId{}) {
            const OriginId why
                = reason(by_nicctl ? "no nicctl show qos output" : "no mlnx_qos or dcb pfc output", port);
            port.pfc_rx = Setting<PrioritySet>::unread(why);
            port.pfc_tx = port.pfc_rx;
        }
        if (!port.trust.known() && port.trust.origin == OriginId{})
            port.trust = Setting<Trust>::unread(
                reason(by_nicctl ? "no nicctl show qos output" : "no mlnx_qos output", port));
        if (!port.pause_rx.known() && port.pause_rx.origin == OriginId{}) {
            port.pause_rx = Setting<bool>::unread(
                reason(by_nicctl ? "no nicctl show port output" : "no ethtool -a output", port));
            port.pause_tx = port.pause_rx;
        }
        if (!port.ip_mtu.known()) {
            port.ip_mtu = Setting<Bytes>::unread(reason("no ip link output", port));
            port.max_frame = port.ip_mtu;
        }
    }
    for (Nic& nic : device_.nics) {
        const bool known_port = nic.port != Port::no_index;
        if (known_port && nic.rdma_mtu.origin == OriginId{})
            nic.rdma_mtu = path_mtu_of(device_.ports[nic.port].ip_mtu);
        const std::string_view name = known_port ? device_.ports[nic.port].name : nic.rdma_device;
        const std::string_view rdma = nic.rdma_device.empty() ? "DEVICE" : nic.rdma_device;
        const std::string_view driver_name = nic.driver.value_or(std::string_view{});
        const NicDriver& driver = nic_driver(driver_name, nic.driver_version.value_or({}));
        const auto not_captured = [&](std::string_view words) {
            return Setting<PrioritySet>::unread(origins().unread(
                device_.arena->keep(fmt::format(fmt::runtime(words), name, rdma, driver_name))));
        };
        if (!nic.ecn_notification.known())
            nic.ecn_notification = not_captured(driver.notification_unread);
        if (!nic.ecn_reaction.known())
            nic.ecn_reaction = not_captured(driver.reaction_unread);
    }
}

void HostBuilder::join()
{
    settle_kinds();
    settle_masters();
    settle_forwarding();
    settle_firmware();
    settle_trust();
    settle_pause();
    settle_queues();
    settle_addresses();
    settle_cnp_markings();
    join_nics();
    settle_transport();
    explain_unread();
}

}
