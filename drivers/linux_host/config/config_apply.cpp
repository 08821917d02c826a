// SPDX-License-Identifier: Apache-2.0
// Captures show the host's current state, scripts and units its state after the next boot. Where the two
// disagree, the host is read once for each state, so that faults in either are found.
#include "drivers/linux_host/config/config_apply.h"

#include "drivers/linux_host/config/config_facts.h"
#include "drivers/linux_host/config/tuned_choice.h"
#include "drivers/linux_host/output/firmware.h"
#include "drivers/linux_host/output/outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <utility>

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
        const bool has_captured_ports = !host_.device().ports.empty();
        for (const ConfigFile& file : files) {
            is_shared_ = is_for_several_hosts(file.kind);
            const bool may_lack = is_shared_ && has_captured_ports;
            for (const BondMember& member : file.bond_members) {
                if (may_lack && host_.find_port(member.interface) == Port::no_index)
                    report_absent(member.interface, false, member.at);
                else
                    join_bond(member);
            }
            for (const Setter& setter : file.setters) {
                if (!setter.of_driver.empty())
                    take_for_cards(setter);
                else if (may_lack && !has_subject(setter))
                    report_absent(setter.subject, setter.by_rdma_device, setter.at);
                else
                    take(setter);
            }
            store(file);
            for (const AddressSetting& setting : file.addresses)
                take_address_setting(setting);
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

    [[nodiscard]] bool has_subject(const Setter& setter)
    {
        if (!setter.by_rdma_device)
            return host_.find_port(setter.subject) != Port::no_index;
        const std::vector<std::string_view>& all = host_.device().rdma_devices;
        return all.empty() || std::ranges::find(all, setter.subject) != all.end();
    }

    // Once for each interface or RDMA device of a file.
    void report_absent(std::string_view subject, bool is_rdma_device, Span at)
    {
        if (subject.empty() || !absent_.emplace(at.source, is_rdma_device, subject).second)
            return;
        host_.warn_of_absent(at,
            fmt::format(
                "no capture of a host that this file is for shows the {} {}: what the file sets for it is "
                "not checked",
                is_rdma_device ? "RDMA device" : "interface",
                subject));
    }

    void store(const ConfigFile& file)
    {
        FirmwareCard card(host_);
        for (const FirmwareSetting& setting : file.firmware) {
            // Firmware settings for the next boot are not in force now.
            if (!setting.in_register && host_.reads_in_force())
                continue;
            const std::uint32_t port = port_of_card(setting.card);
            if (port == Port::no_index) {
                report_unknown_firmware(setting);
                continue;
            }
            if (setting.in_register) {
                write_register(setting, port);
                continue;
            }
            card.begin_port(port);
            const std::optional<Span> shown = card.shown_otherwise(setting.name, setting.value);
            // A value that another command of the configuration stored before is not a capture.
            if (shown && !is_configured(*shown))
                report_shown_otherwise(setting, *shown);
            if (card.take(setting.name, setting.value, setting.at) == CoverageState::unrecognised)
                host_.unreadable(setting.at, setting.name, setting.value);
            configured_.insert(setting.at.source);
        }
    }

    // Captures show what the register has now, and scripts write it at each boot.
    void write_register(const FirmwareSetting& setting, std::uint32_t port)
    {
        const RoceRegisterField* field = find_roce_register_field(setting.name);
        const auto bit = register_bit(setting.value);
        if (field == nullptr || !bit)
            return;
        NetDevice& net = host_.net(port);
        Setting<bool>& held = net.roce_register[*field];
        const Span shown = host_.origins().span(held.origin);
        const bool is_captured = held.peek_known() && !is_configured(shown);
        if (is_captured && host_.reads_in_force())
            return;
        if (is_captured && held.value != *bit)
            report_shown_otherwise(setting, shown);
        held = {*bit, host_.origins().explicit_at(setting.at)};
        net.has_nic = true;
        configured_.insert(setting.at.source);
    }

    // Captures show what the kernel uses now.
    void take_address_setting(const AddressSetting& setting)
    {
        const std::uint32_t port = host_.find_port(setting.interface);
        if (setting.interface != "all" && port == Port::no_index)
            return report_absent(setting.interface, false, setting.at);
        Setting<std::uint8_t>& held = address_setting(
            setting.interface == "all" ? host_.for_all_interfaces() : host_.net(port).addresses,
            setting.name);
        const Span shown = host_.origins().span(held.origin);
        const bool is_captured = held.peek_known() && !is_configured(shown);
        if (is_captured && host_.reads_in_force())
            return;
        if (is_captured && held.value != setting.value)
            host_.warn_outdated(shown,
                setting.at,
                fmt::format(
                    "the capture shows net.ipv4.conf.{}.{} = {}, but {} sets {}: not run yet, or undone; "
                    "run it, then capture again",
                    setting.interface,
                    setting.name,
                    held.value,
                    place_text(setting.at),
                    setting.value));
        held = {setting.value, host_.origins().explicit_at(setting.at)};
        configured_.insert(setting.at.source);
    }

    void report_shown_otherwise(const FirmwareSetting& setting, Span shown)
    {
        host_.warn_outdated(shown,
            setting.at,
            fmt::format(
                "the capture shows another {} of {} than {} sets: not run yet, or undone; run it, then capture again",
                setting.name,
                setting.card,
                place_text(setting.at)));
    }

    [[nodiscard]] bool is_configured(Span at) const { return configured_.contains(at.source); }

    // A PCI address that no capture shows must not be mistaken for that of the only interface.
    [[nodiscard]] std::uint32_t port_of_card(std::string_view card)
    {
        const std::uint32_t port = host_.find_port(host_.interface_of(card));
        const bool is_address = card.find(':') != std::string_view::npos;
        if (port == Port::no_index || !is_address || host_.net(port).pci.empty())
            return port;
        return host_.port_at_pci(card);
    }

    void report_unknown_firmware(const FirmwareSetting& setting)
    {
        if (!absent_cards_.emplace(setting.at.source, setting.card).second)
            return;
        std::string message = fmt::format(
            "no capture shows which interface the NIC {} is (ethtool -i shows its PCI address): what "
            "the file sets in its firmware is not checked",
            setting.card);
        if (is_shared_)
            host_.warn_of_absent(setting.at, std::move(message));
        else
            host_.warn(setting.at, std::move(message));
    }

    void take(const Setter& setter)
    {
        remember(setter);
        if (!in_force_.contains(key_of(setter)))
            facts_.apply(setter);
    }

    // Tools of one vendor's NICs call them by ids that only captures assign to interfaces.
    void take_for_cards(const Setter& setter)
    {
        bool any = false;
        for (std::uint32_t index = 0; index < host_.device().ports.size(); ++index) {
            if (!is_meant(index, setter))
                continue;
            any = true;
            Setter& own = for_cards_.emplace_back(setter);
            own.subject = host_.port_at(index).name;
            own.of_driver = {};
            take(own);
        }
        if (!any)
            report_unknown_cards(setter);
    }

    void report_unknown_cards(const Setter& setter)
    {
        constexpr const char* message
            = "nothing shows which interfaces this sets up: add the outputs of ethtool -i and nicctl show qos";
        if (!is_shared_) {
            if (!std::exchange(cards_reported_, true))
                host_.warn(setter.at, message);
        } else if (absent_cards_.emplace(setter.at.source, setter.subject).second) {
            host_.warn_of_absent(setter.at, message);
        }
    }

    [[nodiscard]] bool is_meant(std::uint32_t index, const Setter& setter)
    {
        const NetDevice& net = host_.net(index);
        if (!net.nic.driver.is(setter.of_driver) && net.nic.port_id.empty())
            return false;
        const std::string_view name = host_.port_at(index).name;
        return setter.subject.empty() || net.nic.port_id == setter.subject
            || host_.interface_of_card(setter.subject) == name;
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
            fmt::format(
                "the capture shows {} {} of {}, but {} sets {}: not run yet, or undone; run it, then capture again",
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
    std::deque<Setter> for_cards_; ///< with interfaces in place of cards
    bool is_shared_ = false; ///< whether the file at hand may be for several hosts
    bool cards_reported_ = false;
    std::set<SourceId>
        configured_; ///< files that have stored settings in a firmware, written its register, or set up the kernel
    std::set<std::pair<SourceId, std::string_view>> absent_cards_; ///< by file, as its commands name them
    /// By file: whether it is an RDMA device, and its name.
    std::set<std::tuple<SourceId, bool, std::string_view>> absent_;
    std::span<const Tree> trees_;
    const std::set<SettingKey>& in_force_;
    std::map<SettingKey, Captured> captured_;
};

int turn_of(ConfigKind kind)
{
    switch (kind) {
    case ConfigKind::udev:
        return 1;
    case ConfigKind::script:
    case ConfigKind::unit:
    case ConfigKind::tuned:
    case ConfigKind::ansible:
    case ConfigKind::cloud_init:
    case ConfigKind::machine_config:
        return 2;
    case ConfigKind::cluster:
        return 3;
    default:
        return 0;
    }
}

// Of files with one name, that in /etc hides the one in /run, and both hide that in /usr/lib (sysctl.d(5)).
int precedence_of(std::string_view path)
{
    return path.find("etc/sysctl.d/") != std::string_view::npos ? 2
        : path.find("run/sysctl.d/") != std::string_view::npos  ? 1
                                                                : 0;
}

bool is_hidden(const Tree& tree, ConfigKind kind, std::span<const Tree* const> all)
{
    return kind == ConfigKind::kernel && std::ranges::any_of(all, [&](const Tree* other) {
        return config_kind(*other->source) == ConfigKind::kernel
            && other->source->file_name() == tree.source->file_name()
            && precedence_of(other->source->path()) > precedence_of(tree.source->path());
    });
}

// The order in which the files of a host take effect. Those of sysctl.d are read by their names, whatever their folder
// (sysctl.d(5)), and sysctl.conf last (procps, `sysctl --system`).
bool is_before(const ConfigFile& a, const ConfigFile& b)
{
    const auto key = [](const ConfigFile& file) {
        const bool is_of_kernel = file.kind == ConfigKind::kernel;
        const std::string_view name = is_of_kernel ? file.tree->source->file_name() : std::string_view{};
        return std::tuple(turn_of(file.kind), is_of_kernel, name == "sysctl.conf", name);
    };
    return key(a) < key(b);
}

}

KnownHost known_host(const Device& device)
{
    KnownHost host{.name = device.name, .rdma_devices = {}, .interfaces = {}};
    for (const std::string_view name : device.rdma_devices) {
        const auto is_of_it = [name](const Nic& nic) { return nic.rdma_device == name; };
        const auto nic = std::ranges::find_if(device.nics, is_of_it);
        // The adapter of a bond has an entry for each member, none of which is the bond.
        if (nic != device.nics.end() && nic->port < device.ports.size()
            && std::ranges::count_if(device.nics, is_of_it) == 1)
            host.rdma_devices.push_back({name, device.ports[nic->port].name});
    }
    for (const Port& port : device.ports) {
        const Nic* nic = port.nic < device.nics.size() ? &device.nics[port.nic] : nullptr;
        const bool has_driver = nic != nullptr && nic->driver.known();
        host.interfaces.push_back({port.name, has_driver ? nic->driver.value : std::string_view{}});
    }
    return host;
}

std::vector<ConfigFile> read_configuration(std::span<const Tree> trees, const KnownHost& host, Arena& arena)
{
    std::vector<ConfigFile> files;
    std::vector<std::string_view> scripts;
    std::vector<const Tree*> found;
    for (const Tree& tree : trees) {
        const ConfigKind kind = config_kind(*tree.source);
        if (kind == ConfigKind::none)
            continue;
        found.push_back(&tree);
        if (kind == ConfigKind::script)
            scripts.push_back(tree.source->file_name());
    }
    files.reserve(found.size());
    const TunedChoice choice(found);
    for (const Tree* tree : found) {
        const ConfigKind kind = config_kind(*tree->source);
        const HostParts::ProfileUse use = choice.use_of(*tree);
        // TuneD runs the scripts of a profile only while it is active.
        const bool is_unused = (kind == ConfigKind::script && use == HostParts::ProfileUse::inactive)
            || is_hidden(*tree, kind, found);
        if (is_unused && tree->root != nullptr)
            mark_all(*tree, CoverageState::irrelevant);
        else
            files.push_back(read_config(*tree, kind, {scripts, &host, use, choice.merged()}, arena));
    }
    std::ranges::stable_sort(files, is_before);
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
