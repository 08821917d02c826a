// SPDX-License-Identifier: Apache-2.0
#include "tests/topology_import/imported.h"

#include "tests/support/reason.h"
#include "workspace/topology_import/import_topology.h"
#include "workspace/topology_import/imported_text.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <memory>

namespace rocelint {

Topology imported(std::string_view path, std::string_view text)
{
    const Source source(0, std::string(path), text);
    auto read = workspace::read_any_topology(source);
    REQUIRE_MESSAGE(read.has_value(), testing::reason(read));
    return *std::move(read);
}

std::string import_error(std::string_view path, std::string_view text)
{
    const Source source(0, std::string(path), text);
    const auto read = workspace::read_any_topology(source);
    return read ? std::string() : read.error().message;
}

std::vector<std::string> cables_of(const Topology& topology)
{
    constexpr std::uint64_t giga = 1'000'000'000;
    std::vector<std::string> all;
    for (const TopologyLink& link : topology.links) {
        std::string one
            = fmt::format("{}:{} - {}:{}", link.a_device, link.a_port, link.b_device, link.b_port);
        if (link.cable)
            one += fmt::format(" {} m", link.cable->exact());
        if (link.speed)
            one += fmt::format(" {}G", link.speed->count / giga);
        all.push_back(std::move(one));
    }
    return all;
}

std::vector<std::string> remarks_of(const Topology& topology, std::string_view text)
{
    const LineTable lines(text);
    std::vector<std::string> all;
    for (const TopologyRemark& remark : topology.remarks)
        all.push_back(fmt::format("{}: {}", lines.position(remark.at.offset).line, remark.sentence));
    return all;
}

bool comes_back(std::string_view path, std::string_view text)
{
    std::vector<workspace::ImportedFile> files;
    files.push_back({std::make_unique<Source>(0, std::string(path), text), imported(path, text)});
    const std::string written = workspace::join_imported(files, ".").text;
    const Source source(1, "topology.yaml", written);
    const auto again = read_topology(source);
    REQUIRE_MESSAGE(again.has_value(), testing::reason(again));
    CHECK(again->devices.size() == files.front().topology.devices.size());
    return cables_of(*again) == cables_of(files.front().topology);
}

}
