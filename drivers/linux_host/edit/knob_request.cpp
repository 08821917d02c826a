// SPDX-License-Identifier: Apache-2.0
// A neutral change as settings of one interface. Changes that only firmware or the driver decides, and
// settings that need values we do not know (all eight priorities at once), are refused with what to capture.
#include "drivers/linux_host/edit/knob_request.h"

#include "drivers/linux_host/knob/words.h"
#include "models/fabric/fec.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace rocelint::linux_host {
bool is_plain_name(std::string_view name)
{
    return !name.empty() && name.front() != '-' && std::ranges::all_of(name, [](char c) {
        return ascii::is_letter_or_digit(c) || c == '_' || c == '-' || c == '.' || c == '@';
    });
}

KnobRequests::KnobRequests(const Device& device, std::span<const ConfigFile> files) : device_(device)
{
    for (const ConfigFile& file : files) {
        for (const Setter& setter : file.setters) {
            if (setter.mlx5 && std::ranges::find(mlx5_, setter.subject) == mlx5_.end())
                mlx5_.push_back(setter.subject);
        }
    }
}

Objection KnobRequests::choose_tool(const Port& port)
{
    const Nic* nic = nic_of(device_, port);
    if (nic != nullptr && nic->driver.known()) {
        // lldpad sets its own values again whenever the neighbour's change, so they are changed there.
        tool_ = nic->driver.value == "mlx5_core" ? Tool::mlnx_qos
            : is_set_up_by_nicctl(nic)           ? Tool::nicctl
            : nic->host_agent != OriginId{}      ? Tool::lldptool
                                                 : Tool::dcb;
        return {};
    }
    const bool mlx5 = port.cable_length.known() || std::ranges::find(mlx5_, port.name) != mlx5_.end()
        || (nic != nullptr
            && (nic->rdma_device.starts_with("mlx5") || !nic->notification_seen.empty()
                || !nic->reaction_seen.empty() || nic->traffic_class.known() || nic->class_unset.known()));
    tool_ = mlx5 ? Tool::mlnx_qos : Tool::dcb;
    if (mlx5)
        return {};
    return Objection(fmt::format(
        "which NIC {} is was not captured: add the output of ethtool -i {}", port.name, port.name));
}

bool KnobRequests::is_bnxt(const Port& port) const
{
    const Nic* nic = nic_of(device_, port);
    return nic != nullptr && nic->driver.is("bnxt_en");
}

Objection KnobRequests::need_mlx5(const Port& port, std::string_view what)
{
    const Nic* nic = nic_of(device_, port);
    if (tool_ == Tool::mlnx_qos)
        return {};
    if (is_bnxt(port))
        return Objection(fmt::format("{} is set by files of mlx5 NICs; on {} it is set below "
                                     "/sys/kernel/config/bnxt_re, or with bnxt_setupcc.sh",
            what,
            port.name));
    return Objection(
        fmt::format("{} is set by files of mlx5 NICs, and the driver of {} is {}: use its own tool",
            what,
            port.name,
            nic != nullptr ? nic->driver.value : std::string_view("another")));
}

Objection KnobRequests::add(std::uint32_t index, const Change& change)
{
    if (change.port.port >= device_.ports.size())
        return "a correction of the whole host is made by hand";
    const Port& port = device_.ports[change.port.port];
    if (!is_plain_name(port.name))
        return "nothing says which interface this is: capture the output with its command line";
    change_ = index;
    port_ = change.port.port;
    return take(change, port);
}

KnobRequest& KnobRequests::want(Knob knob, std::uint8_t number)
{
    KnobRequest& request = requests_[key_of(port_, knob, number)];
    const Port& port = device_.ports[port_];
    request.port = port_;
    request.knob = knob;
    request.number = number;
    request.tool = tool_;
    request.interface = port.name;
    if (const Nic* nic = nic_of(device_, port); nic != nullptr && is_plain_name(nic->rdma_device))
        request.rdma_device = nic->rdma_device;
    if (const Nic* nic = nic_of(device_, port); nic != nullptr && is_plain_name(nic->port_id))
        request.port_id = nic->port_id;
    if (request.changes.empty() || request.changes.back() != change_)
        request.changes.push_back(change_);
    return request;
}

void KnobRequests::want_amount(Knob knob, std::uint32_t amount, std::uint8_t number)
{
    want(knob, number).amount = amount;
}

// Objects if the setting does not accept this number; then nothing is added.
Objection KnobRequests::want_in_range(Knob knob, std::uint64_t amount, std::uint8_t number)
{
    const Limit limit = limit_of(knob);
    if (!limit.takes_unsigned(amount))
        return Objection(range_sentence(limit, fmt::format("{}", amount)));
    want_amount(knob, static_cast<std::uint32_t>(amount), number);
    return {};
}

std::vector<Refusal> KnobRequests::idle() const
{
    std::vector<Refusal> refused;
    for (const Served& served : served_) {
        if (!has_priority(served.port, served.tc))
            refused.push_back({served.change,
                fmt::format(
                    "no priority of {} is in traffic class {}, which carries nothing: map one to it first",
                    device_.ports[served.port].name,
                    served.tc)});
    }
    return refused;
}

std::vector<KnobRequest> KnobRequests::all() const
{
    std::vector<KnobRequest> requests;
    for (const auto& [key, request] : requests_) {
        if (requests.empty() || requests.back().port != request.port
            || !requests_.contains(key_of(request.port, Knob::pfc))
            || !requests_.at(key_of(request.port, Knob::pfc)).disables) {
            requests.push_back(request);
            continue;
        }
        // To remove PFC from a class, first move the traffic that is mapped to it.
        const auto first = std::ranges::find(requests, request.port, &KnobRequest::port);
        requests.insert(first, request);
    }
    put_pause_after_classes(requests);
    return requests;
}

// bnxt_en gives the classes of the priorities with PFC lossless queues at the moment when PFC is set (Linux,
// bnxt_dcb.c, bnxt_hwrm_queue_pfc_cfg), so the classes must be there before.
void KnobRequests::put_pause_after_classes(std::vector<KnobRequest>& requests) const
{
    for (std::size_t index = 0; index < requests.size(); ++index) {
        if (requests[index].knob != Knob::pfc || requests[index].disables
            || !is_bnxt(device_.ports[requests[index].port]))
            continue;
        std::size_t last = index;
        while (last + 1 < requests.size() && requests[last + 1].port == requests[index].port
            && order_of(requests[last + 1].knob) <= order_of(Knob::rate_limit))
            ++last;
        const auto at = [&requests](std::size_t place) {
            return requests.begin() + static_cast<std::ptrdiff_t>(place);
        };
        std::rotate(at(index), at(index + 1), at(last + 1));
        index = last;
    }
}

std::string KnobRequests::pfc_list(std::uint32_t port) const
{
    const Setting<PrioritySet>& now = device_.ports[port].pfc_tx;
    const auto wanted = requests_.find(key_of(port, Knob::pfc));
    if (wanted == requests_.end() && !now.known())
        return {};
    std::string text;
    for (const Priority priority : PrioritySet::all()) {
        const bool on
            = wanted != requests_.end() ? wanted->second.list[priority] != 0 : now.value.has(priority);
        text += fmt::format("{}{}", priority == 0 ? "" : ",", on ? 1 : 0);
    }
    return text;
}

}
