// SPDX-License-Identifier: Apache-2.0
// What a job used when it ran: NCCL names in its log the variables that were set, the network that it took and each
// connection. A log may hold several runs, and processes of several hosts; those with one environment are one job. What a host
// does not show is not taken from another.
#include "drivers/app_env/log/job_log.h"

#include "drivers/app_env/job/job_reader.h"
#include "drivers/app_env/job/line_states.h"
#include "drivers/app_env/log/log_line.h"
#include "drivers/app_env/log/logged_environment.h"
#include "models/text/ascii.h"
#include "models/text/holds.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rocelint::app_env {
namespace {

using State = CoverageState;

constexpr std::size_t most_processes = 65536;
constexpr std::size_t most_environments = 64;
constexpr std::size_t most_devices = 64; // of one host

template <class T>
void leave_unread(Setting<T>& setting, OriginId reason)
{
    if (setting.origin == OriginId{})
        setting = Setting<T>::unread(reason);
}

class JobLogReader {
public:
    JobLogReader(const Tree& tree, Reading& reading) : source_(*tree.source), reading_(reading), lines_(tree)
    {
    }

    void read()
    {
        std::string_view text = source_.text();
        while (!text.empty()) {
            const std::string_view line = ascii::take_line(text);
            if (const auto found = log_line(line))
                take(*found, line);
        }
        // Processes that show less than others of their host take the rest from these.
        for (const bool whole : {true, false}) {
            for (const LoggingProcess& process : processes_) {
                const LoggedEnvironment own = environment_of(process);
                if (reason_of_absence(own).empty() == whole)
                    put(own, of_hosts_[process.host], is_of_one_job);
            }
        }
        join_hosts();
        for (const LoggedEnvironment& environment : environments_)
            make_job(environment);
        // All lines of a variable have the state of the one that a job was read from.
        for (const LoggedVariable& seen : variable_lines_) {
            const auto state = states_.find({seen.name, seen.value});
            mark(seen.whole, state == states_.end() ? State::unsupported : state->second);
        }
        lines_.finish();
    }

private:
    void mark(std::string_view part, State state)
    {
        const Span at = source_.span_of(part);
        lines_.mark(at.offset, at.offset + std::max(at.length, 1U), state);
    }

    // The process that writes the line; null where the log has too many.
    LoggingProcess* process_of(const LogLine& found, std::string_view line)
    {
        if (const auto known = by_name_.find(found.process); known != by_name_.end())
            return &processes_[known->second];
        if (processes_.size() == most_processes) {
            warn_of_others(line);
            return nullptr;
        }
        by_name_.emplace(found.process, processes_.size());
        return &processes_.emplace_back(LoggingProcess{.host = found.host, .first = line});
    }

    void take(const LogLine& found, std::string_view line)
    {
        LoggingProcess* writer = process_of(found, line);
        if (writer == nullptr)
            return;
        LoggingProcess& process = *writer;
        const std::string_view message = found.message;
        if (const auto variable = logged_variable(message)) {
            process.shows_variables = true;
            if (!is_judged_variable(variable->name))
                return;
            variable_lines_.push_back(*variable);
            if (find_logged(process.variables, variable->name) == nullptr)
                process.variables.push_back(*variable);
        } else if (const std::string_view network = logged_network(message); !network.empty()) {
            process.network = network;
            process.network_line = message;
            mark(message, State::read);
        } else if (std::string_view list = logged_devices(message); !list.empty()) {
            while (const auto device = take_logged_device(list)) {
                if (process.devices.size() < most_devices)
                    process.devices.push_back(*device);
            }
            mark(message, State::read);
        } else if (const std::string_view channel = logged_channel(message); !channel.empty()) {
            if (const auto connection = logged_connection(message))
                count(process, *connection, message);
            if (process.first_channel.empty())
                process.first_channel = message;
            process.leaves_host = process.leaves_host || channel.starts_with("NET/");
            if (process.first_by_sockets.empty() && channel.starts_with("NET/Socket"))
                process.first_by_sockets = message;
            mark(message, State::read);
        } else if (says_connected(message)) {
            process.is_connected = true;
            mark(message, State::read);
        }
    }

    static void count(LoggingProcess& process, const LoggedConnection& connection, std::string_view message)
    {
        const auto known
            = std::ranges::find_if(process.connections, [&connection](const SeenConnections& seen) {
                  return seen.by.device == connection.device && seen.by.network == connection.network;
              });
        if (known != process.connections.end())
            ++known->count;
        else if (process.connections.size() < most_devices)
            process.connections.push_back({connection, 1, message});
    }

    // Adds the environment to one of the list that it is part of, or to the list.
    template <class IsPart>
    void put(const LoggedEnvironment& added, std::vector<LoggedEnvironment>& list, const IsPart& is_part)
    {
        const auto found = std::ranges::find_if(
            list, [&](const LoggedEnvironment& candidate) { return is_part(candidate, added); });
        if (found != list.end())
            join(*found, added);
        else if (list.size() < most_environments)
            list.push_back(added);
        else
            warn_of_others(added.processes.front()->first);
    }

    // What one host shows says nothing of another: hosts have one job where they show the same. In the order of the log.
    void join_hosts()
    {
        std::vector<LoggedEnvironment> all;
        for (auto& [host, list] : of_hosts_) {
            for (LoggedEnvironment& one : list) {
                std::ranges::sort(one.processes);
                all.push_back(std::move(one));
            }
        }
        const auto first = [](const LoggedEnvironment& one) { return one.processes.front(); };
        std::ranges::sort(all, std::less<>(), first);
        for (const LoggedEnvironment& one : all)
            put(one, environments_, is_equal);
    }

    void warn_of_others(std::string_view line)
    {
        if (has_others_)
            return;
        has_others_ = true;
        reading_.problems.push_back({SyntaxProblem::Severity::warning,
            source_.span_of(line),
            fmt::format(
                "the log has more than {} environments, or {} processes; those that follow are not read",
                most_environments,
                most_processes)});
    }

    void make_job(const LoggedEnvironment& environment)
    {
        JobReader reader(reading_, source_, node_lists_);
        const LoggingProcess& first = *environment.processes.front();
        if (environments_.size() > 1) {
            const std::uint32_t begin = source_.span_of(first.first).offset;
            const auto before = source_.text().substr(0, begin);
            reader.is_one_of_several(begin, fmt::format("line {}", 1 + std::ranges::count(before, '\n')));
        }
        for (const LoggedVariable& variable : environment.variables) {
            const State state = reader.take(
                {.name = variable.name, .value = variable.value, .at = source_.span_of(variable.whole)});
            states_.emplace(std::pair(variable.name, variable.value), state);
        }
        std::vector<std::string_view> hosts;
        for (const LoggingProcess* process : environment.processes)
            hosts.push_back(process->host);
        std::ranges::sort(hosts);
        const auto [from, to] = std::ranges::unique(hosts);
        hosts.erase(from, to);
        reader.runs_on(hosts);
        const std::string_view reason = reason_of_absence(environment);
        if (!reason.empty())
            reader.may_be_set_elsewhere(reason);
        Job job = reader.finish();
        job.without_nccl = false;
        job.connections_shown = reason.empty();
        if (!environment.network.empty())
            job.ran_over = {environment.network,
                reading_.device.origins.explicit_at(source_.span_of(environment.network_line))};
        job.sends_by_sockets = sockets_of(environment);
        if (!reason.empty())
            leave_rest_unread(job, reading_.device.origins.unread(reason));
        else
            add_connections(environment, job);
        reading_.device.jobs.push_back(std::move(job));
    }

    static void leave_rest_unread(Job& job, OriginId reason)
    {
        leave_unread(job.gid_index, reason);
        leave_unread(job.queue_pairs, reason);
        leave_unread(job.timeout, reason);
        leave_unread(job.retries, reason);
        leave_unread(job.service_level, reason);
        leave_unread(job.pkey_index, reason);
        leave_unread(job.roce_version, reason);
        leave_unread(job.adaptive_routing, reason);
        leave_unread(job.devices, reason);
    }

    // NCCL shows each channel with what it passes (NVIDIA/nccl src/transport/net.cc, p2p.cc and shm.cc).
    Setting<bool> sockets_of(const LoggedEnvironment& environment)
    {
        std::string_view any;
        for (const LoggingProcess* process : environment.processes) {
            if (!process->first_by_sockets.empty())
                return {true, origin_of(process->first_by_sockets)};
            if (any.empty())
                any = process->first_channel;
        }
        if (!any.empty())
            return {false, origin_of(any)};
        return Setting<bool>::unread(reading_.device.origins.unread("the log shows no channels"));
    }

    OriginId origin_of(std::string_view part)
    {
        return reading_.device.origins.explicit_at(source_.span_of(part));
    }

    void add_connections(const LoggedEnvironment& environment, Job& job) const
    {
        std::map<std::pair<std::string_view, std::string_view>, std::size_t> places;
        for (const LoggingProcess* process : environment.processes) {
            for (const SeenConnections& seen : process->connections) {
                const auto device
                    = std::ranges::find(process->devices, seen.by.device, &LoggedDevice::number);
                if (device == process->devices.end() || !seen.by.network.starts_with("IB"))
                    continue;
                const auto [place, is_new]
                    = places.try_emplace({process->host, device->name}, job.connections.size());
                if (is_new)
                    job.connections.push_back(
                        {process->host, device->name, seen.count, source_.span_of(seen.first)});
                else
                    job.connections[place->second].count += seen.count;
            }
        }
    }

    const Source& source_;
    Reading& reading_;
    LineStates lines_;
    NodeLists node_lists_;
    std::vector<LoggingProcess> processes_;
    std::unordered_map<std::string_view, std::size_t> by_name_;
    std::map<std::string_view, std::vector<LoggedEnvironment>> of_hosts_;
    std::vector<LoggedEnvironment> environments_;
    std::vector<LoggedVariable> variable_lines_;
    std::map<std::pair<std::string_view, std::string_view>, State> states_; ///< by name and value
    bool has_others_ = false; ///< environments that are not read
};

}

bool is_job_log(std::string_view text)
{
    if (!holds(text, " NCCL INFO ") || ascii::trimmed_front(text, ascii::is_white).starts_with('{'))
        return false;
    while (!text.empty()) {
        const auto line = log_line(ascii::take_line(text));
        if (line
            && (logged_variable(line->message) || !logged_network(line->message).empty()
                || !logged_devices(line->message).empty() || logged_connection(line->message)))
            return true;
    }
    return false;
}

void read_job_log(const Tree& tree, Reading& reading) { JobLogReader(tree, reading).read(); }

}
