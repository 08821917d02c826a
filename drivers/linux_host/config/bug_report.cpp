// SPDX-License-Identifier: Apache-2.0
// The log of nvidia-bug-report.sh: files and outputs of commands, each below a line of underscores and its name (NVIDIA
// Linux driver 390.48, nvidia-bug-report.sh; later versions add `lspci -nnDvvvxxxx` and more of nvidia-smi).
#include "drivers/linux_host/config/bug_report.h"

#include "drivers/linux_host/shell/command.h"

namespace rocelint::linux_host {

bool is_bug_report(std::string_view text)
{
    return text.substr(0, 4096).find("Start of NVIDIA bug report log file") != std::string_view::npos;
}

bool is_report_separator(std::string_view line)
{
    constexpr std::size_t least = 40;
    return line.size() >= least && line.find_first_not_of('_') == std::string_view::npos;
}

bool is_report_command(std::string_view line)
{
    if (!line.starts_with('/'))
        return false;
    const Output output = parse_command(line).output;
    return output == Output::gpus || (output == Output::lspci && line.find("vv") != std::string_view::npos);
}

bool is_unread_report_command(std::string_view line)
{
    if (!line.starts_with('/'))
        return false;
    const Output output = parse_command(line).output;
    return output == Output::unsupported
        || (output >= Output::ip_address && output < Output::hostname && output != Output::lspci);
}

}
