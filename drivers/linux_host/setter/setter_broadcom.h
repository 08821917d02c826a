// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/setter/setter.h"

#include <span>
#include <string_view>

namespace rocelint::linux_host {

/// `niccli --dev N qos …`; `words` begin after the command's name. The subjects are adapters.
[[nodiscard]] CoverageState read_niccli_setter(
    std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);
/// `bnxtqos -dev=IF set_ets|set_pfc|set_apptlv …`
[[nodiscard]] CoverageState read_bnxtqos_setter(
    std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);
/// Broadcom's bnxt_setupcc.sh, which sets up PFC, classes and congestion control in one command.
[[nodiscard]] CoverageState read_setupcc_setter(
    std::span<const ShellWord> words, const ShellCommand& command, SetterSink& sink);

/// A file below /sys/kernel/config/bnxt_re/DEV/ports/PORT/cc and the value written to it.
struct CongestionFile {
    std::string_view device;
    std::uint8_t port = 1;
    std::string_view name;
};
[[nodiscard]] CoverageState read_congestion_setter(
    const CongestionFile& file, const ShellWord& value, const ShellCommand& command, SetterSink& sink);
/// Removes the settings of bnxt_re that the file never applies, with a warning for each device.
void drop_unapplied(SetterSink& sink);

}
