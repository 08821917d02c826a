// SPDX-License-Identifier: Apache-2.0
// Output of the tools of Broadcom NICs, and of tools that print the TLVs of DCB.
#pragma once

#include "drivers/linux_host/output/outputs.h"

#include <optional>
#include <span>
#include <string_view>

namespace rocelint::linux_host {

/// The selectors of the application table (IEEE 802.1Q-2022 table D-9; linux/dcbnl.h, IEEE_8021QAZ_APP_SEL_*).
inline constexpr std::uint8_t app_selector_ether_type = 1;
inline constexpr std::uint8_t app_selector_datagram = 3; ///< UDP and DCCP
inline constexpr std::uint8_t app_selector_dscp = 5;

/// Whether an entry of the application table is about RoCE: EtherType 0x8915 (version 1), UDP port 4791 (version 2).
[[nodiscard]] bool is_roce_application(std::uint8_t selector, std::uint64_t protocol);
/// "26" or "0x1a".
[[nodiscard]] std::optional<std::uint64_t> number_in_any_base(std::string_view text);

/// niccli's and bnxtqos' DCB settings, and lldptool's local TLVs
void read_qos_tlvs(HostBuilder& host, const Section& section);
/// niccli's receive queues: which traffic classes are lossless
void read_niccli_queues(HostBuilder& host, const Section& section);
/// niccli's list of adapters, by which its other output is numbered
void read_niccli_list(HostBuilder& host, const Section& section);

/// The interface of the section's subject, which is an adapter's number, a PCI address, an interface or nothing.
[[nodiscard]] std::uint32_t port_of_adapter(HostBuilder& host, const Section& section);
/// The interface that captures show for an adapter's number or PCI address, otherwise Port::no_index.
[[nodiscard]] std::uint32_t port_of_adapter_name(const HostBuilder& host, std::string_view adapter);
/// Whether the outputs before the section show its interface, so that it need not wait for later ones.
[[nodiscard]] bool knows_adapter(const HostBuilder& host, const Section& section);
/// Only NICs of bnxt_en are set up by niccli and bnxtqos, which thus show the driver where nothing else does.
void note_broadcom_tool(HostBuilder& host, std::uint32_t port, const Section& section);

/// Reads a file below /sys/kernel/config/bnxt_re/DEV or /sys/kernel/debug/bnxt_re; `path` begins with DEV.
[[nodiscard]] CoverageState read_bnxt_file(
    HostBuilder& host, std::string_view path, std::string_view value, Span at);
/// Sets what a number of the firmware's congestion control means.
void put_congestion_number(Nic& nic, const HostBuilder::CongestionNumber& number);

/// Reads a file below /sys/module/irdma/parameters; `path` is its name.
[[nodiscard]] CoverageState read_module_parameter(
    HostBuilder& host, std::string_view path, std::string_view value, Span at);
/// Gives the NICs what the options of their kernel modules set.
void place_module_options(HostBuilder& host, std::span<const HostBuilder::ModuleOption> options);

/// niccli's options of the NVM, which apply from the next boot on
void read_niccli_option(HostBuilder& host, const Section& section);

}
