// SPDX-License-Identifier: Apache-2.0
// Parameters of a driver are those of all its NICs, and are set all at once (sources: setter.cpp). They hold from the next boot;
// the MTU and link pause hold at once and stay over boots.
#include "drivers/esxi_host/commands.h"

#include "drivers/esxi_host/host_reader.h"
#include "drivers/esxi_host/setter.h"
#include "models/text/ascii.h"
#include "models/text/objection.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <utility>

namespace rocelint::esxi_host {
namespace {

// Words that the shell and esxcli take as they stand.
bool is_plain(std::string_view text)
{
    return !text.empty() && text.front() != '-' && std::ranges::all_of(text, [](char c) {
        return ascii::is_letter_or_digit(c) || c == '_' || c == '-' || c == '.' || c == ',' || c == ':'
            || c == '=';
    });
}

std::string module_text(std::string_view module, std::string_view parameters)
{
    return fmt::format("esxcli system module parameters set -m {} -p \"{}\"", module, parameters);
}

class EsxcliWriter {
public:
    EsxcliWriter(const Device& device, const HostFacts& facts, std::span<const Change> changes)
        : device_(device), facts_(facts), changes_(changes)
    {
    }

    EsxcliLines run()
    {
        for (std::uint32_t index = 0; index < changes_.size(); ++index) {
            if (is_made(device_, changes_[index]))
                continue;
            change_ = index;
            if (Objection reason = take(changes_[index]))
                made_.refused.push_back({index, std::move(reason).sentence()});
        }
        for (const auto& [name, edited] : modules_)
            made_.lines.push_back({edited.change,
                module_text(name, parameter_string(edited.module)),
                module_text(name, parameter_string(*facts_.modules.find(name)))});
        return std::move(made_);
    }

private:
    struct EditedModule {
        std::uint32_t change = 0;
        ModuleFacts module;
    };

    Objection take(const Change& change)
    {
        if (change.port.port >= device_.ports.size())
            return "a correction of the whole host is made by hand";
        const Port& port = device_.ports[change.port.port];
        const NicFacts* nic = facts_.nics.find(port.name);
        if (nic == nullptr || !is_plain(port.name))
            return "the name of the NIC holds characters that the ESXi Shell does not take as they stand";
        switch (change.property) {
        case Property::pfc:
            return take_pfc(port, std::get<PriorityDelta>(change.value));
        case Property::trust:
            return take_trust(port, std::get<Trust>(change.value));
        case Property::rdma_marking:
            return take_marking(port, std::get<std::uint8_t>(change.value));
        case Property::link_pause:
            return take_pause(port, *nic, std::get<bool>(change.value));
        case Property::mtu:
            return take_mtu(port, *nic, std::get<Bytes>(change.value));
        case Property::headroom:
            return "the NIC works out its headroom itself";
        default:
            return Objection(
                fmt::format("correcting {} on ESXi hosts is not supported", name_of(change.property)));
        }
    }

    // Whether another NIC of this driver would change without being asked for. `is_same`: it has the value already.
    template <class Same>
    [[nodiscard]] const Port* unasked(const Port& port, const Same& is_same) const
    {
        const Change& change = changes_[change_];
        for (std::uint32_t index = 0; index < device_.ports.size(); ++index) {
            const Port& other = device_.ports[index];
            const NicFacts* nic = facts_.nics.find(other.name);
            if (&other == &port || nic == nullptr || !nic->driver.peek_known()
                || nic->driver.value != nvidia_driver || is_same(other))
                continue;
            const auto asks = [&](const Change& one) {
                return one.port.port == index && one.property == change.property && one.value == change.value;
            };
            if (std::ranges::none_of(changes_, asks))
                return &other;
        }
        return nullptr;
    }

    template <class Same>
    Objection need_parameters(const Port& port, std::string_view module, const Same& is_same)
    {
        const NicFacts* nic = facts_.nics.find(port.name);
        if (!nic->driver.peek_known() || nic->driver.value != nvidia_driver)
            return Objection(
                fmt::format("the parameters of the driver of {} are not known: this is corrected for {} only",
                    port.name,
                    nvidia_driver));
        const ModuleFacts* facts = facts_.modules.find(module);
        if (facts == nullptr || !facts->listed)
            return Objection(
                fmt::format("a command sets all parameters of {0} at once, and those that it has were not "
                            "captured: `esxcli system module parameters list -m {0}`",
                    module));
        for (const Parameter& parameter : facts->parameters) {
            if (!is_plain(parameter.value))
                return Objection(
                    fmt::format("the value of {:.40} holds characters that the ESXi Shell does not take as "
                                "they stand",
                        parameter.name));
        }
        if (const Port* other = unasked(port, is_same))
            return Objection(
                fmt::format("{} shares the parameters of its driver with {}, which must not change",
                    port.name,
                    other->name));
        return {};
    }

    void set_parameter(std::string_view module, std::string_view name, std::string value)
    {
        const auto [edited, is_new] = modules_.try_emplace(module);
        if (is_new)
            edited->second = {change_, *facts_.modules.find(module)};
        std::vector<Parameter>& all = edited->second.module.parameters;
        values_.push_back(std::move(value));
        const auto old = std::ranges::find(all, name, &Parameter::name);
        if (old == all.end())
            all.push_back({name, values_.back(), {}});
        else
            old->value = values_.back();
    }

    Objection take_pfc(const Port& port, const PriorityDelta& delta)
    {
        if (!port.pfc_tx.peek_known() || !port.pfc_rx.peek_known())
            return Objection(fmt::format("the PFC of {} is not known", port.name));
        const PrioritySet sent = (port.pfc_tx.value | delta.add) - delta.remove;
        const PrioritySet obeyed = (port.pfc_rx.value | delta.add) - delta.remove;
        const auto is_same = [&](const Port& other) {
            return other.pfc_tx.peek_known() && other.pfc_rx.peek_known() && other.pfc_tx.value == sent
                && other.pfc_rx.value == obeyed;
        };
        if (Objection reason = need_parameters(port, nvidia_driver, is_same))
            return reason;
        const auto has = [this](std::string_view name, PrioritySet wanted) {
            const Parameter* now = facts_.parameter(nvidia_driver, name);
            return now != nullptr && number_of(now->value, 255) == wanted.bits;
        };
        if (has("pfctx", sent) && has("pfcrx", obeyed))
            return Objection(fmt::format(
                "pfctx and pfcrx of {} say this already, and DCBX has something else in force on {}: "
                "correct what the switch announces, or restart the host if they were set since",
                nvidia_driver,
                port.name));
        set_parameter(nvidia_driver, "pfctx", fmt::format("0x{:02x}", sent.bits));
        set_parameter(nvidia_driver, "pfcrx", fmt::format("0x{:02x}", obeyed.bits));
        return {};
    }

    Objection take_trust(const Port& port, Trust trust)
    {
        if (trust != Trust::dscp && trust != Trust::pcp)
            return "trust_state lets a NIC trust the DSCP or the VLAN tag, and nothing else";
        if (!port.trust.peek_known())
            return Objection(fmt::format("the trust mode of {} is not known", port.name));
        const auto is_same = [&](const Port& other) { return other.trust.is(trust); };
        if (Objection reason = need_parameters(port, nvidia_driver, is_same))
            return reason;
        set_parameter(nvidia_driver, "trust_state", trust == Trust::dscp ? "2" : "1");
        return {};
    }

    Objection take_marking(const Port& port, std::uint8_t tos)
    {
        constexpr std::uint8_t ect = 2;
        if (port.nic >= device_.nics.size())
            return Objection(fmt::format("{} has no RDMA device", port.name));
        if ((tos & 3U) != ect)
            return "dscp_force takes a DSCP, and the NIC sets the ECN bits itself";
        const auto is_same = [&](const Port& other) {
            return other.nic >= device_.nics.size() || device_.nics[other.nic].traffic_class.is(tos);
        };
        if (Objection reason = need_parameters(port, nvidia_rdma, is_same))
            return reason;
        set_parameter(nvidia_rdma, "dscp_force", fmt::format("{}", tos >> 2U));
        return {};
    }

    Objection take_pause(const Port& port, const NicFacts& nic, bool on)
    {
        const auto text = [&port](bool obeys, bool sends) {
            return fmt::format(
                "esxcli network nic pauseParams set -n {} -r {} -t {}", port.name, obeys, sends);
        };
        const bool is_shown = nic.pause_rx.peek_known() && nic.pause_tx.peek_known();
        made_.lines.push_back(
            {change_, text(on, on), is_shown ? text(nic.pause_rx.value, nic.pause_tx.value) : std::string()});
        return {};
    }

    // The smaller MTU of the NIC and of the interfaces above it decides; that of the NIC is the MTU of its switch.
    Objection take_mtu(const Port& port, const NicFacts& nic, Bytes mtu)
    {
        constexpr std::uint64_t largest = 9000;
        if (mtu.count > largest)
            return "an MTU of ESXi has at most 9000 bytes";
        if (!nic.mtu.peek_known() || !port.ip_mtu.peek_known())
            return Objection(fmt::format("the MTU of {} is not known", port.name));
        const std::vector<const NetFacts*> interfaces = interfaces_of(port);
        for (const NetFacts* interface : interfaces) {
            if (!interface->mtu.peek_known() || !is_plain(interface->name))
                return Objection(fmt::format("the MTU of {:.40} was not captured", interface->name));
        }
        if (nic.mtu.value < mtu || interfaces.empty()) {
            if (Objection reason = take_switch_mtu(port, mtu))
                return reason;
        }
        const bool raises = port.ip_mtu.value < mtu;
        for (const NetFacts* interface : interfaces) {
            if (raises ? interface->mtu.value < mtu : interface->mtu.value > mtu)
                add_mtu("ip interface set -i", interface->name, mtu, interface->mtu.value);
        }
        return {};
    }

    // The VMkernel interfaces that use the RDMA device of the port.
    [[nodiscard]] std::vector<const NetFacts*> interfaces_of(const Port& port) const
    {
        std::vector<const NetFacts*> found;
        for (const RdmaFacts& rdma : facts_.rdma) {
            if (rdma.uplink != port.name)
                continue;
            for (const std::string_view name : rdma.interfaces) {
                if (const NetFacts* interface = facts_.interfaces.find(name))
                    found.push_back(interface);
            }
        }
        return found;
    }

    Objection take_switch_mtu(const Port& port, Bytes mtu)
    {
        const NetFacts* own = nullptr;
        for (const NetFacts& one : facts_.switches) {
            if (std::ranges::find(one.uplinks, port.name) != one.uplinks.end())
                own = &one;
        }
        if (own == nullptr || !own->mtu.peek_known() || !is_plain(own->name))
            return Objection(fmt::format(
                "no standard switch with {} was captured (`esxcli network vswitch standard list`); the MTU of a "
                "distributed switch is set in vCenter",
                port.name));
        for (const std::string_view uplink : own->uplinks) {
            if (uplink != port.name && !is_asked_for(uplink))
                return Objection(fmt::format("{} shares switch {:.40} with {:.40}, which must not change",
                    port.name,
                    own->name,
                    uplink));
        }
        add_mtu("vswitch standard set -v", own->name, mtu, own->mtu.value);
        return {};
    }

    [[nodiscard]] bool is_asked_for(std::string_view uplink) const
    {
        const Change& change = changes_[change_];
        return std::ranges::any_of(changes_, [&](const Change& one) {
            return one.port.port < device_.ports.size() && device_.ports[one.port.port].name == uplink
                && one.property == change.property && one.value == change.value;
        });
    }

    void add_mtu(std::string_view words, std::string_view name, Bytes mtu, Bytes before)
    {
        const auto text
            = [&](Bytes size) { return fmt::format("esxcli network {} {} -m {}", words, name, size.count); };
        const auto is_same = [&](const EsxcliLine& line) { return line.text == text(mtu); };
        if (std::ranges::none_of(made_.lines, is_same)) // for another port of the switch
            made_.lines.push_back({change_, text(mtu), text(before)});
    }

    const Device& device_;
    const HostFacts& facts_;
    std::span<const Change> changes_;
    std::uint32_t change_ = 0;
    EsxcliLines made_;
    std::map<std::string_view, EditedModule> modules_;
    std::deque<std::string> values_;
};

}

EsxcliLines esxcli_lines(const Device& device, const HostFacts& facts, std::span<const Change> changes)
{
    return EsxcliWriter(device, facts, changes).run();
}

}
