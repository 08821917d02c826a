// SPDX-License-Identifier: Apache-2.0
// Captures show the host's current state, scripts and units its state after the next boot. Where the two
// disagree, the host is read once for each state, so that faults in either are found.
#include "drivers/linux_host/config/config_apply.h"

#include "drivers/linux_host/config/config_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace rocelint::linux_host {
namespace {

// The captured value of a setting, before the configuration was applied on top of it.
struct Captured {
    std::string value;
    Span at;
    const Setter* setter = nullptr; ///< the last setter of this value

    [[nodiscard]] bool is_shown() const { return !value.empty() && at.somewhere(); }
};

class ConfigApplier {
public:
    ConfigApplier(HostBuilder& host, std::span<const Tree> trees, const std::set<SettingKey>& in_force)
        : facts_(host), host_(host), trees_(trees), in_force_(in_force)
    {
    }

    std::set<SettingKey> run(std::span<const ConfigFile> files)
    {
        for (const ConfigFile& file : files) {
            for (const BondMember& member : file.bond_members)
                join_bond(member);
            for (const Setter& setter : file.setters) {
                remember(setter);
                if (!in_force_.contains(key_of(setter)))
                    facts_.apply(setter);
            }
        }
        facts_.finish();
        std::set<SettingKey> differing;
        for (const auto& [key, captured] : captured_) {
            if (compare(captured))
                differing.insert(key);
        }
        return differing;
    }

private:
    static SettingKey key_of(const Setter& setter)
    {
        return {
            order_of(setter.knob), setter.by_rdma_device, setter.subject, setter.number, setter.rdma_port};
    }

    // If captures already show the interface in a bond, they take precedence.
    void join_bond(const BondMember& member)
    {
        const std::uint32_t bond = host_.port(member.bond, member.at);
        const std::uint32_t port = host_.port(member.interface, member.at);
        if (bond == Port::no_index || port == Port::no_index || !host_.net(port).master.empty())
            return;
        host_.net(port).master = member.bond;
        if (!host_.net(bond).kind_is_known) {
            host_.port_at(bond).kind = PortKind::lag;
            host_.net(bond).kind_is_known = true;
        }
    }

    void remember(const Setter& setter)
    {
        const SettingKey key = key_of(setter);
        const auto known = captured_.find(key);
        if (known != captured_.end()) {
            known->second.setter = &setter;
            return;
        }
        Captured captured;
        captured.setter = &setter;
        if (auto now = facts_.shown(setter)) {
            captured.value = std::move(now->value);
            captured.at = now->at;
        }
        captured_.emplace(key, std::move(captured));
    }

    // Whether the configuration sets a value other than the captured one.
    bool compare(const Captured& captured)
    {
        if (!captured.is_shown())
            return false;
        const auto at_boot = facts_.shown(*captured.setter);
        if (!at_boot || at_boot->value == captured.value)
            return false;
        if (captured.setter->knob == Knob::pfc)
            forget_buffers(*captured.setter);
        host_.warn_outdated(captured.at,
            captured.setter->at,
            fmt::format("the capture shows {} {} of {}, but {} sets {}: it did not run, or was undone",
                row_of(captured.setter->knob).title,
                captured.value,
                captured.setter->subject,
                place_text(captured.setter->at),
                at_boot->value));
        return true;
    }

    // mlx5 resizes its receive buffers when PFC changes, unless they were
    // set by hand (Linux drivers/net/ethernet/mellanox/mlx5/core/en_dcbnl.c,
    // mlx5e_dcbnl_ieee_setpfc), so the captured buffers no longer apply.
    void forget_buffers(const Setter& pfc)
    {
        const bool by_hand = std::ranges::any_of(captured_, [&](const auto& entry) {
            const Setter& other = *entry.second.setter;
            return other.subject == pfc.subject && row_of(other.knob).member->classes.buffers;
        });
        const std::uint32_t index = host_.find_port(pfc.subject);
        if (by_hand || index == Port::no_index)
            return;
        const Port& port = host_.port_at(index);
        for (std::uint32_t group = port.first_group; group < port.first_group + port.group_count; ++group)
            host_.device().groups[group].buffer = Setting<Ref>::unread(host_.origins().unread(
                "the NIC resizes its receive buffers when PFC changes, and the capture is older"));
    }

    [[nodiscard]] std::string place_text(Span at) const
    {
        for (const Tree& tree : trees_) {
            if (tree.source->id() != at.source)
                continue;
            const std::string_view before = tree.source->text().substr(0, at.offset);
            return fmt::format("{}:{}", tree.source->file_name(), std::ranges::count(before, '\n') + 1);
        }
        return "the configuration";
    }

    ConfigFacts facts_;
    HostBuilder& host_;
    std::span<const Tree> trees_;
    const std::set<SettingKey>& in_force_;
    std::map<SettingKey, Captured> captured_;
};

void add_device(std::vector<ShellDevice>& devices, std::string_view rdma, std::string_view interface)
{
    if (rdma.empty() || std::ranges::find(devices, rdma, &ShellDevice::rdma) != devices.end())
        return;
    // The device of a bond belongs to its members, not to the bond's interface.
    const bool of_bond = rdma.find("bond") != std::string_view::npos;
    devices.push_back({rdma, of_bond ? std::string_view{} : interface});
}

int turn_of(ConfigKind kind)
{
    return kind == ConfigKind::udev ? 1 : kind == ConfigKind::script || kind == ConfigKind::unit ? 2 : 0;
}

}

std::vector<ShellDevice> shown_devices(const HostBuilder& host)
{
    std::vector<ShellDevice> devices;
    for (const RdmaPort& port : host.rdma_ports()) {
        if (!port.infiniband)
            add_device(devices, port.nic.rdma_device, port.net_device);
    }
    return devices;
}

std::vector<ShellDevice> shown_devices(const Device& host)
{
    std::vector<ShellDevice> devices;
    for (const Nic& nic : host.nics) {
        const bool shown = nic.port < host.ports.size();
        add_device(devices, nic.rdma_device, shown ? host.ports[nic.port].name : std::string_view{});
    }
    return devices;
}

std::vector<ConfigFile> read_configuration(
    std::span<const Tree> trees, std::span<const ShellDevice> devices, Arena& arena)
{
    std::vector<ConfigFile> files;
    std::vector<std::string_view> scripts;
    std::vector<std::pair<const Tree*, ConfigKind>> found;
    for (const Tree& tree : trees) {
        const ConfigKind kind = config_kind(*tree.source);
        if (kind == ConfigKind::none)
            continue;
        found.emplace_back(&tree, kind);
        if (kind == ConfigKind::script)
            scripts.push_back(tree.source->file_name());
    }
    files.reserve(found.size());
    for (const auto& [tree, kind] : found)
        files.push_back(read_config(*tree, kind, scripts, devices, arena));
    std::ranges::stable_sort(files, {}, [](const ConfigFile& file) { return turn_of(file.kind); });
    return files;
}

std::set<SettingKey> apply_configuration(HostBuilder& host,
    std::span<const ConfigFile> files,
    std::span<const Tree> trees,
    const std::set<SettingKey>& in_force)
{
    return ConfigApplier(host, trees, in_force).run(files);
}

}
