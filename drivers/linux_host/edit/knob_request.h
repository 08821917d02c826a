// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/linux_host/config/config_file.h"
#include "drivers/linux_host/setter/setter.h"
#include "models/text/objection.h"

#include <map>
#include <string>
#include <vector>

namespace rocelint::linux_host {

/// The NIC of a port, or null.
[[nodiscard]] inline const Nic* nic_of(const Device& device, const Port& port)
{
    return port.nic < device.nics.size() ? &device.nics[port.nic] : nullptr;
}

/// Whether AMD's nicctl sets up the NIC (ionic).
[[nodiscard]] inline bool is_set_up_by_nicctl(const Nic* nic)
{
    return nic != nullptr && nic->driver.is("ionic");
}

/// Whether a name can be used unquoted in a command.
[[nodiscard]] bool is_plain_name(std::string_view name);

/// A knob of an interface and the value that it should get. Of eight numbers, those `given` matter.
struct KnobRequest : KnobValue {
    KnobRequest() { given = PrioritySet{0xff}; }

    std::uint32_t port = 0; ///< index in the device
    Knob knob = Knob::mtu;
    Tool tool = Tool::mlnx_qos; ///< the tool that sets up the NIC: mlnx_qos, dcb or nicctl
    std::string_view interface;
    std::string_view rdma_device; ///< empty if not known
    std::string_view port_id; ///< see Nic::port_id
    /// Removes PFC from a priority: the traffic mapped to it is moved first.
    bool disables = false;
    std::vector<std::uint32_t> changes; ///< the changes that request it
};

/// The settings that changes request on a host's interfaces; those of one port and one kind are merged.
class KnobRequests {
public:
    /// `files` show which interfaces are set up as mlx5 NICs.
    KnobRequests(const Device& device, std::span<const ConfigFile> files);

    /// Adds what one change requests, unless it objects.
    Objection add(std::uint32_t index, const Change& change);
    /// Call after all changes are added: refuses settings of traffic classes to which no priority will be
    /// mapped, since a NIC does not show them.
    [[nodiscard]] std::vector<Refusal> idle() const;
    /// All settings, in the order in which they must be made.
    [[nodiscard]] std::vector<KnobRequest> all() const;
    /// The future PFC list of a port in mlnx_qos' notation; empty if it is not known.
    [[nodiscard]] std::string pfc_list(std::uint32_t port) const;

private:
    using Key = std::tuple<std::uint32_t, std::uint8_t, std::uint8_t>; ///< port, order_of(knob), number

    Objection take(const Change& change, const Port& port);
    Objection take_pfc(const Port& port, const PriorityDelta& delta);
    Objection take_map(const Port& port, const MapEntry& entry);
    Objection take_scheduler(const Port& port, std::uint8_t number, const SchedulerTarget& target);
    Objection take_reserve(const Port& port, std::uint8_t number, Bytes size);
    Objection take_marking(const Port& port, std::uint8_t tos);
    Objection take_halves(const Port& port, const PriorityDelta& delta);
    Objection need_mlx5(const Port& port, std::string_view what);
    Objection choose_tool(const Port& port);
    Objection take_link_pause(const Port& port, bool on);
    /// Settings that nicctl cannot set for a port, or only with an id that was not captured.
    Objection check_nicctl(const Port& port, Property property);
    [[nodiscard]] bool is_bnxt(const Port& port) const;
    void put_pause_after_classes(std::vector<KnobRequest>& requests) const;
    [[nodiscard]] static Key key_of(std::uint32_t port, Knob knob, std::uint8_t number = 0)
    {
        return {port, order_of(knob), number};
    }
    KnobRequest& want(Knob knob, std::uint8_t number = 0);
    Objection want_in_range(Knob knob, std::uint64_t amount, std::uint8_t number = 0);
    void want_amount(Knob knob, std::uint32_t amount, std::uint8_t number = 0);
    [[nodiscard]] bool has_priority(std::uint32_t port, std::uint8_t tc) const;

    /// A traffic class whose service a change sets.
    struct Served {
        std::uint32_t port = 0;
        std::uint8_t tc = 0;
        std::uint32_t change = 0;
    };

    const Device& device_;
    std::vector<Served> served_;
    std::vector<std::string_view> mlx5_;
    std::map<Key, KnobRequest> requests_;
    std::uint32_t change_ = 0;
    std::uint32_t port_ = 0;
    Tool tool_ = Tool::mlnx_qos;
};

/// The command for one setting. `pfc` is KnobRequests::pfc_list().
[[nodiscard]] std::string command_text(const KnobRequest& request, std::string_view pfc);
/// Makes a command safe in a script with `set -e`: ethtool -A fails with 78 if nothing changes (ethtool.c,
/// do_spause).
[[nodiscard]] std::string guarded(std::string command);
/// The commands for all settings, one per line; settings that must be set together share a command.
[[nodiscard]] std::vector<std::string> command_lines(
    std::span<const KnobRequest> requests, const KnobRequests& all);
/// The command for several settings that may share one; empty for no settings.
[[nodiscard]] std::string joined_command(std::span<const KnobRequest> requests);
/// The value alone, as the setter is written.
[[nodiscard]] std::string value_text(const KnobRequest& request, const Setter& like);

}
