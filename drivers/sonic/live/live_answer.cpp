// SPDX-License-Identifier: Apache-2.0
// How SONiC's own commands report errors, and who may run them.
#include "drivers/sonic/live/live_answer.h"

#include "models/text/redact.h"

#include <algorithm>

namespace rocelint::sonic {

Result<Answer> run_as_root(
    SshSession& session, bool is_root, std::string_view script, std::chrono::milliseconds timeout)
{
    return run_script_as_root(
        session, is_root, script, timeout, "Let this login run commands without one, as SONiC's admin may");
}

std::string complaint_of(std::string_view output)
{
    std::string complaint;
    for (std::string_view rest = output; complaint.empty() && !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        if (line.starts_with("Error: "))
            complaint = line.substr(7);
    }
    return complaint.empty() ? last_line_of(output) : redact(complaint);
}

}
