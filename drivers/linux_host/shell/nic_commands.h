// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/shell/command.h"

#include <string_view>

namespace rocelint::linux_host {

/// Whether the word is the option of niccli that names the adapter: "-dev", "--dev", "-i".
[[nodiscard]] bool is_adapter_option(std::string_view word);
/// The words of a niccli command line that name what is asked for, and the adapter.
struct NiccliWords {
    std::string_view adapter; ///< its number or PCI address; empty if none is named
    std::string_view rest; ///< what follows the adapter, or all
};
[[nodiscard]] NiccliWords niccli_words(std::string_view arguments);

/// Broadcom's tools; `arguments` follow the command's name.
[[nodiscard]] Command niccli_command(std::string_view arguments);
[[nodiscard]] Command bnxtqos_command(std::string_view arguments);

}
