// SPDX-License-Identifier: Apache-2.0
// Settings have the names of their rows in fields.h; keys without a row are listed here.
// tests/cli/model_schema_test.cpp checks all of them against the schema.
#include "analysis/document/keys.h"

#include "models/fabric/fields/fields.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace rocelint::document {
namespace {

constexpr std::string_view without_row[] = {"a",
    "addresses",
    "alias",
    "asic",
    "at",
    "b",
    "buffer_profiles",
    "classes",
    "colour",
    "curves",
    "dcqcn",
    "description",
    "device",
    "devices",
    "discards",
    "distance",
    "dscps",
    "ecn_profiles",
    "file",
    "files",
    "jobs",
    "kind",
    "lag",
    "line",
    "links",
    "lossless",
    "manager",
    "maps",
    "matches_everything",
    "matches_nothing",
    "matches_other",
    "model",
    "name",
    "neighbours",
    "nics",
    "note",
    "number",
    "origins",
    "parent",
    "pcps",
    "peer",
    "platform",
    "policies",
    "pools",
    "port",
    "port_description",
    "port_id",
    "ports",
    "prefix",
    "priority_groups",
    "queues",
    "rdma",
    "rdma_device",
    "routes",
    "schedulers",
    "schema_version",
    "source",
    "state",
    "to",
    "version",
    "via"};

template <class... Records>
void add_rows(std::set<std::string>& all)
{
    const auto add = [&all](const auto& row) {
        std::string key(row.name);
        std::ranges::replace(key, '-', '_');
        all.insert(std::move(key));
    };
    (for_each_field(fields_of<Records>, add), ...);
}

std::set<std::string> all_keys()
{
    std::set<std::string> all(std::begin(without_row), std::end(without_row));
    add_rows<Device, LoadBalancing, Forwarding, HeadroomParameters, Trimming>(all);
    add_rows<Port, PfcWatchdog, Queue, PriorityGroup>(all);
    add_rows<EcnCurve, Scheduler, BufferPool, BufferProfile, PolicyClass>(all);
    add_rows<Nic, Job, SubnetManager>(all);
    return all;
}

}

std::span<const std::string_view> keys()
{
    static const std::set<std::string> all = all_keys();
    static const std::vector<std::string_view> views(all.begin(), all.end());
    return views;
}

}
