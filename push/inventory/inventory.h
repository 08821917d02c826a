// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/text/result.h"
#include "models/text/source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocelint::push {

/// One device of the inventory, with what its groups say about it.
struct InventoryDevice {
    std::string name;
    std::string host; ///< ansible_host, otherwise the name
    std::uint16_t port = 0; ///< ansible_port; 0: the port in ~/.ssh/config, otherwise the default
    std::string user; ///< ansible_user; empty: the user in ~/.ssh/config
    std::string key_file; ///< ansible_ssh_private_key_file
    std::string password_env; ///< the environment variable that holds the password; empty: none
    std::string platform; ///< driver name, from ansible_network_os; "linux-host" without it
    bool netconf = false; ///< from `transport`
    std::optional<std::uint32_t> rail; ///< the rail of the hosts that a leaf serves
    Role role = Role::unknown;
    bool maintenance = false; ///< carries no jobs now, so disruptive steps are permitted
    std::vector<std::string> groups; ///< all groups that contain it, outermost first
    Span at;
};

/// A device that this version cannot reach.
struct SkippedDevice {
    std::string name;
    std::string network_os; ///< as written in the inventory
};

/// The devices of an Ansible inventory in the order of the file, without duplicates.
struct Inventory {
    std::string path;
    std::vector<InventoryDevice> devices;
    std::vector<SkippedDevice> skipped; ///< in the order of the file
    /// The device with this name, or null.
    [[nodiscard]] const InventoryDevice* find(std::string_view name) const;
};

/// Reads an inventory in YAML or INI (Ansible documentation, "How to build your inventory": hosts, vars,
/// children, ranges such as `leaf[01:16]`). Variables of a child group override its parent's, and those of a
/// host override all. Other variables are Ansible's and are ignored, unless they are a misspelled variable of
/// ours. Fails with `invalid`, at its place, for a wrong shape and for a password in the file; write it as
/// "{{ lookup('env', 'NAME') }}" instead. `limit`: see is_within(); what the file says about devices beyond
/// it is ignored. Fails with `usage` for a pattern that names no device.
[[nodiscard]] Result<Inventory> read_inventory(
    const Source& source, const std::vector<std::string>& limit = {});

/// The platform for a value of ansible_network_os ("arista.eos.eos"), or empty.
[[nodiscard]] std::string platform_of_network_os(std::string_view network_os);

}
