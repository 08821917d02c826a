// SPDX-License-Identifier: Apache-2.0
// ceph.conf: sections of `option = value`, where blanks and dashes in the name of an option are the same as
// underscores (Ceph documentation, Configuring Ceph, Option names).
#include "drivers/app_env/ceph.h"

#include "drivers/app_env/job/line_states.h"
#include "models/text/ascii.h"
#include "models/text/holds.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace rocelint::app_env {
namespace {

struct CephOption {
    std::string name; ///< with underscores; empty for a line without an option
    std::string_view value;
    std::string_view whole;
};

CephOption ceph_option(std::string_view line)
{
    line = ascii::trimmed(line.substr(0, line.find_first_of("#;")), ascii::is_blank_or_cr);
    const std::size_t equals = line.find('=');
    if (line.starts_with('[') || equals == std::string_view::npos)
        return {};
    CephOption option;
    option.name = std::string(ascii::trimmed(line.substr(0, equals), ascii::is_blank));
    std::ranges::replace_if(
        option.name, [](char c) { return c == ' ' || c == '-'; }, '_');
    option.value = ascii::trimmed(line.substr(equals + 1), ascii::is_blank);
    option.whole = line;
    return option;
}

constexpr std::string_view rdma_messenger = "async+rdma";

// "ms_type", "ms_cluster_type" and "ms_public_type" choose how daemons exchange messages.
bool chooses_rdma(const CephOption& option)
{
    return (option.name == "ms_type" || option.name == "ms_cluster_type" || option.name == "ms_public_type")
        && option.value == rdma_messenger;
}

// The options of the service level and of the address, which the model does not represent.
bool is_one_of_address_or_level(std::string_view name)
{
    constexpr auto names = std::to_array<std::string_view>(
        {"ms_async_rdma_sl", "ms_async_rdma_local_gid", "ms_async_rdma_gid_idx", "ms_async_rdma_roce_ver"});
    return std::ranges::find(names, name) != names.end();
}

// The connection manager sets up the connections, and so their class.
bool chooses_connection_manager(const CephOption& option)
{
    return (option.name == "ms_async_rdma_cm" && option.value == "true")
        || (option.name == "ms_async_rdma_type" && option.value == "iwarp");
}

}

bool is_ceph_with_rdma(std::string_view text)
{
    if (!holds(text, rdma_messenger))
        return false;
    while (!text.empty()) {
        if (chooses_rdma(ceph_option(ascii::take_until(text, '\n'))))
            return true;
    }
    return false;
}

void read_ceph(const Tree& tree, JobReader& job)
{
    std::vector<CephOption> options;
    std::string_view text = job.source().text();
    while (!text.empty()) {
        CephOption option = ceph_option(ascii::take_until(text, '\n'));
        if (!option.name.empty())
            options.push_back(std::move(option));
    }
    // Then the host's default for the connection manager is the class, and the option has no effect.
    const bool is_managed = std::ranges::any_of(options, chooses_connection_manager);
    LineStates lines(tree);
    for (const CephOption& option : options) {
        const Span at = job.source().span_of(option.whole);
        CoverageState state = CoverageState::irrelevant;
        if (option.name == "ms_async_rdma_dscp" && !is_managed)
            state = job.take({.name = "ms_async_rdma_dscp", .value = option.value, .at = at});
        else if (chooses_rdma(option) || chooses_connection_manager(option))
            state = CoverageState::read;
        else if (is_one_of_address_or_level(option.name))
            state = CoverageState::unsupported;
        lines.mark(at.offset, at.offset + at.length, state);
    }
    if (!is_managed)
        job.uses_ceph();
    lines.finish();
}

}
