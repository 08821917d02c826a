// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint {

/// What a text that no platform recognises looks like, for people: "a log", "a playbook of Ansible"; a literal, empty where
/// nothing can be said.
[[nodiscard]] std::string_view kind_of_text(std::string_view text);

/// Whether a line of the text has a word of PFC, ECN or RoCE.
[[nodiscard]] bool is_about_rdma(std::string_view text);

}
