// SPDX-License-Identifier: Apache-2.0
#include "drivers/junos/junos.h"

#include "drivers/junos/base_example.h"
#include "drivers/junos/build.h"
#include "drivers/junos/config.h"
#include "drivers/junos/render.h"
#include "drivers/junos/syntax.h"

namespace rocelint::junos {
namespace {

void build(Hierarchy& hierarchy, const Tree& tree)
{
    switch (notation_of(tree.source->text())) {
    case Notation::braces:
        return build_braces(hierarchy, tree);
    case Notation::commands:
        return build_commands(hierarchy, tree);
    case Notation::xml:
        return build_xml(hierarchy, tree);
    }
}

// A configuration without a name and a version is a piece of one: a snippet to load or to merge.
bool is_fragment(const Statement& top, std::string_view found_name)
{
    return found_name.empty() && top.child("version") == nullptr && top.child("system") == nullptr;
}

void name_device(Config& config, std::span<const Tree> trees, std::string_view fallback_name)
{
    Device& device = config.device;
    const Statement* system = config.root.child("system");
    const Statement* name = system == nullptr ? nullptr : system->child("host-name");
    if (name != nullptr) {
        device.name = name->key;
        device.name_is_configured = true;
        device.identity = name->at;
        return;
    }
    for (const Tree& tree : trees) {
        const std::string_view found = identity(tree);
        if (found.empty())
            continue;
        device.name = found;
        device.name_is_configured = true;
        device.identity = tree.source->whole();
        return;
    }
    device.name = fallback_name;
}

Reading read(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    Device& device = reading.device;
    device.platform = driver.name;
    std::size_t bytes = 0;
    std::string_view found_name;
    for (const Tree& tree : trees) {
        device.files.push_back(tree.source->id());
        bytes += tree.source->size();
        if (found_name.empty())
            found_name = identity(tree);
    }
    Arena statements(bytes / 2 + 4096);
    constexpr std::size_t bytes_per_statement = 64; // of a file in braces
    Hierarchy hierarchy(statements, *device.arena, bytes / bytes_per_statement);
    for (const Tree& tree : trees)
        build(hierarchy, tree);
    hierarchy.drop_inactive();
    inherit_groups(hierarchy, reading.problems);
    expand_ranges(hierarchy, reading.problems);
    device.fragment = is_fragment(*hierarchy.root(), found_name);
    Config config(device, reading.problems, *hierarchy.root());
    name_device(config, trees, fallback_name);
    device.version = hierarchy.root()->value("version");
    read_forwarding_classes(config);
    read_classifiers(config);
    read_schedulers(config);
    read_buffers(config);
    read_interfaces(config);
    bind_ports(config);
    read_forwarding(config);
    device.origins.shrink_to_fit();
    device.ports.shrink_to_fit();
    return reading;
}

}

const Driver driver{
    .name = "junos",
    .title = "Juniper Junos OS and Junos OS Evolved (QFX)",
    .comment = "#",
    .detect = detect,
    .parse = parse,
    .identity = identity,
    .read = read,
    .folder_is_one_device = false,
    .render = render,
    .base_example = base_example,
    .base_file_name = "juniper.conf",
};

}
