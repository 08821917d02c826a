// SPDX-License-Identifier: Apache-2.0
// The driver's record. A manifest names no host: what it sets holds for all nodes that it selects, so that each
// file is judged as a host of its own. Captured hosts get it as well, and find there what is for them.
#include "drivers/kubernetes/kubernetes.h"

#include "drivers/cluster/cluster_kinds.h"
#include "drivers/kubernetes/base_example.h"
#include "drivers/kubernetes/draft.h"
#include "drivers/kubernetes/nic_selector.h"
#include "drivers/kubernetes/plugin_text.h"
#include "models/syntax/yaml/yaml_tree.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace rocelint::kubernetes {
namespace {

// Many networks of pods have nothing to do with RDMA.
constexpr std::array<std::string_view, 2> kinds_of_pod_networks{
    "NetworkAttachmentDefinition", "SriovNetwork"};

// Whether a text is nodes of a cluster as kubectl prints them, with the labels that objects select them by.
bool is_list_of_nodes(const Source& source)
{
    const std::string_view text = source.text();
    const bool has_labels = text.find("labels:") != std::string_view::npos
        || text.find("\"labels\":") != std::string_view::npos;
    return has_labels && cluster::has_object(text, cluster::kinds_of_nodes)
        && !cluster::has_object(text, cluster::kinds_for_nics);
}

Detection detect(const Source& source)
{
    if (has_rdma_plugin(source.text()) && cluster::has_object(source.text(), kinds_of_pod_networks))
        return {80, "a network of Kubernetes that gives pods an RDMA device"};
    // Less than a job's variables weigh: a file that holds both is the job's.
    if (cluster::has_object(source.text(), cluster::kinds_for_nics))
        return {80, "an object of Kubernetes that sets up NICs"};
    return is_list_of_nodes(source) ? Detection{80, "nodes of a Kubernetes cluster, with their labels"}
                                    : Detection{};
}

Tree parse(const Source& source)
{
    Tree tree = parse_yaml_documents(source);
    read_plugin_texts(tree);
    return tree;
}

std::string_view identity(const Tree& tree)
{
    const std::vector<Object> objects = objects_of(tree);
    const auto named = std::ranges::find_if(
        objects, [](const Object& object) { return object.sets_nics() && object.name; });
    return named == objects.end() ? std::string_view{} : written_name(tree, *named);
}

void read_object(
    Draft& draft, const Object& object, const TemplateRivals& rivals, const FunctionPolicies& policies)
{
    switch (object.kind) {
    case ObjectKind::nic_template:
        return read_nic_template(draft, object, rivals.rival_of(object));
    case ObjectKind::sriov_policy:
        return read_sriov_policy(draft, object);
    case ObjectKind::node_network:
        return read_node_network(draft, object);
    case ObjectKind::pod_network:
        return read_pod_network(draft, object, policies);
    case ObjectKind::other:
    case ObjectKind::not_modelled:
        return;
    }
}

void read_tree(Draft& draft, const Tree& tree)
{
    const std::vector<Object> objects = objects_of(tree);
    const TemplateRivals rivals(objects);
    const FunctionPolicies policies(tree, objects);
    Device& device = draft.device();
    for (const Object& object : objects) {
        if (!object.sets_nics())
            continue;
        draft.begin(tree, object);
        if (device.name.empty() && !written_name(tree, object).empty()) {
            device.name = draft.object_name();
            device.identity = draft.object_at();
        }
        read_object(draft, object, rivals, policies);
    }
}

Reading read(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    Device& device = reading.device;
    device.platform = platform_name;
    device.kind = DeviceKind::host;
    device.is_template = true;
    device.has_watchdog = false;
    Draft draft(reading);
    for (const Tree& tree : trees) {
        device.files.push_back(tree.source->id());
        read_tree(draft, tree);
    }
    // A policy of routes or bridges alone sets up no interface.
    device.fragment = device.ports.empty();
    device.name_is_configured = !device.name.empty();
    if (device.name.empty())
        device.name = fallback_name;
    device.role
        = {Role::host, device.origins.derived(device.identity, {}, "it sets up the nodes of a cluster")};
    device.origins.shrink_to_fit();
    return reading;
}

}

const Driver driver{
    .name = platform_name,
    .title = "Kubernetes objects that set up NICs",
    .comment = "#",
    .detect = detect,
    .parse = parse,
    .identity = identity,
    .read = read,
    .joins_folder = true,
    .sets_up = "linux-host",
    .only_selects = is_list_of_nodes,
    .base_example = base_example,
    .base_file_name = "nics.yaml",
};

}
