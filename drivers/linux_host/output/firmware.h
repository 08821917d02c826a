// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/output/host_builder.h"
#include "models/syntax/tree.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace rocelint::linux_host {

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

    /// Takes "CNP_DSCP_P1", its value and, where a capture shows it, its default; returns how it was handled.
    CoverageState take(std::string_view name, std::string_view value, Span at, std::string_view usual = {});
    /// Where a capture shows another number of this setting than this value; nothing if none does.
    [[nodiscard]] std::optional<Span> shown_otherwise(std::string_view name, std::string_view value);

private:
    // The port of "_P1" at the end of a name, which is removed; without it, that of the card.
    [[nodiscard]] std::uint32_t port_of(std::string_view& name) const;
    // Whether a setting is for one port of the card, and nothing shows which of them the interface is.
    [[nodiscard]] bool is_of_unknown_port(std::string_view name) const;
    // Leaves the NIC's setting unread, with the reason; returns how the line was handled.
    CoverageState leave_unread(std::string_view name);
    // The interface of the port with this digit: the function of the same card, if PCI addresses are known, else the
    // card's own port if it has this number by its name.
    [[nodiscard]] std::uint32_t function(char digit) const;

    HostBuilder& host_;
    std::uint32_t port_ = Port::no_index;
};

}
