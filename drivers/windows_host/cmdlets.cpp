// SPDX-License-Identifier: Apache-2.0
// Microsoft, DcbQos and NetAdapter module references (cmdlets and parameters); Standardized INF Keywords for Network Devices
// (*FlowControl, *JumboPacket, *NetworkDirectTechnology). Flow control and traffic classes are those of the whole host.
#include "drivers/windows_host/cmdlets.h"

#include "drivers/windows_host/correct.h"
#include "models/physics/wire.h"
#include "models/text/ascii.h"
#include "models/text/objection.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rocelint::windows_host {
namespace {

enum Rank : std::uint8_t { flow_control_rank, class_rank, willing_rank, property_rank };

// A name between quotation marks, within which PowerShell replaces nothing.
std::string in_quotes(std::string_view name)
{
    std::string text = "'";
    for (const char c : name)
        text.append(c == '\'' ? 2 : 1, c);
    return text + '\'';
}

// Parameters take names with these characters for patterns.
bool is_literal_name(std::string_view name)
{
    return !name.empty() && name.find_first_of("*?[]`\r\n") == std::string_view::npos;
}

std::string property_text(std::string_view adapter, std::string_view keyword, std::uint64_t value)
{
    return fmt::format("Set-NetAdapterAdvancedProperty -Name {} -RegistryKeyword '{}' -RegistryValue {}",
        in_quotes(adapter),
        keyword,
        value);
}

class CmdletWriter {
public:
    CmdletWriter(const Device& device, const HostFacts& facts, std::span<const Change> changes)
        : device_(device), facts_(facts), changes_(changes)
    {
    }

    CmdletLines run()
    {
        for (std::uint32_t index = 0; index < changes_.size(); ++index) {
            if (is_made(device_, changes_[index]))
                continue;
            change_ = index;
            if (Objection reason = take(changes_[index]))
                made_.refused.push_back({index, std::move(reason).sentence()});
        }
        std::ranges::stable_sort(made_.lines, {}, &CmdletLine::rank);
        return std::move(made_);
    }

private:
    Objection take(const Change& change)
    {
        if (change.port.port >= device_.ports.size())
            return "a correction of the whole host is made by hand";
        const Port& port = device_.ports[change.port.port];
        const auto found = facts_.by_name.find(ascii::lowered(port.name));
        if (found == facts_.by_name.end() || !is_literal_name(port.name))
            return "the name of the adapter holds characters that a cmdlet takes for a pattern";
        const AdapterFacts& adapter = facts_.adapters[found->second];
        switch (change.property) {
        case Property::pfc:
            return take_pfc(adapter, change, std::get<PriorityDelta>(change.value));
        case Property::dcbx:
            return take_willing(adapter, std::get<bool>(change.value));
        case Property::scheduler:
            return take_scheduler(adapter, port, change, std::get<SchedulerTarget>(change.value));
        case Property::link_pause:
            return take_property(
                adapter, "*FlowControl", std::get<bool>(change.value) ? 3 : 0, adapter.link_pause);
        case Property::roce_version:
            return take_property(adapter,
                "*NetworkDirectTechnology",
                std::get<RoceVersion>(change.value) == RoceVersion::v2 ? 4 : 3,
                adapter.technology);
        case Property::mtu:
            return take_mtu(adapter, std::get<Bytes>(change.value));
        case Property::headroom:
            return "the NIC works out its headroom itself";
        case Property::trust:
            return "a network policy gives packets a priority, which only a VLAN tag carries: Windows trusts nothing else";
        case Property::queue_map:
            return "priorities are moved by hand: Set-NetQosTrafficClass -Name NAME -Priority LIST";
        default:
            return Objection(
                fmt::format("correcting {} on Windows hosts is not supported", name_of(change.property)));
        }
    }

    void add(Rank rank, std::string text, std::string undo, std::string no_undo, bool restarts = false)
    {
        const auto is_same = [&](const CmdletLine& line) { return line.text == text; };
        if (std::ranges::any_of(made_.lines, is_same))
            return; // for another adapter of the host
        made_.lines.push_back(
            {change_, rank, std::move(text), std::move(undo), std::move(no_undo), restarts});
    }

    [[nodiscard]] const Setting<bool>& willing_of(const AdapterFacts& adapter) const
    {
        return adapter.willing.peek_known() ? adapter.willing : facts_.willing;
    }

    // Whether a change in the list lets the host's own settings be in force on the port of this one.
    [[nodiscard]] bool becomes_unwilling() const
    {
        return std::ranges::any_of(changes_, [&](const Change& other) {
            const auto* willing = std::get_if<bool>(&other.value);
            return other.property == Property::dcbx && other.port == changes_[change_].port
                && willing != nullptr && !*willing;
        });
    }

    // A setting for all adapters is in force only on those that obey the host.
    Objection need_obedience(const AdapterFacts& adapter)
    {
        if (!adapter.qos.peek_known())
            return Objection(fmt::format(
                "whether QoS is enabled on {} is not known: capture Get-NetAdapterQos", adapter.name));
        if (!adapter.qos.value)
            return Objection(fmt::format(
                "QoS is off on {}, so that nothing the host asks for is in force: Enable-NetAdapterQos -Name {} puts in "
                "force all that Get-NetQosFlowControl and Get-NetQosTrafficClass show",
                adapter.name,
                in_quotes(adapter.name)));
        const Setting<bool>& willing = willing_of(adapter);
        if (willing.is(false) || becomes_unwilling())
            return {};
        if (!willing.peek_known())
            return Objection(fmt::format(
                "whether {} takes over the settings of its switch is not known: capture Get-NetQosDcbxSetting",
                adapter.name));
        return Objection(fmt::format(
            "{} takes over the settings of its switch: first Set-NetQosDcbxSetting -InterfaceAlias {} -Willing $false",
            adapter.name,
            in_quotes(adapter.name)));
    }

    // Another adapter that has the host's settings, and of which the same is not asked.
    Objection need_all_adapters(const Change& change, std::string_view what)
    {
        for (std::uint32_t index = 0; index < device_.ports.size(); ++index) {
            const Port& port = device_.ports[index];
            const auto found = facts_.by_name.find(ascii::lowered(port.name));
            if (index == change.port.port || found == facts_.by_name.end())
                continue;
            const AdapterFacts& other = facts_.adapters[found->second];
            Change same = change;
            same.port.port = index;
            const bool asked = std::ranges::any_of(changes_, [&](const Change& each) {
                return each.port == same.port && each.property == same.property && each.number == same.number
                    && each.value == same.value;
            });
            if (other.qos.is(true) && willing_of(other).is(false) && !asked && !is_made(device_, same))
                return Objection(
                    fmt::format("{} is that of all adapters, and {} must not change", what, port.name));
        }
        return {};
    }

    Objection take_pfc(const AdapterFacts& adapter, const Change& change, const PriorityDelta& delta)
    {
        if (Objection reason = need_obedience(adapter))
            return reason;
        if (Objection reason = need_all_adapters(change, "flow control"))
            return reason;
        for (const Priority priority : delta.add | delta.remove) {
            const bool on = delta.add.has(priority);
            const Setting<bool>& asked = facts_.asked_pfc[priority];
            const PrioritySet now = device_.ports[change.port.port].pfc_tx.value;
            if (asked.is(on) && now.has(priority) != on && willing_of(adapter).is(false))
                return Objection(fmt::format(
                    "the host asks for this already (Get-NetQosFlowControl), and {} does not do it: look at its driver, and "
                    "whether its firmware has an LLDP agent of its own",
                    adapter.name));
            if (asked.is(on) || now.has(priority) == on)
                continue;
            const auto text = [priority](bool enables) {
                return fmt::format(
                    "{}-NetQosFlowControl -Priority {}", enables ? "Enable" : "Disable", priority);
            };
            add(flow_control_rank,
                text(on),
                asked.peek_known() ? text(asked.value) : std::string(),
                "Get-NetQosFlowControl was not captured, so flow control could not be restored");
        }
        return {};
    }

    Objection take_willing(const AdapterFacts& adapter, bool on)
    {
        if (on)
            return "taking over the settings of the switch is left to people";
        const auto is_unread = [](const Setting<bool>& one) { return !one.peek_known(); };
        if (std::ranges::any_of(facts_.asked_pfc, is_unread))
            return "what the host itself asks for is not known: capture Get-NetQosFlowControl";
        const Setting<bool>& willing = willing_of(adapter);
        const auto text = [&](bool value) {
            return fmt::format("Set-NetQosDcbxSetting -InterfaceAlias {} -Willing ${} -Confirm:$false",
                in_quotes(adapter.name),
                value);
        };
        add(willing_rank,
            text(false),
            willing.peek_known() ? text(willing.value) : std::string(),
            "Get-NetQosDcbxSetting was not captured, so the setting could not be restored");
        return {};
    }

    Objection take_property(const AdapterFacts& adapter,
        std::string_view keyword,
        std::uint64_t value,
        const Setting<std::uint8_t>& old)
    {
        add(property_rank,
            property_text(adapter.name, keyword, value),
            old.peek_known() ? property_text(adapter.name, keyword, old.value) : std::string(),
            fmt::format("{} of {} was not read, so it could not be restored", keyword, adapter.name),
            true);
        return {};
    }

    Objection take_mtu(const AdapterFacts& adapter, Bytes mtu)
    {
        constexpr std::uint64_t largest = 65535;
        const std::uint64_t packet = mtu.count + physics::ethernet_header;
        if (packet > largest)
            return Objection(fmt::format("*JumboPacket {} is out of range (at most {})", packet, largest));
        add(property_rank,
            property_text(adapter.name, "*JumboPacket", packet),
            adapter.jumbo.peek_known()
                ? property_text(adapter.name, "*JumboPacket", adapter.jumbo.value.count)
                : std::string(),
            fmt::format("*JumboPacket of {} was not read, so it could not be restored", adapter.name),
            true);
        return {};
    }

    // The class asked for that is in force as the queue of this number.
    [[nodiscard]] const ServedClass* asked_class(const AdapterFacts& adapter, std::uint8_t number) const
    {
        if (number >= facts_.asked_classes.size())
            return nullptr;
        const ServedClass& asked = facts_.asked_classes[number];
        const bool differs = !adapter.classes.empty()
            && (number >= adapter.classes.size() || adapter.classes[number].priorities != asked.priorities);
        return differs || asked.name.empty() ? nullptr : &asked;
    }

    Objection take_scheduler(
        const AdapterFacts& adapter, const Port& port, const Change& change, const SchedulerTarget& target)
    {
        if (Objection reason = need_obedience(adapter))
            return reason;
        if (target.weight || (target.bandwidth && target.bandwidth->hundredths % 100 != 0))
            return "traffic classes of Windows share the bandwidth in whole percent";
        const ServedClass* asked = asked_class(adapter, change.number);
        if (asked == nullptr || device_.queue(port, change.number) == nullptr)
            return Objection(
                fmt::format("which class of Get-NetQosTrafficClass is number {} of {} is not known",
                    change.number,
                    port.name));
        if (asked->name == default_class || !is_literal_name(asked->name))
            return "the default class has what the others leave: correct those";
        if (Objection reason = need_all_adapters(change, "a traffic class"))
            return reason;
        std::uint64_t others = 0;
        for (const ServedClass& other : facts_.asked_classes) {
            if (&other != asked && other.name != default_class)
                others += other.bandwidth.value_or({}).hundredths / 100;
        }
        const bool weighted = target.kind == SchedulerKind::weighted;
        const std::uint64_t share = weighted && target.bandwidth ? target.bandwidth->hundredths / 100 : 0;
        constexpr std::uint64_t whole = 100;
        if (weighted && (share == 0 || share + others >= whole))
            return Objection(fmt::format(
                "{} % for {} leave nothing for the default class, or are none", share, asked->name));
        const auto text = [&](bool strict, std::uint64_t percent) {
            return strict
                ? fmt::format("Set-NetQosTrafficClass -Name {} -Algorithm Strict", in_quotes(asked->name))
                : fmt::format("Set-NetQosTrafficClass -Name {} -Algorithm ETS -BandwidthPercentage {}",
                    in_quotes(asked->name),
                    percent);
        };
        const bool was_strict = asked->kind.is(SchedulerKind::strict);
        const bool can_undo = was_strict || asked->bandwidth.peek_known();
        add(class_rank,
            text(!weighted, share),
            can_undo ? text(was_strict, asked->bandwidth.value.hundredths / 100) : std::string(),
            fmt::format("the bandwidth of {} was not read, so it could not be restored", asked->name));
        return {};
    }

    const Device& device_;
    const HostFacts& facts_;
    std::span<const Change> changes_;
    std::uint32_t change_ = 0;
    CmdletLines made_;
};

}

CmdletLines cmdlet_lines(const Device& device, const HostFacts& facts, std::span<const Change> changes)
{
    return CmdletWriter(device, facts, changes).run();
}

}
