// SPDX-License-Identifier: Apache-2.0
// Filters that VLANs and their IRB interfaces apply to what enters, and which ports are in those VLANs.
#include "drivers/junos/read/config.h"
#include "models/fabric/vlan_policy.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::junos {
namespace {

constexpr std::string_view family_of_switching = "ethernet-switching";

/// The VLANs of a configuration by name.
class VlanNames {
public:
    explicit VlanNames(const Statement* vlans)
    {
        if (vlans == nullptr)
            return;
        for (const Statement& vlan : *vlans) {
            std::string ids(vlan.value("vlan-id"));
            for (const Statement& part : vlan) {
                if (part.word() == "vlan-id-list")
                    ids.append(",").append(part.key);
                lists_ports_ = lists_ports_ || part.word() == "interface";
            }
            by_name_[vlan.key] = {parse_vlan_ids(ids), vlan.value("l3-interface")};
        }
    }

    /// Whether VLANs name their ports themselves, so that the lines of a port do not say all.
    [[nodiscard]] bool list_ports() const { return lists_ports_; }
    /// The VLANs of a member of an interface: a name, a VID, a range, or `all`.
    [[nodiscard]] std::optional<VlanIds> of_member(std::string_view member) const
    {
        if (member == "all")
            return VlanIds{}.set();
        const auto found = by_name_.find(member);
        return found == by_name_.end() ? parse_vlan_ids(member) : found->second.ids;
    }
    /// The VLANs of a name, or of the unit of `irb` or `vlan` that routes for it; all where they are not known.
    [[nodiscard]] VlanIds of_name(std::string_view name) const
    {
        return of_member(name).value_or(VlanIds{}.set());
    }
    [[nodiscard]] VlanIds of_unit(std::string_view port, std::string_view unit) const
    {
        const std::string name = fmt::format("{}.{}", port, unit);
        VlanIds ids;
        for (const auto& [vlan, stated] : by_name_) {
            if (stated.routed_by == name)
                ids |= stated.ids.value_or(VlanIds{}.set());
        }
        return ids.any() ? ids : ids.set();
    }

private:
    struct Vlan {
        std::optional<VlanIds> ids;
        std::string_view routed_by;
    };
    std::unordered_map<std::string_view, Vlan> by_name_;
    bool lists_ports_ = false;
};

const Statement* switching_of(const Statement& unit)
{
    const Statement* families = unit.child("family");
    const Statement* switching = families == nullptr ? nullptr : families->child(family_of_switching);
    return switching == nullptr ? nullptr : switching->child("vlan");
}

void add_members(PortVlans& port, const VlanNames& names, const Statement& vlan)
{
    for (const Statement& member : vlan) {
        if (member.word() != "members")
            continue;
        const auto ids = names.of_member(member.key);
        port.known = port.known && ids.has_value();
        port.ids |= ids.value_or(VlanIds{});
        if (member.node != nullptr)
            member.node->mark(CoverageState::read);
    }
}

// A unit whose family has no members is in the default VLAN of its platform, and one with a VLAN tag of its own may be in any.
PortVlans members_of(const VlanNames& names, const Statement& interface)
{
    PortVlans port{.ids = {}, .known = true};
    for (const Statement& unit : interface) {
        if (unit.word() != "unit")
            continue;
        const Statement* vlan = switching_of(unit);
        if (vlan == nullptr || vlan->child("members") == nullptr)
            port.known = false;
        else
            add_members(port, names, *vlan);
    }
    port.known = port.known && port.ids.any();
    return port;
}

VlanPolicyScope scope_of(Config& config, const VlanNames& names)
{
    std::vector<PortVlans> members(config.device.ports.size());
    const Statement* interfaces = config.root.child("interfaces");
    if (interfaces == nullptr || names.list_ports())
        return VlanPolicyScope();
    for (const Statement& interface : *interfaces) {
        const auto port = config.port_by_name.find(interface.key);
        if (port != config.port_by_name.end())
            members[port->second] = members_of(names, interface);
    }
    return VlanPolicyScope(std::move(members));
}

/// One filter or policer that VLANs apply.
struct Applied {
    VlanIds vlans;
    std::string_view filter; ///< empty: a policer
    std::uint32_t interface = Port::no_index; ///< the port index of the IRB interface, if that applies it
};

void find_filters_of_vlans(const Statement* vlans, const VlanNames& names, std::vector<Applied>& applied)
{
    if (vlans == nullptr)
        return;
    // Junos OS Routing Policies, Firewall Filters, and Traffic Policers User Guide, Configuring Firewall Filters: the filter stands
    // below forwarding-options, and on switches without ELS directly below the VLAN.
    for (const Statement& vlan : *vlans) {
        for (const Statement* block : {&vlan, vlan.child("forwarding-options")}) {
            const Statement* filter = block == nullptr ? nullptr : block->child("filter");
            if (filter == nullptr)
                continue;
            for (const Statement& one : *filter)
                applied.push_back({.vlans = names.of_name(vlan.key), .filter = one.key});
        }
    }
}

void find_filters_of_units(const Config& config, const VlanNames& names, std::vector<Applied>& applied)
{
    const Statement* interfaces = config.root.child("interfaces");
    if (interfaces == nullptr)
        return;
    for (const Statement& interface : *interfaces) {
        const auto port = config.port_by_name.find(interface.key);
        if (port == config.port_by_name.end() || config.device.ports[port->second].kind != PortKind::vlan)
            continue;
        for (const Statement& unit : interface) {
            const Statement* families = unit.word() == "unit" ? unit.child("family") : nullptr;
            if (families == nullptr)
                continue;
            const VlanIds vlans = names.of_unit(interface.key, unit.key);
            for (const Statement& family : *families) {
                if (const Statement* filter = family.child("filter"); filter != nullptr) {
                    for (const Statement& one : *filter)
                        applied.push_back({vlans, one.key, port->second});
                }
                if (family.child("policer") != nullptr)
                    applied.push_back({vlans, {}, port->second});
            }
        }
    }
}

// All units of `irb` are one port of the model, whose meters count for the VLANs of any of them.
VlanIds vlans_of_interface(const std::vector<Applied>& applied, std::uint32_t interface)
{
    VlanIds vlans;
    for (const Applied& one : applied) {
        if (one.interface == interface)
            vlans |= one.vlans;
    }
    return vlans;
}

}

void bind_vlan_filters(Config& config)
{
    const Statement* vlans = config.root.child("vlans");
    const VlanNames names(vlans);
    std::vector<Applied> applied;
    find_filters_of_vlans(vlans, names, applied);
    find_filters_of_units(config, names, applied);
    if (applied.empty())
        return;
    const VlanPolicyScope scope = scope_of(config, names);
    std::vector<std::uint32_t> interfaces;
    for (const Applied& one : applied) {
        if (config.classifying_filters.contains(one.filter))
            scope.withhold_classes(config.device, one.vlans);
        if (one.interface != Port::no_index) {
            interfaces.push_back(one.interface);
            continue;
        }
        const auto found = config.filter_meters.find({family_of_switching, one.filter});
        if (found != config.filter_meters.end())
            scope.bind_meters(config.device, one.vlans, found->second);
    }
    std::ranges::sort(interfaces);
    const auto repeated = std::ranges::unique(interfaces);
    interfaces.erase(repeated.begin(), repeated.end());
    for (const std::uint32_t interface : interfaces)
        scope.take_policy_of_interface(
            config.device, interface, vlans_of_interface(applied, interface), false);
}

}
