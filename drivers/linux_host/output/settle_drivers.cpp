// SPDX-License-Identifier: Apache-2.0
// What the facts of a host mean on the NIC's driver, once all outputs are read.
#include "drivers/linux_host/knob/knob.h"
#include "drivers/linux_host/knob/nic_drivers.h"
#include "drivers/linux_host/knob/notation.h"
#include "drivers/linux_host/output/nic_tools.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::linux_host {

void HostBuilder::settle_firmware()
{
    for (std::uint32_t index = 0; index < nets_.size(); ++index) {
        NetDevice& net = nets_[index];
        net.stored.settle(net.nic, origins());
        net.roce_register.settle(net.nic, net.stored);
        if (const SpeltKnob flag
            = find_spelling(Tool::ethtool, "--set-priv-flags", net.nic.firmware_dcbx_off))
            net.nic.firmware_dcbx_off = device_.arena->keep(fmt::format("ethtool {} {} {} {}",
                flag.spelling->object,
                device_.ports[index].name,
                flag.spelling->key,
                amount_text(flag.spelling->words, 0)));
        else if (net.stored.find("LLDP_NB_DCBX") != nullptr)
            net.nic.firmware_dcbx_off = "mlxconfig -d DEVICE set LLDP_NB_DCBX_P1=0 LLDP_NB_TX_MODE_P1=0 "
                                        "LLDP_NB_RX_MODE_P1=0 (P2 for the second port), and reset the NIC";
    }
}

// Linux drivers/net/ethernet/intel/ice/ice_dcb_nl.c, ice_dcbnl_setapp: the first DSCP entry turns PFC by DSCP on
// (L3 QoS mode), in which DSCP D has priority D / 8 unless an entry says otherwise. The driver refuses entries while
// the firmware's agent runs; those that are then listed are the neighbour's.
void HostBuilder::settle_ice_trust(std::uint32_t index)
{
    Port& port = device_.ports[index];
    const Nic& nic = nets_[index].nic;
    if (!nic.firmware_dcbx.peek_known() || nic.firmware_dcbx.value) {
        port.trust = Setting<Trust>::unread(origins().unread(nic.firmware_dcbx.peek_known()
                ? "the application table of an ice NIC classifies by DSCP only while the firmware's LLDP agent is off"
                : "an ice NIC classifies by the DSCPs of its application table only while the firmware's LLDP agent "
                  "is off: capture ethtool --show-priv-flags"));
        return;
    }
    const Span table = origins().span(port.dscp_to_tc.origin);
    const OriginId why = origins().derived(table,
        origins().span(nic.firmware_dcbx.origin),
        "ice classifies by DSCP as soon as its application table has one DSCP entry and the firmware's LLDP agent "
        "is off (Linux, ice_dcb_nl.c, ice_dcbnl_setapp)");
    port.trust = {Trust::dscp, why};
    if (!port.dscp_to_tc.known() || port.dscp_to_tc.value.index >= device_.maps.size())
        return;
    ClassMap& map = device_.maps[port.dscp_to_tc.value.index];
    for (std::uint8_t dscp = 0; dscp < 64; ++dscp) {
        if (map.origin[dscp].kind() == OriginKind::default_)
            map.set(dscp, static_cast<std::uint8_t>(dscp / 8), why);
    }
}

// The interface of a NIC whose files below /sys/kernel/debug are named by its PCI address.
std::uint32_t HostBuilder::port_of_debug_files(std::string_view pci, OriginId at)
{
    const std::uint32_t index = port_at_pci(pci);
    if (index == Port::no_index && std::ranges::find(lost_addresses_, pci) == lost_addresses_.end()) {
        lost_addresses_.push_back(pci);
        warn(origins().span(at),
            fmt::format(
                "nothing shows which interface the NIC at {} is, so this is not read: add the output of ethtool -i",
                pci));
    }
    return index;
}

void HostBuilder::place_notes()
{
    for (const CongestionNumber& number : congestion_numbers_) {
        const std::uint32_t index = port_of_debug_files(number.pci, number.at);
        if (index == Port::no_index)
            continue;
        // Scripts set these by RDMA device.
        RdmaPort* rdma = rdma_of_interface(device_.ports[index].name);
        nets_[index].has_nic = true;
        put_congestion_number(rdma == nullptr ? nets_[index].nic : rdma->nic, number);
    }
    place_module_options(*this, module_options_);
}

// np_cnp_prio applies only in mode 0, which a write to it selects (Linux, mlx5 cong.c, mlx5_ib_set_cc_param_mask_val).
void HostBuilder::settle_cnp_markings()
{
    for (const CnpMarking& marking : cnp_markings_) {
        const std::uint32_t index = port_of_debug_files(marking.pci, marking.at);
        if (index == Port::no_index)
            continue;
        Nic& nic = nets_[index].nic;
        const bool of_mode = marking.file == "np_cnp_prio_mode";
        Setting<std::uint8_t>& place = marking.file == "np_cnp_dscp" ? nic.cnp_dscp : nic.cnp_priority;
        nets_[index].has_nic = true;
        if (!of_mode)
            place = {marking.value, marking.at};
    }
    for (const CnpMarking& marking : cnp_markings_) {
        const std::uint32_t index = port_at_pci(marking.pci);
        if (index != Port::no_index && marking.file == "np_cnp_prio_mode" && marking.value != 0)
            nets_[index].nic.cnp_priority = Setting<std::uint8_t>::unread(
                origins().unread("np_cnp_prio_mode is not 0, so that np_cnp_prio is not in force"));
    }
}

void HostBuilder::settle_transport()
{
    for (Nic& nic : device_.nics) {
        if (!nic.driver.peek_known())
            continue;
        const NicDriver& driver = nic_driver(nic.driver.value,
            nic.driver_version.peek_known() ? nic.driver_version.value : std::string_view{});
        nic.slows_unpaused = driver.slows_unpaused;
        nic.queue_pair_rate = driver.queue_pair_rate;
        if (!driver.iwarp_only.empty() && !nic.iwarp.peek_known())
            nic.iwarp = {true, origins().derived(origins().span(nic.driver.origin), {}, driver.iwarp_only)};
    }
}

}
