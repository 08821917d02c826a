// SPDX-License-Identifier: Apache-2.0
// What AMD's nicctl shows of Pensando NICs (driver ionic). All its outputs are blocks that begin with a NIC and its PCI
// address; some show a port or an RDMA device inside. Forms: amd/node-scraper, test_network_collector.py; AMD, MoRI
// inference recipe for Pollara, "Verification".
#include "drivers/linux_host/nicctl/nicctl_card.h"
#include "drivers/linux_host/nicctl/nicctl_port.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// The parameters of DCQCN, in the words of `nicctl show dcqcn`.
constexpr std::array<std::string_view, 10> nicctl_dcqcn_names{"Rate increase in AI phase",
    "Rate increase byte count",
    "Alpha update G value",
    "Alpha update interval",
    "Rate increase in HAI phase",
    "Initial alpha value",
    "Rate reduce monitor period",
    "Rate increase threshold",
    "Rate increase interval",
    "Token bucket size"};

bool is_rule_of_table(std::string_view text)
{
    return text.find_first_not_of("-*=") == std::string_view::npos;
}

class NicctlReader {
public:
    NicctlReader(HostBuilder& host, const Section& section) : host_(host), section_(section), link_(host) { }

    void read()
    {
        section_.take_lines([&](const Node& line) { return take(line); });
        finish_port();
    }

private:
    State take(const Node& line)
    {
        if (is_rule_of_table(line.key))
            return State::irrelevant;
        if (line.key.starts_with("Priority  ") || line.key.starts_with("Type  ")
            || line.key.starts_with("Id  "))
            return State::irrelevant; // a table's heading
        const auto parts = nicctl_line(section_, line);
        if (ascii::is_digit(line.key.front()) && !parts) {
            return port_ == Port::no_index ? State::unsupported
                                           : qos().take_row(line.key, section_.span(line));
        }
        if (take_card_row(host_, line.key))
            return State::read;
        if (!parts)
            return State::unrecognised;
        if (parts->key == "NIC")
            return begin_nic(*parts);
        if (nic_ == Port::no_index)
            return State::unsupported;
        if (parts->key == "Port")
            return begin_port(*parts);
        if (parts->key == "ROCE device")
            return begin_device(*parts);
        if (port_ == Port::no_index)
            return State::unsupported;
        if (const auto taken = qos().take(*parts))
            return *taken;
        if (const auto taken = take_dcqcn(*parts))
            return *taken;
        if (const auto taken = link_->take(*parts, host_.port_at(port_)))
            return *taken;
        return take_version(*parts);
    }

    NicctlQos& qos()
    {
        if (!qos_)
            qos_.emplace(host_);
        return *qos_;
    }

    State begin_nic(const NicctlLine& line)
    {
        finish_port();
        const NicctlTitle title = nicctl_title(line.value);
        if (title.id.empty())
            return State::unrecognised;
        NicCard& card = host_.card(title.id);
        if (card.pci.empty())
            card.pci = title.pci;
        partition_ = card.partition;
        nic_ = port_ = host_.port_of_card(card);
        ports_ = 0;
        if (nic_ == Port::no_index) {
            if (!std::exchange(told_, true))
                host_.warn(line.at,
                    fmt::format(
                        "nothing shows which interface the NIC at {} is: add the output of ethtool -i",
                        title.pci.empty() ? title.id : title.pci));
            return State::unsupported;
        }
        if (title.rest == "Enabled" || title.rest == "Disabled") {
            nic().ats = {title.rest == "Enabled", host_.origins().explicit_at(line.at)};
            return State::read;
        }
        return title.rest.empty() ? State::read : State::unrecognised;
    }

    // The NIC's PCI address leads to the interface of its first port.
    State begin_port(const NicctlLine& line)
    {
        finish_port();
        port_ = ports_++ == 0 ? nic_ : Port::no_index;
        if (port_ == Port::no_index) {
            host_.warn(line.at, "nothing shows which interface this further port of the NIC is");
            return State::unsupported;
        }
        nic().port_id = nicctl_title(line.value).id;
        return State::read;
    }

    Nic& nic()
    {
        host_.net(port_).has_nic = true;
        return host_.net(port_).nic;
    }

    State begin_device(const NicctlLine& line)
    {
        finish_dcqcn();
        // The device of a virtual function has an interface of its own, which only `rdma link` shows.
        const std::string_view interface = host_.port_at(nic_).name;
        if (host_.interface_of(line.value).empty() && host_.rdma_of_interface(interface) == nullptr)
            host_.rdma(line.value, 1).net_device = interface;
        port_ = host_.find_port(host_.interface_of(line.value));
        return port_ == Port::no_index ? State::unsupported : State::read;
    }

    std::optional<State> take_dcqcn(const NicctlLine& line)
    {
        const OriginId why = host_.origins().explicit_at(line.at);
        if (line.key == "Lif id" || line.key == "DCQCN profile id")
            return State::irrelevant;
        if (line.key == "Status" && !line.value.empty()) {
            if (line.value != "Enabled" && line.value != "Disabled")
                return State::unrecognised;
            (line.value == "Enabled" ? enabled_ : disabled_) = why;
            return State::read;
        }
        if (line.key == "DSCP value used for CNP") {
            const auto dscp = small_number(line.value, 63);
            if (!dscp)
                return State::unrecognised;
            cnp_differs_ = cnp_differs_ || (cnp_.known() && cnp_.value != *dscp);
            cnp_ = {*dscp, why};
            return State::read;
        }
        const auto* name = std::ranges::find(nicctl_dcqcn_names, line.key);
        if (name == nicctl_dcqcn_names.end())
            return std::nullopt;
        const auto number = parse_number(line.value);
        if (!number || *number > 0xffffffffU)
            return State::unrecognised;
        // If there are several profiles, the last one is kept; a firmware that has one number has it in all
        // of them.
        std::vector<DcqcnParameter>& all = nic().dcqcn;
        const auto known = std::ranges::find(all, *name, &DcqcnParameter::name);
        const DcqcnParameter parameter{*name, static_cast<std::uint32_t>(*number), why};
        if (known != all.end())
            *known = parameter;
        else
            all.push_back(parameter);
        return State::read;
    }

    // DCQCN of this NIC is switched by RDMA device, for all priorities and both directions at once.
    void finish_dcqcn()
    {
        const bool on = enabled_ != OriginId{};
        if (port_ != Port::no_index && on != (disabled_ != OriginId{})) {
            const OriginId why = on ? enabled_ : disabled_;
            const PrioritySet all = PrioritySet::all();
            const PrioritySet set = on ? all : PrioritySet{};
            Nic& into = nic();
            into.ecn_notification = into.ecn_reaction = {set, why};
            into.notification_seen = into.reaction_seen = all;
            into.notification_at.fill(why);
            into.reaction_at.fill(why);
        }
        if (port_ != Port::no_index && cnp_.known())
            nic().cnp_dscp = cnp_differs_ ? Setting<std::uint8_t>::unread(host_.origins().unread(
                                 "the profiles of nicctl show dcqcn have different DSCPs for CNPs"))
                                          : cnp_;
        enabled_ = disabled_ = {};
        cnp_ = {};
        cnp_differs_ = false;
    }

    void finish_port()
    {
        finish_dcqcn();
        if (port_ != Port::no_index) {
            if (qos_)
                qos_->apply_to(port_);
            link_->apply_to(port_);
        }
        qos_.reset();
        link_.emplace(host_);
    }

    // `nicctl show version firmware` shows both partitions, `nicctl show card` the one that runs.
    State take_version(const NicctlLine& line)
    {
        constexpr std::string_view firmware = "Firmware-";
        if (!line.key.starts_with(firmware))
            return line.key == "CPLD" || line.key.starts_with("Boot0") || line.key.starts_with("Uboot")
                    || line.key.starts_with("Device config")
                ? State::irrelevant
                : State::unrecognised;
        if (partition_.empty() || line.key.substr(firmware.size()) != partition_)
            return State::irrelevant;
        if (!nic().firmware.known())
            nic().firmware = {line.value, host_.origins().explicit_at(line.at)};
        return State::read;
    }

    HostBuilder& host_;
    const Section& section_;
    std::uint32_t nic_ = Port::no_index; ///< the interface of the NIC
    std::uint32_t port_ = Port::no_index; ///< the interface that the lines are about
    std::uint32_t ports_ = 0; ///< of this NIC so far
    std::string_view partition_;
    std::optional<NicctlQos> qos_;
    std::optional<NicctlPort> link_;
    OriginId enabled_;
    OriginId disabled_;
    Setting<std::uint8_t> cnp_;
    bool cnp_differs_ = false;
    bool told_ = false;
};

}

void read_nicctl(HostBuilder& host, const Section& section) { NicctlReader(host, section).read(); }

}
