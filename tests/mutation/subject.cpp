// SPDX-License-Identifier: Apache-2.0
#include "tests/mutation/subject.h"

#include "drivers/driver.h"
#include "rules/rule_table.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace rocelint::testing {
namespace {

std::string text_of(const std::filesystem::path& path)
{
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// The first two physical ports of a device.
std::vector<std::string_view> ports_of(const Device& device)
{
    std::vector<std::string_view> ports;
    for (const Port& port : device.ports) {
        if (port.kind == PortKind::physical)
            ports.push_back(port.name);
    }
    REQUIRE(!ports.empty());
    if (ports.size() == 1)
        ports.push_back(ports.front());
    return ports;
}

// The host connects to the first port of leaf1; the second ports of the leaves connect to each other.
void cable(Subject& subject)
{
    const auto outcome = check_texts(subject, 0, nullptr);
    const auto device = [&](std::string_view name) -> const Device& {
        return outcome->fabric.devices[*outcome->fabric.find_device(name)];
    };
    const Device& host = device("host1");
    const auto rdma
        = std::ranges::find_if(host.ports, [](const Port& port) { return port.nic != Port::no_index; });
    REQUIRE(rdma != host.ports.end());
    subject.topology
        = fmt::format("devices:\n  leaf1: {{role: leaf}}\n  leaf2: {{role: leaf}}\n  host1: {{role: host}}\n"
                      "links:\n  - {{a: \"leaf1:{}\", b: \"host1:{}\", cable_m: 5}}\n"
                      "  - {{a: \"leaf1:{}\", b: \"leaf2:{}\", cable_m: 5}}\n",
            ports_of(device("leaf1"))[0],
            rdma->name,
            ports_of(device("leaf1"))[1],
            ports_of(device("leaf2"))[1]);
}

}

Subject fabric_of_fixtures(const std::string& name)
{
    const std::filesystem::path folder = std::string(ROCELINT_SOURCE_DIR) + "/fixtures/fabrics/" + name;
    Subject subject{.name = name, .is_whole = true};
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file())
            paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    for (const std::filesystem::path& path : paths) {
        const std::string file = std::filesystem::relative(path, folder).string();
        if (file == "topology.yaml")
            subject.topology = text_of(path);
        else if (file == "rocelint.yaml")
            subject.policy = text_of(path);
        else
            subject.files.push_back({file, text_of(path), {}, {}});
    }
    return subject;
}

const std::string no_text;

namespace {

std::unique_ptr<workspace::Outcome> check_sources(std::vector<std::shared_ptr<const Source>> sources,
    SourceId next,
    const std::string& topology_text,
    const std::string& policy_text,
    bool is_whole)
{
    auto topology_source = std::make_unique<Source>(next, "topology.yaml", topology_text);
    auto policy_source = std::make_unique<Source>(next + 1, "rocelint.yaml", policy_text);
    Topology topology;
    if (!topology_text.empty())
        topology = *read_topology(*topology_source);
    Policy policy;
    if (!policy_text.empty())
        policy = *read_policy(*policy_source, known_rules());
    workspace::Loaded loaded
        = workspace::load_sources(std::move(sources), {.topology = topology.given() ? &topology : nullptr});
    loaded.reach = {.known = is_whole, .whole = is_whole};
    loaded.sources.put(std::move(topology_source));
    loaded.sources.put(std::move(policy_source));
    return workspace::check_loaded(
        std::move(loaded), std::move(topology), std::move(policy), {}, "2026-01-01");
}

}

std::unique_ptr<workspace::Outcome> check_texts(
    const Subject& subject, std::size_t changed, const std::string* text)
{
    std::vector<std::shared_ptr<const Source>> sources;
    for (std::size_t file = 0; file < subject.files.size(); ++file) {
        if (text == &no_text && file == changed)
            continue;
        sources.push_back(std::make_unique<Source>(static_cast<SourceId>(file),
            subject.files[file].path,
            text != nullptr && file == changed ? *text : subject.files[file].text));
    }
    return check_sources(std::move(sources),
        static_cast<SourceId>(subject.files.size()),
        subject.topology,
        subject.policy,
        subject.is_whole);
}

std::unique_ptr<workspace::Outcome> check_part(const Subject& subject, const Part& part)
{
    std::vector<std::shared_ptr<const Source>> sources;
    for (std::size_t file = 0; file < subject.files.size(); ++file) {
        if (part.files[file])
            sources.push_back(std::make_unique<Source>(
                static_cast<SourceId>(file), subject.files[file].path, subject.files[file].text));
    }
    return check_sources(std::move(sources),
        static_cast<SourceId>(subject.files.size()),
        part.topology ? subject.topology : std::string(),
        part.policy ? subject.policy : std::string(),
        false);
}

Subject two_devices_of(const Driver& driver)
{
    Subject subject{.name = fmt::format("two devices of {}", driver.name)};
    const auto add = [&](std::string_view platform, std::string_view device) {
        const Driver* of = find_driver(platform);
        subject.files.push_back(
            {fmt::format("{}/{}", device, of->base_file_name), example_text({platform, device, ""}), {}, {}});
    };
    for (const std::string_view device : {"leaf1", "leaf2", "host1"})
        add(device == "host1" ? std::string_view("linux-host") : driver.name, device);
    subject.policy = "version: 1\nprofile: lossless\n";
    cable(subject);
    subject.is_whole = true;
    return subject;
}

}
