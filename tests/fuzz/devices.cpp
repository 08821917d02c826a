// SPDX-License-Identifier: Apache-2.0
// Drivers, and all rules on what they read.
#include "drivers/driver.h"
#include "models/fabric/fields/dump.h"
#include "models/syntax/coverage.h"
#include "models/syntax/tree.h"
#include "rules/rule_table.h"
#include "tests/fuzz/target.h"
#include "workspace/check/outcome.h"
#include "workspace/input/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace rocelint::fuzz {

void must(bool holds, const char* sentence)
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n", sentence);
    std::abort();
}

void read_as(std::string_view platform, std::string_view bytes)
{
    const Driver& driver = *find_driver(platform);
    SourceSet sources;
    auto owned = std::make_unique<Source>(0, "fuzz/input", bytes);
    const Source& source = *owned;
    sources.put(std::move(owned));
    static_cast<void>(recognise(source));
    const Tree tree = driver.parse(source);
    static_cast<void>(driver.identity(tree));
    const Reading reading = driver.read({&tree, 1}, "fuzz");
    const Coverage coverage = measure_coverage(tree);
    std::uint32_t sum = 0;
    for (const std::uint32_t count : coverage.counts)
        sum += count;
    // The program promises never to lose a line.
    must(sum == coverage.total, "the counts of a file's lines add up");
    static_cast<void>(dump(reading.device, sources));
    static_cast<void>(dump(tree));
}

std::unique_ptr<workspace::Outcome> check_texts(std::string_view policy_text,
    std::string_view topology_text,
    std::span<const std::string_view> devices,
    std::string_view platform)
{
    std::vector<std::shared_ptr<const Source>> sources;
    for (const std::string_view text : devices) {
        const auto id = static_cast<SourceId>(sources.size());
        sources.push_back(std::make_unique<Source>(id, fmt::format("device{}/config", id), text));
    }
    const auto next = static_cast<SourceId>(sources.size());
    std::vector<std::unique_ptr<Source>> documents;
    documents.push_back(std::make_unique<Source>(next, "rocelint.yaml", policy_text));
    documents.push_back(std::make_unique<Source>(next + 1, "topology.yaml", topology_text));
    auto policy = read_policy(*documents[0], known_rules());
    auto topology = read_topology(*documents[1]);
    if (!policy || !topology)
        return nullptr;
    workspace::Loaded loaded = workspace::load_sources(
        std::move(sources), {.platform = platform, .topology = topology->given() ? &*topology : nullptr});
    for (auto& document : documents)
        loaded.sources.put(std::move(document));
    return workspace::check_loaded(
        std::move(loaded), *std::move(topology), *std::move(policy), {}, "2026-01-01");
}

void check_fabric_bytes(std::string_view bytes)
{
    std::vector<std::string_view> parts;
    while (!bytes.empty()) {
        parts.push_back(bytes.substr(0, bytes.find(border)));
        bytes.remove_prefix(std::min(bytes.size(), parts.back().size() + border.size()));
    }
    if (parts.size() < 3)
        return;
    static_cast<void>(check_texts(parts[0], parts[1], std::span(parts).subspan(2), {}));
}

}
