// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/firmware_lldp.h"
#include "drivers/linux_host/output/host_builder.h"
#include "models/syntax/tree.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

namespace rocelint::linux_host {

/// Parses a value of mlxconfig or mlxreg: "True(1)", "DEVICE_DEFAULT(0)", "255", "0xff".
[[nodiscard]] std::optional<std::uint32_t> firmware_number(std::string_view text);

/// The number of a value that `mlxconfig set` is given: those of firmware_number(), or a word such as "True".
[[nodiscard]] std::optional<std::uint32_t> firmware_value(std::string_view text);

/// The settings that the firmware of one NVIDIA NIC stores, as mlxconfig calls them. Port n of the firmware is PCI
/// function n - 1.
class FirmwareCard {
public:
    explicit FirmwareCard(HostBuilder& host) : host_(host) { }

    /// The following settings are for the card of this RDMA device, interface or PCI address.
    void begin(std::string_view device) { port_ = host_.find_port(host_.interface_of(device)); }
    /// The following settings are for the card of this port.
    void begin_port(std::uint32_t port) { port_ = port; }
    [[nodiscard]] bool knows_card() const { return port_ != Port::no_index; }

    /// Takes "CNP_DSCP_P1" and its value; returns how it was handled.
    CoverageState take(std::string_view name, std::string_view value, Span at);
    /// Where a capture shows another number of this setting than this one; nothing if none does.
    [[nodiscard]] std::optional<Span> shown_otherwise(std::string_view name, std::uint32_t number);

private:
    // The port of "_P1" at the end of a name, which is removed; without it, that of the card.
    [[nodiscard]] std::uint32_t port_of(std::string_view& name) const;
    // The interface of the port with this digit: the function of the same card, if PCI addresses are known.
    [[nodiscard]] std::uint32_t function(char digit) const;
    [[nodiscard]] bool set(Nic& nic, std::string_view name, std::uint32_t number, Span at);

    // LLDP_NB_TX_MODE and LLDP_NB_RX_MODE; false if it is another setting.
    bool take_agent(std::uint32_t port, std::string_view name, std::uint32_t number, Span at);

    HostBuilder& host_;
    std::uint32_t port_ = Port::no_index;
    std::map<std::uint32_t, FirmwareLldp> agents_; ///< by port
};

/// Whether a setting of the firmware, with or without "_P1", decides something about RDMA.
[[nodiscard]] bool is_judged_by_rules(std::string_view name);

}
