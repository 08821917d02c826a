// SPDX-License-Identifier: Apache-2.0
// Operators of a cluster set up the NICs of its nodes, after the boot and again when something else changes them. What
// they set on this host is added to their files like the settings of a boot file.
#include "drivers/linux_host/config/cluster.h"

#include "drivers/cluster/cluster_kinds.h"
#include "models/fabric/value/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace rocelint::linux_host {
namespace {

using Answer = ClusterObjects::Choice::Answer;

class ClusterSettings {
public:
    ClusterSettings(HostBuilder& host, std::string_view name, std::span<ConfigFile> files)
        : host_(host), files_(files), cluster_(files)
    {
        for (const ClusterObject& object : cluster_.all()) {
            const ClusterObjects::Choice choice = cluster_.choose(object, name);
            if (choice.answer == Answer::unknown && has_ports() && !is_unfilled_value(*choice.label))
                host_.warn(object.place(*choice.label),
                    fmt::format("which captured hosts {} is for is not checked, because the labels of the "
                                "nodes are not in what was read: add the output of kubectl get nodes -o yaml",
                        object.name()));
            chosen_.push_back(choice.answer);
        }
    }

    void add()
    {
        for (std::size_t index = 0; index < chosen_.size(); ++index) {
            const ClusterObject& object = cluster_.all()[index];
            // A host without ports lacks each interface, whether or not an object is for it.
            if (chosen_[index] == Answer::unknown && has_ports())
                continue;
            const bool is_for_host = chosen_[index] == Answer::yes;
            if (object.kind == cluster::node_network_policy)
                add_network(object, is_for_host);
            else if (object.kind == cluster::sriov_policy)
                add_policy(object, is_for_host);
        }
        add_templates();
    }

private:
    [[nodiscard]] bool has_ports() { return !host_.device().ports.empty(); }

    // An absent item is a problem only if every host that the object is for lacks it.
    void report_absent(Span at, std::string_view interface)
    {
        host_.warn_of_absent(at,
            fmt::format(
                "no capture of a host that this file is for shows the interface {}: what the file sets "
                "for it is not checked",
                interface));
    }

    void report_unknown(const ClusterObject& object, const NicChoice& choice)
    {
        host_.warn(object.place(*choice.unknown),
            fmt::format(
                "which NICs of captured hosts {} is for is not checked, because no capture shows their {}",
                object.name(),
                choice.lacking));
    }

    // Files may be of several clusters, or the versions of one object.
    void report_rivals(const ClusterObject& one, const ClusterObject& other)
    {
        if (one.file == other.file)
            host_.complain(one.at(),
                fmt::format("{} and {} select the same NICs: the operator then applies neither of them",
                    one.name(),
                    other.name()));
        else
            host_.warn(other.at(),
                fmt::format(
                    "{} and {} of {} select the same NICs of a captured host: if both are in one cluster, the "
                    "operator applies neither, so what they set on the host is not checked",
                    other.name(),
                    one.name(),
                    one.file->tree->source->file_name()));
    }

    // The operator applies none of the templates that select a NIC together.
    void add_templates()
    {
        for (std::uint32_t port = 0; port < host_.device().ports.size(); ++port) {
            const std::string_view interface = host_.port_at(port).name;
            if (!may_be_selected(port))
                continue;
            std::vector<const ClusterObject*> selecting;
            bool is_certain = true;
            for (std::size_t index = 0; index < chosen_.size(); ++index) {
                const ClusterObject& object = cluster_.all()[index];
                if (object.kind != cluster::nic_template || chosen_[index] == Answer::no)
                    continue;
                const Node* spec = object.spec();
                const NicChoice choice
                    = choose_by_template(host_, spec == nullptr ? nullptr : spec->child("nicSelector"), port);
                if (choice.answer == Answer::no)
                    continue;
                if (chosen_[index] == Answer::unknown || choice.answer == Answer::unknown)
                    is_certain = false;
                if (chosen_[index] == Answer::yes && choice.answer == Answer::unknown)
                    report_unknown(object, choice);
                if (chosen_[index] == Answer::yes && choice.answer == Answer::yes)
                    selecting.push_back(&object);
            }
            if (selecting.size() > 1)
                report_rivals(*selecting[0], *selecting[1]);
            else if (selecting.size() == 1 && is_certain)
                add_template_settings(*selecting[0], interface);
        }
    }

    // A bond's members are set up, not the bond; and not interfaces without a NIC below them.
    [[nodiscard]] bool may_be_selected(std::uint32_t port)
    {
        const std::string_view name = host_.port_at(port).name;
        const RdmaPort* rdma = host_.rdma_of_interface(name);
        if (rdma == nullptr ? host_.net(port).pci.empty() : rdma->infiniband)
            return false;
        for (std::uint32_t member = 0; member < host_.device().ports.size(); ++member) {
            if (host_.net(member).master == name)
                return false;
        }
        return true;
    }

    // nmstate: each interface by its name (nmstate.io, Documentation, Interface).
    void add_network(const ClusterObject& object, bool is_for_host)
    {
        const Node* spec = object.spec();
        const Node* desired = spec == nullptr ? nullptr : spec->child("desiredState");
        const Node* interfaces = desired == nullptr || desired->kind != Node::Kind::object
            ? nullptr
            : desired->child("interfaces");
        if (interfaces == nullptr || interfaces->kind != Node::Kind::array)
            return;
        for (const Node& interface : *interfaces)
            add_interface(object, interface, is_for_host);
    }

    void add_interface(const ClusterObject& object, const Node& interface, bool is_for_host)
    {
        const Node* name = cluster_value(&interface, {"name"});
        const Node* type = cluster_value(&interface, {"type"});
        const Node* state = cluster_value(&interface, {"state"});
        const Node* mtu = cluster_value(&interface, {"mtu"});
        const Node* receives = cluster_value(&interface, {"ethtool", "pause", "rx"});
        const Node* sends = cluster_value(&interface, {"ethtool", "pause", "tx"});
        // With another identifier, the name is only that of the profile.
        if (name == nullptr || is_unfilled_value(*name)
            || cluster_value(&interface, {"identifier"}) != nullptr
            || (mtu == nullptr && receives == nullptr && sends == nullptr)
            || (state != nullptr && (state->value == "absent" || state->value == "ignore")))
            return;
        const std::uint32_t port = host_.find_port(name->value);
        const bool is_ethernet = type == nullptr || type->value == "ethernet";
        if (!is_for_host || port == Port::no_index) {
            if (is_ethernet)
                report_absent(object.place(*name), name->value);
            return;
        }
        const std::string_view subject = host_.port_at(port).name;
        if (const auto bytes = size_of(mtu))
            add_cluster_setter(object, Knob::mtu, subject, *mtu).amount = *bytes;
        if (is_true_value(cluster_value(&interface, {"ethtool", "pause", "autoneg"})))
            return;
        std::uint8_t side = 0;
        for (const Node* pause : {receives, sends}) {
            if (pause != nullptr && !is_unfilled_value(*pause)) {
                Setter& setter = add_cluster_setter(object, Knob::pause, subject, *pause);
                setter.number = side;
                setter.amount = is_true_value(pause) ? 1 : 0;
            }
            ++side;
        }
    }

    static std::optional<std::uint32_t> size_of(const Node* mtu)
    {
        const auto bytes = mtu == nullptr ? std::nullopt : parse_number(mtu->value);
        return bytes && *bytes > 0 && limit_of(Knob::mtu).takes_unsigned(*bytes)
            ? std::optional(static_cast<std::uint32_t>(*bytes))
            : std::nullopt;
    }

    // The MTU is that of virtual functions; a physical function's is raised to it and never lowered
    // (sriov-network-operator 249e200, pkg/host/internal/sriov/sriov.go, configSriovPFDevice).
    void add_policy(const ClusterObject& object, bool is_for_host)
    {
        const Node* spec = object.spec();
        const Node* mtu = cluster_value(spec, {"mtu"});
        const Node* link_type = cluster_value(spec, {"linkType"});
        const auto bytes = size_of(mtu);
        if (!bytes || (link_type != nullptr && (link_type->value == "ib" || link_type->value == "IB")))
            return;
        const Node* selector = spec->child("nicSelector");
        report_absent_functions(object, selector, is_for_host);
        if (!is_for_host)
            return;
        for (std::uint32_t port = 0; port < host_.device().ports.size(); ++port) {
            const NicChoice choice = choose_by_policy(host_, selector, port);
            if (choice.answer == Answer::unknown && may_be_selected(port))
                report_unknown(object, choice);
            if (choice.answer != Answer::yes)
                continue;
            const std::string_view subject = host_.port_at(port).name;
            const auto before = mtu_before(port);
            if (!before)
                host_.warn(object.place(*mtu),
                    fmt::format(
                        "whether {} raises the MTU of {} is not checked, because no capture shows it (ip "
                        "link shows it)",
                        object.name(),
                        subject));
            else if (*before < *bytes)
                add_cluster_setter(object, Knob::mtu, subject, *mtu).amount = *bytes;
        }
    }

    void report_absent_functions(const ClusterObject& object, const Node* selector, bool is_for_host)
    {
        const Node* names = selector == nullptr || selector->kind != Node::Kind::object
            ? nullptr
            : selector->child("pfNames");
        if (names == nullptr || names->kind != Node::Kind::array)
            return;
        for (const Node& name : *names) {
            const std::string_view function = name.value.substr(0, name.value.find('#'));
            if (!is_unfilled_value(name) && (!is_for_host || host_.find_port(function) == Port::no_index))
                report_absent(object.place(name), function);
        }
    }

    // The value of the last boot file or object, else the captured one.
    [[nodiscard]] std::optional<std::uint64_t> mtu_before(std::uint32_t port)
    {
        const Port& of = host_.port_at(port);
        std::optional<std::uint64_t> bytes;
        if (of.ip_mtu.peek_known())
            bytes = of.ip_mtu.value.count;
        for (const ConfigFile& file : files_) {
            for (const Setter& setter : file.setters) {
                if (setter.knob == Knob::mtu && setter.subject == of.name)
                    bytes = setter.amount;
            }
        }
        return bytes;
    }

    HostBuilder& host_;
    std::span<ConfigFile> files_;
    ClusterObjects cluster_;
    std::vector<Answer> chosen_; ///< by object: whether it is for the host
};

}

void set_up_by_cluster(HostBuilder& host, std::string_view name, std::span<ConfigFile> files)
{
    ClusterSettings(host, name, files).add();
}

}
