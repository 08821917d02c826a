// SPDX-License-Identifier: Apache-2.0
// The reading of one host from all of its files. Once a prompt in a transcript is of another host, the output there is
// no longer read for this one.
#include "drivers/linux_host/config/cluster.h"
#include "drivers/linux_host/config/config_apply.h"
#include "drivers/linux_host/config/cut_off.h"
#include "drivers/linux_host/config/transcript.h"
#include "drivers/linux_host/linux_host.h"
#include "drivers/linux_host/output/nic_tools.h"
#include "drivers/linux_host/output/outputs.h"
#include "drivers/linux_host/shell/json_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

void read_output(HostBuilder& host, const Section& section)
{
    switch (section.command.output) {
    case Output::mlnx_qos:
        return read_mlnx_qos(host, section);
    case Output::ethtool:
    case Output::ethtool_pause:
    case Output::ethtool_fec:
    case Output::ethtool_driver:
    case Output::ethtool_eee:
    case Output::ethtool_tunable:
    case Output::ethtool_flags:
        return read_ethtool(host, section);
    case Output::ethtool_statistics:
        return read_ethtool_statistics(host, section);
    case Output::rdma_statistic:
        return read_rdma_statistic(host, section);
    case Output::lldptool_config:
        return read_lldptool_config(host, section);
    case Output::devlink_param:
        return read_devlink_param(host, section);
    case Output::module_options:
        return read_module_options(host, section);
    case Output::ethtool_module:
        return read_module(host, section);
    case Output::mlxlink:
        return read_mlxlink(host, section);
    case Output::mlxconfig:
        return read_mlxconfig(host, section);
    case Output::mlxreg:
        return read_mlxreg(host, section);
    case Output::nicctl:
        return read_nicctl(host, section);
    case Output::nicctl_lif:
        return read_nicctl_lif(host, section);
    case Output::nicctl_statistics:
        return read_nicctl_statistics(host, section);
    case Output::lspci:
        return read_lspci(host, section);
    case Output::ip_route:
        return read_ip_route(host, section);
    case Output::ip_json:
        return read_ip_json(host, section);
    case Output::gpus:
        return read_gpus(host, section);
    case Output::ip_address:
    case Output::ip_link:
        return read_ip_link(host, section);
    case Output::sysfs:
        return read_sysfs(host, section);
    case Output::cma_tos:
    case Output::cma_mode:
        return read_cma(host, section);
    case Output::gids:
        return read_gids(host, section);
    case Output::lldp:
        for (const Node& child : section.node) {
            if (child.kind == Node::Kind::object)
                read_lldp(host, section.tree, child);
        }
        return;
    case Output::dcb_pfc:
    case Output::dcb_ets:
    case Output::dcb_app:
    case Output::dcb_apptrust:
    case Output::dcb_dcbx:
    case Output::dcb_buffer:
        return read_dcb(host, section);
    case Output::qos_tlvs:
    case Output::lldp_tlvs:
        return read_qos_tlvs(host, section);
    case Output::lldp_neighbour:
        return read_lldptool_neighbour(host, section);
    case Output::niccli_queues:
        return read_niccli_queues(host, section);
    case Output::niccli_option:
        return read_niccli_option(host, section);
    case Output::niccli_list:
        return read_niccli_list(host, section);
    case Output::rdma_link:
        return read_rdma_link(host, section);
    case Output::ibdev2netdev:
        return read_ibdev2netdev(host, section);
    case Output::devinfo:
        return read_devinfo(host, section);
    case Output::bonding:
        return read_bonding(host, section);
    case Output::sysctl:
        return read_sysctl(host, section);
    default:
        return;
    }
}

// Whether the output can only be read after all others: it depends on the interface's name and does not
// contain it, or concerns only interfaces that others show.
bool needs_interface(const HostBuilder& host, const Section& section)
{
    const Output output = section.command.output;
    // These name an adapter by its number or PCI address.
    if (output == Output::qos_tlvs || output == Output::niccli_queues || output == Output::niccli_option)
        return !knows_adapter(host, section);
    // These name the RDMA device or its PCI address; later output may show its interface.
    if (output == Output::mlxlink || output == Output::mlxconfig || output == Output::mlxreg
        || output == Output::lspci || output == Output::sysctl || output == Output::nicctl)
        return true;
    // These name a PCI address, or only say what is in force if no other output does.
    if (output == Output::devlink_param || output == Output::lldptool_config || output == Output::lldp_tlvs
        || output == Output::lldp_neighbour || output == Output::module_options)
        return true;
    const bool nameless = output == Output::mlnx_qos || output == Output::ethtool_driver
        || output == Output::ethtool_tunable || output == Output::ethtool_module
        || output == Output::ethtool_statistics
        || (output >= Output::dcb_pfc && output <= Output::dcb_buffer);
    return nameless && section.command.subject.empty();
}

class CaptureReader {
public:
    CaptureReader(Device& device,
        std::vector<SyntaxProblem>& problems,
        std::string_view fallback_name,
        const std::set<SettingKey>& in_force = {})
        : device_(device)
        , problems_(problems)
        , host_(device, problems)
        , fallback_name_(fallback_name)
        , in_force_(in_force)
    {
    }

    /// Reads the firmware's current settings instead of those of the next boot.
    void read_in_force() { host_.set_reads_in_force(true); }

    // Whether the host has what a setting is about.
    [[nodiscard]] bool has_subject(const Setter& setter)
    {
        if (!setter.of_driver.empty() || !setter.by_rdma_device)
            return !setter.of_driver.empty() || host_.find_port(setter.subject) != Port::no_index;
        return std::ranges::find(device_.rdma_devices, setter.subject) != device_.rdma_devices.end();
    }

    // Returns the settings that captures show with other values than the configuration sets.
    std::set<SettingKey> read(std::span<const Tree> trees)
    {
        device_.platform = "linux-host";
        device_.kind = DeviceKind::host;
        device_.has_watchdog = false;
        for (const Tree& tree : trees)
            read_tree(tree);
        for (const Section& section : waiting_) {
            if (section.command.output == Output::nicctl)
                find_nic_cards(host_, section);
        }
        for (const Section& section : waiting_)
            read_output(host_, section);
        for (const Tree* tree : stored_)
            read_mlxconfig_json(host_, *tree);
        host_.place_notes();
        std::vector<ConfigFile> configuration = read_configuration(trees, host_so_far(), *device_.arena);
        name_adapters(host_, configuration);
        set_up_by_cluster(host_, host_so_far().name, configuration);
        warn_of_lost_pfc(host_, configuration);
        std::set<SettingKey> differing = apply_configuration(host_, configuration, trees, in_force_);
        device_.boot_files_are_corrections = true;
        for (const ConfigFile& file : configuration) {
            // A file for several hosts may set up interfaces that this one does not have.
            const auto is_qos = [&](const Setter& setter) {
                return setter.knob != Knob::mtu && (!is_for_several_hosts(file.kind) || has_subject(setter));
            };
            // A playbook runs when someone starts it, not at boot.
            if (file.kind == ConfigKind::ansible || std::ranges::none_of(file.setters, is_qos))
                continue;
            device_.boot_files.push_back(file.tree->source->id());
            if (named_host(*file.tree->source).empty())
                device_.boot_files_are_corrections = false;
        }
        for (const ConfigFile& file : configuration)
            std::ranges::copy(file.problems, std::back_inserter(problems_));
        warn_of_cut_captures(trees, problems_);
        take_given_name(trees);
        if (device_.name.empty() && !prompted_.empty()) {
            device_.name = prompted_;
            device_.identity = prompted_at_;
        }
        device_.name_is_configured = !device_.name.empty();
        if (device_.name.empty())
            device_.name = fallback_name_;
        device_.role
            = {Role::host, host_.origins().derived(device_.identity, {}, "it runs the Linux host tools")};
        host_.join();
        host_.origins().shrink_to_fit();
        device_.fragment = device_.ports.empty() && std::ranges::all_of(trees, is_of_tuned);
        if (device_.fragment && problems_.empty() && std::ranges::all_of(trees, is_profile))
            host_.warn(trees.front().span(*trees.front().root),
                "nothing in this profile of TuneD sets up an interface by its name, so nothing of it is judged: put it "
                "beside the captures of its host");
        return differing;
    }

private:
    // Such files name no interface unless they set something on it.
    static bool is_of_tuned(const Tree& tree)
    {
        const ConfigKind kind = config_kind(*tree.source);
        return kind == ConfigKind::tuned || kind == ConfigKind::tuned_choice;
    }

    static bool is_profile(const Tree& tree)
    {
        return tree.root != nullptr && config_kind(*tree.source) == ConfigKind::tuned;
    }

    // What the captures show.
    [[nodiscard]] KnownHost host_so_far()
    {
        KnownHost host;
        host.name = !device_.name.empty() ? std::string_view(device_.name)
            : !prompted_.empty()          ? prompted_
                                          : fallback_name_;
        host.rdma_devices = host_.listed_devices();
        for (std::uint32_t port = 0; port < device_.ports.size(); ++port) {
            const Setting<std::string_view>& driver = host_.net(port).nic.driver;
            host.interfaces.push_back(
                {device_.ports[port].name, driver.known() ? driver.value : std::string_view{}});
        }
        return host;
    }

    void read_tree(const Tree& tree)
    {
        device_.files.push_back(tree.source->id());
        if (tree.root == nullptr || config_kind(*tree.source) != ConfigKind::none)
            return;
        if (tree.root->kind == Node::Kind::object) {
            if (is_mlxconfig_json(*tree.root))
                stored_.push_back(&tree);
            else
                read_lldp(host_, tree, *tree.root);
            return;
        }
        for (const Node& node : *tree.root) {
            // A run of lines is a part that is not read.
            if (node.kind != Node::Kind::lines)
                read_section({tree, node, command_of(node)});
        }
    }

    // If no capture names the host, a file written by rocelint or for cloud-init may.
    void take_given_name(std::span<const Tree> trees)
    {
        for (const Tree& tree : trees) {
            const std::string_view name = stated_host(*tree.source);
            if (!device_.name.empty() || name.empty() || config_kind(*tree.source) == ConfigKind::none)
                continue;
            device_.name = name;
            device_.identity = tree.source->span_of(name);
        }
    }

    void read_section(const Section& section)
    {
        if (section.node.length == 0 || parse_prompt(section.node.key).found)
            section.node.mark(State::irrelevant);
        if (!same_host(section))
            return;
        take_name(section);
        switch (section.command.output) {
        case Output::irrelevant:
            section.node.mark_subtree(State::irrelevant);
            return;
        case Output::unsupported:
            section.node.mark_subtree(State::unsupported);
            section.node.state_covers_subtree = section.node.first != nullptr;
            return;
        case Output::setting:
            section.node.mark(State::unsupported);
            break;
        default:
            break;
        }
        if (is_unread_json(section))
            return;
        for (const Node& line : section.node) {
            if (line.kind == Node::Kind::line)
                read_sysfs_line(host_, section, line);
        }
        if (needs_interface(host_, section))
            waiting_.push_back(section);
        else
            read_output(host_, section);
    }

    // Of some commands only the text is read.
    bool is_unread_json(const Section& section)
    {
        const Node* first = section.node.first;
        const bool is_known
            = section.command.output != Output::unknown && section.command.output != Output::setting;
        if (!is_known || first == nullptr || first->kind != Node::Kind::line || first->key.empty()
            || may_be_json(section.command.output) || !begins_json(first->key))
            return false;
        host_.warn(section.span(*first),
            "of this command only the text is read, and not JSON: capture what it prints without an option for JSON");
        for (const Node& line : section.node)
            line.mark_subtree(State::unsupported);
        return true;
    }

    // A login to another host in the middle of a transcript must not mix the two hosts.
    bool same_host(const Section& section)
    {
        const std::string_view host = host_of(section.node);
        if (host.empty())
            return true;
        if (prompted_.empty()) {
            prompted_ = host;
            prompted_at_ = section.tree.source->span_of(host);
        }
        if (host == prompted_)
            return true;
        if (!strangers_reported_)
            host_.warn(section.tree.source->span_of(host),
                fmt::format("this prompt is of host {}, the ones before of {}: what it shows is not read",
                    host,
                    prompted_));
        strangers_reported_ = true;
        section.node.mark_subtree(State::unsupported);
        return false;
    }

    void take_name(const Section& section)
    {
        const NamedHost named = hostname_in(section.node);
        if (named.line == nullptr)
            return;
        for (const Node& line : section.node)
            line.mark(State::irrelevant);
        named.line->mark(State::read);
        if (!device_.name.empty())
            return;
        device_.name = named.name;
        device_.identity = section.span(*named.line);
    }

    Device& device_;
    std::vector<SyntaxProblem>& problems_;
    HostBuilder host_;
    std::string_view fallback_name_;
    std::set<SettingKey> in_force_; ///< settings for which the captures count
    std::string_view prompted_;
    Span prompted_at_;
    std::vector<Section> waiting_;
    std::vector<const Tree*> stored_; ///< JSON output of mlxconfig
    bool strangers_reported_ = false;
};

}

Reading read_host(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    CaptureReader(reading.device, reading.problems, fallback_name).read(trees);
    return reading;
}

Device read_in_force(std::span<const Tree> trees, std::string_view fallback_name)
{
    // Each reading marks what it has read, and reads only what has no mark.
    const auto unread = [trees] {
        std::vector<Tree> parsed;
        parsed.reserve(trees.size());
        for (const Tree& tree : trees)
            parsed.push_back(parse(*tree.source));
        return parsed;
    };
    std::vector<SyntaxProblem> known; // read() reports them
    Device after_boot; // owns the names in `differing`
    const std::vector<Tree> first = unread();
    const std::set<SettingKey> differing = CaptureReader(after_boot, known, fallback_name).read(first);
    Device device;
    CaptureReader reader(device, known, fallback_name, differing);
    reader.read_in_force();
    reader.read(unread());
    // A setting that only captures show may have another value in a boot file, which a reading of the state after
    // the boot knows and this one does not: what a reboot undoes is judged there.
    device.boot_files.clear();
    return device;
}

}
