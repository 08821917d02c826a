// SPDX-License-Identifier: Apache-2.0
#include "drivers/app_env/log/logged_environment.h"

#include <algorithm>

namespace rocelint::app_env {
namespace {

bool has_all_of(const std::vector<LoggedVariable>& variables, const std::vector<LoggedVariable>& wanted)
{
    return std::ranges::all_of(wanted, [&variables](const LoggedVariable& variable) {
        const LoggedVariable* seen = find_logged(variables, variable.name);
        return seen != nullptr && seen->value == variable.value;
    });
}

// A rank whose neighbours in all rings and trees are on its own host.
bool passes_only_within_host(const LoggedEnvironment& environment)
{
    const auto shows_channels = [](const LoggingProcess* process) { return !process->first_channel.empty(); };
    return std::ranges::any_of(environment.processes, shows_channels)
        && std::ranges::none_of(environment.processes, &LoggingProcess::leaves_host);
}

// Whether the two differ in nothing that both show.
bool agrees(const LoggedEnvironment& one, const LoggedEnvironment& other)
{
    if (!one.network.empty() && !other.network.empty() && one.network != other.network)
        return false;
    return std::ranges::all_of(other.variables, [&one](const LoggedVariable& variable) {
        const LoggedVariable* seen = find_logged(one.variables, variable.name);
        return seen == nullptr || seen->value == variable.value;
    });
}

}

const LoggedVariable* find_logged(const std::vector<LoggedVariable>& variables, std::string_view name)
{
    const auto found = std::ranges::find(variables, name, &LoggedVariable::name);
    return found == variables.end() ? nullptr : &*found;
}

std::string_view reason_of_absence(const LoggedEnvironment& environment)
{
    const auto any = [&environment](bool LoggingProcess::*member) {
        return std::ranges::any_of(
            environment.processes, [member](const LoggingProcess* process) { return process->*member; });
    };
    if (!environment.network.empty() && !environment.network.starts_with("IB"))
        return "NCCL used no RDMA of its own in this log, and so did not read the variables of RDMA";
    if (!any(&LoggingProcess::shows_variables))
        return "the log shows no variables, as if NCCL_DEBUG_SUBSYS left ENV out";
    if (environment.network.empty() || !any(&LoggingProcess::is_connected))
        return "the log does not show that NCCL made its connections, and so perhaps not all of its variables";
    if (passes_only_within_host(environment))
        return "these processes show no connection to another host, and NCCL reads the variables of RDMA when it makes one";
    return {};
}

LoggedEnvironment environment_of(const LoggingProcess& process)
{
    return {{&process}, process.variables, process.network, process.network_line};
}

bool is_equal(const LoggedEnvironment& one, const LoggedEnvironment& other)
{
    return one.network == other.network && has_all_of(one.variables, other.variables)
        && has_all_of(other.variables, one.variables) && reason_of_absence(one) == reason_of_absence(other);
}

bool is_of_one_job(const LoggedEnvironment& whole, const LoggedEnvironment& added)
{
    if (!agrees(whole, added))
        return false;
    const bool shows_all = reason_of_absence(whole).empty();
    if (reason_of_absence(added).empty())
        return shows_all && is_equal(whole, added);
    return !shows_all || has_all_of(whole.variables, added.variables);
}

void join(LoggedEnvironment& whole, const LoggedEnvironment& added)
{
    whole.processes.insert(whole.processes.end(), added.processes.begin(), added.processes.end());
    if (whole.network.empty()) {
        whole.network = added.network;
        whole.network_line = added.network_line;
    }
    for (const LoggedVariable& variable : added.variables) {
        if (find_logged(whole.variables, variable.name) == nullptr)
            whole.variables.push_back(variable);
    }
}

}
