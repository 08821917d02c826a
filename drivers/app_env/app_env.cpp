// SPDX-License-Identifier: Apache-2.0
// One variable of a job can undo a correct configuration of fabric and hosts. Files are recognized by the
// variables of NCCL, UCX and NVSHMEM; a value that the job would ignore does not count as a setting.
#include "drivers/app_env/app_env.h"

#include "drivers/app_env/assignment.h"
#include "drivers/app_env/edit.h"
#include "models/fabric/value/priority.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::app_env {
namespace {

using State = CoverageState;

constexpr std::string_view base = R"(# @NAME@: gradients on DSCP 26 with ECN
NCCL_DEBUG=WARN
NCCL_IB_HCA==mlx5_0
NCCL_IB_GID_INDEX=3
NCCL_IB_TC=106
NCCL_IB_SL=3
NCCL_SOCKET_IFNAME=eth0
)";

// Variables that choose how RDMA packets are marked, or the address they are sent from (and so the RoCE
// version), but that the model does not represent.
constexpr std::array<std::string_view, 2> not_modelled{"UCX_IB_GID_INDEX", "NVSHMEM_IB_GID_INDEX"};

// Parses like strtoll(…, 0), which NCCL uses for its numbers: 0x is hexadecimal, a leading 0 octal. An
// unfilled template variable or a word is not a number, although NCCL would silently read 0.
std::optional<std::int64_t> whole_number(std::string_view text)
{
    const bool minus = text.starts_with('-');
    if (minus)
        text.remove_prefix(1);
    int base_of_number = 10;
    if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base_of_number = 16;
        text.remove_prefix(2);
    } else if (text.size() > 1 && text[0] == '0') {
        base_of_number = 8;
        text.remove_prefix(1);
    }
    std::int64_t number = 0;
    for (const char c : text) {
        const int digit = ascii::hex_value(c);
        if (digit < 0 || digit >= base_of_number || number > 0xffffffff)
            return std::nullopt;
        number = number * base_of_number + digit;
    }
    return text.empty() ? std::nullopt : std::optional(minus ? -number : number);
}

Detection detect(const Source& source)
{
    constexpr std::size_t looked_at = 65536;
    std::string_view text = source.text().substr(0, looked_at);
    if (source.size() > looked_at)
        text = text.substr(0, text.rfind('\n'));
    bool ours = false;
    while (!text.empty()) {
        Assignments line(ascii::take_until(text, '\n'));
        while (const auto assignment = line.next())
            ours = ours || is_communication_variable(assignment->name);
        if (!line.is_whole())
            return {};
    }
    return ours ? Detection{85, "assignments of NCCL, UCX or NVSHMEM variables"} : Detection{};
}

Tree parse(const Source& source) { return parse_indented(source, {.comment = '#'}); }

std::string_view identity(const Tree&) { return {}; }

class JobReader {
public:
    JobReader(Reading& reading, const Tree& tree)
        : origins_(reading.device.origins)
        , problems_(reading.problems)
        , tree_(tree)
        , first_wins_(tree.source->file_name().ends_with("nccl.conf"))
    {
        job_.at = tree.source->whole();
        job_.at.length = 0;
    }

    Job read()
    {
        // A line indented deeper than the previous one is its child.
        std::vector<const Node*> waiting{tree_.root};
        while (tree_.root != nullptr && !waiting.empty()) {
            const Node& node = *waiting.back();
            waiting.pop_back();
            if (node.next != nullptr)
                waiting.push_back(node.next);
            if (node.first != nullptr)
                waiting.push_back(node.first);
            if (!node.key.empty())
                read_line(node);
        }
        return job_;
    }

private:
    void read_line(const Node& line)
    {
        State worst = State::irrelevant;
        Assignments assignments(line.key);
        while (const auto assignment = assignments.next())
            worst = std::max(worst, read(*assignment));
        line.mark(assignments.is_whole() ? worst : State::unrecognised);
    }

    State read(const Assignment& assignment)
    {
        if (assignment.name == "NCCL_IB_TC")
            return read_number(job_.traffic_class, assignment, 0, 255);
        if (assignment.name == "NCCL_IB_SL")
            return read_number(job_.service_level, assignment, 0, 15);
        if (assignment.name == "UCX_IB_SL")
            return assignment.value == "auto" ? State::read
                                              : read_number(job_.ucx_service_level, assignment, 0, 15);
        if (assignment.name == "NVSHMEM_IB_SL")
            return read_number(job_.nvshmem_service_level, assignment, 0, 15);
        if (assignment.name == "NCCL_IB_PKEY")
            return read_number(job_.pkey_index, assignment, 0, 65535);
        if (assignment.name == "UCX_IB_PKEY")
            return assignment.value == "auto" ? State::read
                                              : read_number(job_.ucx_pkey, assignment, 0, 65535);
        if (assignment.name == "NCCL_IB_GID_INDEX")
            return read_number(job_.gid_index, assignment, -1, 255);
        if (assignment.name == "NCCL_IB_ROCE_VERSION_NUM")
            return read_number(job_.roce_version, assignment, 1, 2);
        if (assignment.name == "NCCL_IB_ADAPTIVE_ROUTING")
            return assignment.value == "-2" ? State::read // NCCL's own default
                                            : read_number(job_.adaptive_routing, assignment, 0, 1);
        if (assignment.name == "NCCL_IB_FIFO_TC")
            return assignment.value == "-1" ? State::read // the same as NCCL_IB_TC
                                            : read_number(job_.cts_class, assignment, 0, 255);
        if (assignment.name == "NCCL_IB_QPS_PER_CONNECTION")
            return read_number(job_.queue_pairs, assignment, 1, 128);
        if (assignment.name == "NCCL_IB_TIMEOUT")
            return read_number(job_.timeout, assignment, 0, 31);
        if (assignment.name == "NCCL_IB_RETRY_CNT")
            return read_number(job_.retries, assignment, 0, 7);
        if (assignment.name == "NCCL_GIN_IB_TC")
            return read_number(job_.gin_class, assignment, 0, 255);
        if (assignment.name == "NVSHMEM_IB_TRAFFIC_CLASS")
            return read_number(job_.nvshmem_class, assignment, 0, 255);
        if (assignment.name == "UCX_IB_TRAFFIC_CLASS")
            return assignment.value == "auto" ? State::read : read_number(job_.ucx_class, assignment, 0, 255);
        if (assignment.name == "NCCL_IB_DISABLE")
            return read_number(job_.verbs_off, assignment, 0, 1);
        if (assignment.name == "NCCL_GIN_TYPE")
            return assignment.value == "-1" ? State::read // NCCL chooses
                                            : read_number(job_.gin_type, assignment, 0, 255);
        if (assignment.name == "NCCL_IB_HCA")
            return read_text(job_.devices, assignment);
        if (assignment.name == "NCCL_NET")
            return read_text(job_.network, assignment);
        if (assignment.name == "NCCL_NET_GDR_LEVEL" || assignment.name == "NCCL_IB_GDR_LEVEL")
            return read_text(job_.gpu_direct, assignment);
        const bool known = std::ranges::find(not_modelled, assignment.name) != not_modelled.end();
        return known ? State::unsupported : State::irrelevant;
    }

    OriginId origin(const Assignment& assignment)
    {
        return origins_.explicit_at(tree_.source->span_of(assignment.whole));
    }

    State read_text(Setting<std::string_view>& setting, const Assignment& assignment)
    {
        if (!first_wins_ || !setting.known())
            setting = {assignment.value, origin(assignment)};
        return State::read;
    }

    template <class T>
    State read_number(
        Setting<T>& setting, const Assignment& assignment, std::int64_t smallest, std::int64_t largest)
    {
        if (first_wins_ && setting.known())
            return State::read;
        const auto number = whole_number(assignment.value);
        if (number && *number >= smallest && *number <= largest) {
            setting = {static_cast<T>(*number), origin(assignment)};
            return State::read;
        }
        setting = Setting<T>::unread(origins_.unread("its value is not a number that can be used"));
        // The class of the packets and the address they leave from affect all traffic of the job.
        const bool decides = assignment.name.ends_with("_TC") || assignment.name.ends_with("_TRAFFIC_CLASS")
            || assignment.name.ends_with("_GID_INDEX");
        problems_.push_back({decides ? SyntaxProblem::Severity::error : SyntaxProblem::Severity::warning,
            tree_.source->span_of(assignment.whole),
            fmt::format("{} is a number from {} to {}, not \"{}\"",
                assignment.name,
                smallest,
                largest,
                assignment.value.substr(0, 40))});
        return State::unrecognised;
    }

    Origins& origins_;
    std::vector<SyntaxProblem>& problems_;
    const Tree& tree_;
    // NCCL reads nccl.conf with setenv(…, overwrite 0), so the
    // first assignment wins; in a shell the last one does.
    bool first_wins_;
    Job job_;
};

Reading read(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    reading.device.platform = "app-env";
    reading.device.kind = DeviceKind::job;
    reading.device.name = fallback_name;
    reading.device.has_watchdog = false;
    for (const Tree& tree : trees) {
        reading.device.files.push_back(tree.source->id());
        Job job = JobReader(reading, tree).read();
        job.name = tree.source->file_name();
        reading.device.jobs.push_back(job);
    }
    reading.device.origins.shrink_to_fit();
    return reading;
}

}

const Driver driver{
    .name = "app-env",
    .title = "Environment of an NCCL job",
    .comment = "#",
    .detect = detect,
    .parse = parse,
    .identity = identity,
    .read = read,
    .folder_is_one_device = false,
    .joins_folder = true,
    .has_variables = true,
    .edit = edit,
    .commands = commands,
    .base_example = base,
    .base_file_name = "job.env",
};

}
