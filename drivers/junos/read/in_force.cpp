// SPDX-License-Identifier: Apache-2.0
// A Junos file is not the configuration in force: groups must be inherited and inactive parts left out first.
// A snippet is a fragment, so what it lacks is unread.
#include "drivers/junos/read/in_force.h"

#include "drivers/junos/grammar/build.h"
#include "drivers/junos/read/lldp.h"
#include "drivers/junos/read/shown_counters.h"
#include "drivers/junos/read/syntax.h"

namespace rocelint::junos {
namespace {

constexpr std::size_t bytes_per_statement = 64; // of a file in braces

std::size_t bytes_of(std::span<const Tree> trees)
{
    std::size_t bytes = 0;
    for (const Tree& tree : trees)
        bytes += tree.source->size();
    return bytes;
}

// A configuration without a name and a version is only a part of one: a snippet to load or to merge.
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

}

void build(Hierarchy& hierarchy, const Tree& tree)
{
    switch (notation_of(tree.source->text())) {
    case Notation::braces:
        return build_braces(hierarchy, tree);
    case Notation::commands:
        return hierarchy::build_commands(hierarchy, language, tree);
    case Notation::xml:
        return build_xml(hierarchy, tree);
    case Notation::shown:
        return;
    }
}

InForce::InForce(std::span<const Tree> trees, std::string_view fallback_name)
    : statements(bytes_of(trees) / 2 + 4096)
    , hierarchy(statements, *reading.device.arena, bytes_of(trees) / bytes_per_statement)
{
    Device& device = reading.device;
    device.platform = "junos";
    std::string_view found_name;
    for (const Tree& tree : trees) {
        device.files.push_back(tree.source->id());
        if (found_name.empty())
            found_name = identity(tree);
        build(hierarchy, tree);
    }
    hierarchy.drop_inactive();
    inherit_groups(hierarchy, reading.problems);
    expand_ranges(hierarchy, reading.problems);
    device.fragment = is_fragment(*hierarchy.root(), found_name);
    config.emplace(device, reading.problems, *hierarchy.root());
    name_device(*config, trees, fallback_name);
    device.version = hierarchy.root()->value("version");
    check_names(*config);
    read_forwarding_classes(*config);
    read_classifiers(*config);
    read_schedulers(*config);
    read_buffers(*config);
    read_interfaces(*config);
    bind_ports(*config);
    bind_loss_priorities(*config);
    find_unbound(*config);
    read_forwarding(*config);
    for (const Tree& tree : trees) {
        read_neighbours(*config, *tree.source);
        if (notation_of(tree.source->text()) == Notation::shown)
            read_shown_counters(device, tree, reading.problems);
    }
}

}
