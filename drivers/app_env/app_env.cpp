// SPDX-License-Identifier: Apache-2.0
// One variable of a job can undo a correct configuration of fabric and hosts. Files are recognized by the
// variables of NCCL, UCX and NVSHMEM that they set.
#include "drivers/app_env/app_env.h"

#include "drivers/app_env/ceph.h"
#include "drivers/app_env/edit.h"
#include "drivers/app_env/job/assignment.h"
#include "drivers/app_env/job/job_reader.h"
#include "drivers/app_env/job_form.h"
#include "drivers/app_env/job_script.h"
#include "drivers/app_env/json_file.h"
#include "drivers/app_env/log/job_log.h"
#include "drivers/app_env/manifest.h"
#include "drivers/app_env/spdk.h"
#include "models/syntax/indent_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

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

Detection detect(const Source& source)
{
    const JobFile file = job_file(source);
    switch (file.form) {
    case JobForm::assignments:
        return {85, "assignments of NCCL, UCX or NVSHMEM variables"};
    case JobForm::script:
        // A script that sets up a host and also sets such a variable is the host's, unless it starts a job.
        return {file.is_launch ? 95 : 85, "a job script that sets NCCL, UCX or NVSHMEM variables"};
    case JobForm::image:
        return {85, "a Dockerfile that sets NCCL, UCX or NVSHMEM variables"};
    case JobForm::ceph:
        return {85, "a configuration of Ceph with RDMA"};
    case JobForm::spdk:
        return {85, "a configuration of SPDK with RDMA"};
    case JobForm::log:
        return {85, "a log of NCCL"};
    case JobForm::json:
        // Objects of a cluster that also set up NICs are the job's, as in YAML.
        return {source.text().find("\"apiVersion\":") != std::string_view::npos ? 85 : 60,
            "JSON that sets NCCL, UCX or NVSHMEM variables"};
    case JobForm::manifest:
        return {85, "YAML that sets NCCL, UCX or NVSHMEM variables of a container"};
    case JobForm::none:
        break;
    }
    return {};
}

Tree parse(const Source& source) { return parse_indented(source, {.comment = '#'}); }

std::string_view identity(const Tree&) { return {}; }

// Marks each line with the worst state of its assignments.
void read_assignments(const Tree& tree, JobReader& job)
{
    // A line indented deeper than the previous one is its child.
    std::vector<const Node*> waiting{tree.root};
    while (tree.root != nullptr && !waiting.empty()) {
        const Node& node = *waiting.back();
        waiting.pop_back();
        if (node.next != nullptr)
            waiting.push_back(node.next);
        if (node.first != nullptr)
            waiting.push_back(node.first);
        if (node.key.empty())
            continue;
        State worst = State::irrelevant;
        Assignments assignments(node.key);
        while (const auto assignment = assignments.next()) {
            Stated stated{.name = assignment->name,
                .value = assignment->value,
                .at = tree.source->span_of(assignment->whole)};
            stated.known = !is_template(tree.source->file_name())
                || assignment->value.find("{{") == std::string_view::npos;
            if (!stated.known && is_judged_variable(stated.name))
                job.warn(stated.at,
                    fmt::format("a template has yet to fill in {}; check the rendered file", stated.name));
            worst = std::max(worst, job.take(stated));
        }
        node.mark(assignments.is_whole() ? worst : State::unrecognised);
    }
}

void read_jobs(Reading& reading, const Tree& tree)
{
    const JobForm form = job_file(*tree.source).form;
    if (form == JobForm::manifest)
        return read_manifest(tree, reading);
    if (form == JobForm::json)
        return read_json_file(tree, reading);
    if (form == JobForm::log)
        return read_job_log(tree, reading);
    NodeLists node_lists;
    JobReader job(reading, *tree.source, node_lists);
    switch (form) {
    case JobForm::script:
        // A script may only print or compare such a variable: then it is no job.
        for (Job& made : read_job_script(tree, job))
            reading.device.jobs.push_back(std::move(made));
        return;
    case JobForm::image:
        read_image(tree, job);
        break;
    case JobForm::ceph:
        read_ceph(tree, job);
        break;
    case JobForm::spdk:
        read_spdk(tree, reading, job);
        break;
    case JobForm::assignments:
    case JobForm::json:
    case JobForm::log:
    case JobForm::manifest:
    case JobForm::none:
        read_assignments(tree, job);
        break;
    }
    reading.device.jobs.push_back(job.finish());
}

Reading read(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    reading.device.platform = "app-env";
    reading.device.kind = DeviceKind::job;
    reading.device.name = fallback_name;
    reading.device.has_watchdog = false;
    for (const Tree& tree : trees) {
        reading.device.files.push_back(tree.source->id());
        read_jobs(reading, tree);
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
