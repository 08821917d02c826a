// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/output/outputs.h"

#include <bitset>
#include <optional>
#include <string_view>

namespace rocelint::linux_host {

/// A line of nicctl: "key : value".
struct NicctlLine {
    std::string_view key;
    std::string_view value;
    Span at;
};

/// What `nicctl show qos` shows of one port.
class NicctlQos {
public:
    explicit NicctlQos(HostBuilder& host) : host_(host) { }

    /// Nothing for a line that belongs to another output.
    [[nodiscard]] std::optional<CoverageState> take(const NicctlLine& line);
    /// A row of the table of priorities: "6         strict      N/A       10".
    [[nodiscard]] CoverageState take_row(std::string_view row, Span at);
    void apply_to(std::uint32_t port);

private:
    [[nodiscard]] CoverageState take_type(const NicctlLine& line);
    [[nodiscard]] CoverageState take_dscps(const NicctlLine& line);
    [[nodiscard]] CoverageState take_purpose(const NicctlLine& line);
    [[nodiscard]] CoverageState take_priorities(const NicctlLine& line);
    void apply_map(Port& port, std::uint32_t index);

    HostBuilder& host_;
    Setting<Trust> trust_;
    ClassMap map_;
    std::bitset<64> mapped_;
    Setting<PrioritySet> pfc_;
    Setting<PrioritySet> no_drop_;
    Setting<std::uint8_t> ack_dscp_;
    TrafficClasses classes_;
    bool has_classes_ = false;
};

/// "0x8": up to 64 bits.
[[nodiscard]] std::optional<std::uint64_t> nicctl_bits(std::string_view text);

}
