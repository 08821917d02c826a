// SPDX-License-Identifier: Apache-2.0
// A MachineConfig holds a configuration of Ignition (OpenShift API, machineconfiguration.openshift.io/v1; Ignition
// configuration specification 3.2): storage.files with a data URL each, and systemd.units with their text.
#include "drivers/cluster/cluster_kinds.h"
#include "drivers/linux_host/config/embedded_text.h"
#include "models/syntax/yaml/yaml_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace rocelint::linux_host {
namespace {

constexpr std::string_view machine_config_kind = "MachineConfig";
constexpr std::array kinds_of_machine_configs{machine_config_kind};

const Node* below(const Node* node, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys) {
        if (node == nullptr || node->kind != Node::Kind::object)
            return nullptr;
        node = node->child(key);
    }
    return node;
}

std::string_view kind_of_object(const Node& object)
{
    const Node* kind = below(&object, {"kind"});
    return kind == nullptr ? std::string_view{} : kind->value;
}

// Calls `take` with each object of a text: a document, or an entry of a List.
template <class Take>
void for_each_object(const Tree& tree, const Take& take)
{
    if (tree.root == nullptr)
        return;
    for (const Node& document : *tree.root) {
        take(document);
        const Node* items = below(&document, {"items"});
        for (const Node* item = items == nullptr ? nullptr : items->first; item != nullptr; item = item->next)
            take(*item);
    }
}

template <class Take>
void for_each_machine_config(const Tree& tree, const Take& take)
{
    for_each_object(tree, [&take](const Node& object) {
        if (kind_of_object(object) == machine_config_kind)
            take(object);
    });
}

bool sets_up_nics_elsewhere(std::string_view kind)
{
    constexpr std::array<std::string_view, 3> beginnings{"Nic", "NodeNetwork", "Sriov"};
    return std::ranges::any_of(
        beginnings, [kind](std::string_view beginning) { return kind.starts_with(beginning); });
}

// Whether an object names a variable of a job's library, in a container's environment or on a command line.
bool names_job_variable(const Node& object)
{
    constexpr std::array<std::string_view, 3> beginnings{"NCCL_", "NVSHMEM_", "UCX_"};
    std::vector<const Node*> waiting{&object};
    while (!waiting.empty()) {
        const Node& node = *waiting.back();
        waiting.pop_back();
        if (std::ranges::any_of(beginnings, [&node](std::string_view beginning) {
                return node.key.find(beginning) != std::string_view::npos
                    || node.value.find(beginning) != std::string_view::npos;
            }))
            return true;
        for (const Node& child : node)
            waiting.push_back(&child);
    }
    return false;
}

// Other objects that set up NICs, and jobs, have no place in a host's files.
void leave_other_objects(ConfigFile& file)
{
    bool reported = false;
    for_each_object(*file.tree, [&](const Node& object) {
        const Node* kind = below(&object, {"kind"});
        if (kind == nullptr || kind->value == machine_config_kind || below(&object, {"items"}) != nullptr)
            return;
        const bool is_job = names_job_variable(object);
        if (!is_job && !sets_up_nics_elsewhere(kind->value))
            return;
        object.mark_subtree(CoverageState::unsupported);
        if (!std::exchange(reported, true))
            file.problems.push_back({SyntaxProblem::Severity::warning,
                file.tree->value_span(*kind),
                fmt::format(
                    "{:.80} sets {}, and is not read in a file that also holds a MachineConfig: put it into a "
                    "file of its own",
                    kind->value,
                    is_job ? "variables of a job" : "NICs")});
    });
}

// Calls `take` with the path and the URL of each file, and whether its data is compressed (Ignition configuration
// specification 3.2, storage.files.contents.compression).
template <class Take>
void for_each_file(const Node& object, const Take& take)
{
    const Node* files = below(&object, {"spec", "config", "storage", "files"});
    for (const Node* file = files == nullptr ? nullptr : files->first; file != nullptr; file = file->next) {
        const Node* path = below(file, {"path"});
        const Node* url = below(file, {"contents", "source"});
        const Node* compression = below(file, {"contents", "compression"});
        if (path != nullptr && url != nullptr)
            take(path->value, *url, compression != nullptr && !compression->value.empty());
    }
}

template <class Take>
void for_each_unit(const Node& object, const Take& take)
{
    const Node* units = below(&object, {"spec", "config", "systemd", "units"});
    for (const Node* unit = units == nullptr ? nullptr : units->first; unit != nullptr; unit = unit->next) {
        const Node* name = below(unit, {"name"});
        const Node* text = below(unit, {"contents"});
        if (name != nullptr && text != nullptr)
            take(name->value, *text);
    }
}

// Whether a file of a node sets up NICs; also one that only sets an MTU.
bool sets_up_nics(std::string_view text)
{
    constexpr std::array<std::string_view, 3> of_mtu{"MTUBytes=", "\nmtu=", "ATTR{mtu}"};
    return has_setup_sign(text) || std::ranges::any_of(of_mtu, [text](std::string_view sign) {
        return text.find(sign) != std::string_view::npos;
    });
}

}

bool is_machine_config(std::string_view text)
{
    if (ascii::trimmed_front(text, ascii::is_white).starts_with('{'))
        return cluster::has_object(text, kinds_of_machine_configs);
    while (!text.empty()) {
        std::string_view line = ascii::trimmed(ascii::take_until(text, '\n'), ascii::is_blank_or_cr);
        if (line.starts_with("- "))
            line = ascii::trimmed_front(line.substr(2), ascii::is_blank);
        if (line == "kind: MachineConfig")
            return true;
    }
    return false;
}

bool machine_config_sets_nics(const Source& source)
{
    bool found = false;
    for_each_machine_config(parse_yaml_documents(source), [&found](const Node& object) {
        for_each_file(object, [&found](std::string_view, const Node& url, bool is_compressed) {
            const std::optional<std::string> text = is_compressed ? std::nullopt : data_of_url(url.value);
            found = found || (text && sets_up_nics(*text));
        });
        for_each_unit(object,
            [&found](std::string_view, const Node& text) { found = found || sets_up_nics(text.value); });
    });
    return found;
}

std::optional<std::vector<std::string>> roles_of_machine_config(const Source& source)
{
    std::vector<std::string> roles;
    for_each_machine_config(parse_yaml_documents(source), [&roles](const Node& object) {
        const Node* role = below(&object, {"metadata", "labels", "machineconfiguration.openshift.io/role"});
        if (role != nullptr)
            roles.emplace_back(role->value);
    });
    return roles;
}

void read_machine_config(ConfigFile& file, Arena& arena)
{
    if (file.tree->root == nullptr)
        return;
    mark_all(*file.tree, CoverageState::irrelevant);
    leave_other_objects(file);
    EmbeddedTexts texts(
        file, arena, [](std::string_view) -> std::optional<std::string> { return std::nullopt; });
    for_each_machine_config(*file.tree, [&texts](const Node& object) {
        for_each_file(object, [&texts](std::string_view path, const Node& url, bool is_compressed) {
            if (is_compressed)
                url.mark(CoverageState::unsupported);
            else
                texts.read_data_url(url, path);
        });
        for_each_unit(
            object, [&texts](std::string_view name, const Node& text) { texts.read_file(text, name); });
    });
}

}
