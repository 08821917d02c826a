// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint {

/// Describes a text that no platform recognizes, for messages: "a log", "a playbook of Ansible"; a string
/// literal, empty if the kind is not known.
[[nodiscard]] std::string_view kind_of_text(std::string_view text);

/// Whether a line of the text contains a word of PFC, ECN or RoCE.
[[nodiscard]] bool is_about_rdma(std::string_view text);

}
