// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rocelint::linux_host {

/// Whether a text is the log of nvidia-bug-report.sh.
[[nodiscard]] bool is_bug_report(std::string_view text);
/// Whether a line of the log separates two of its parts.
[[nodiscard]] bool is_report_separator(std::string_view line);
/// Whether a line of the log is a command whose output is read. The log also has lists of devices without their links,
/// and other tools asked about devices that are not NICs.
[[nodiscard]] bool is_report_command(std::string_view line);
/// Whether a line of the log is a command whose output concerns RDMA and is not read there.
[[nodiscard]] bool is_unread_report_command(std::string_view line);

}
