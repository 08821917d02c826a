// SPDX-License-Identifier: Apache-2.0
// The driver record of the YAML sample: the little that a driver needs if it only reads and renders.
#include "drivers/sample_nos/sample_nos.h"

#include "drivers/sample_nos/base_example.h"
#include "drivers/sample_nos/device_reader.h"
#include "drivers/sample_nos/render.h"
#include "models/syntax/yaml/yaml_tree.h"

namespace rocelint::sample_nos {
namespace {

constexpr Sign signs[]{
    Sign{"sample_nos:", Sign::certain, "its first key is sample_nos"},
};

std::string_view identity(const Tree& tree)
{
    const Node* name = tree.root == nullptr ? nullptr : tree.root->child("hostname");
    return name == nullptr ? std::string_view{} : tree.source->text_at(tree.value_span(*name));
}

Reading read(std::span<const Tree> trees, std::string_view fallback_name)
{
    Reading reading;
    reading.device.platform = "sample-nos";
    reading.device.name = fallback_name;
    for (const Tree& tree : trees)
        DeviceReader(tree, reading).read();
    return reading;
}

}

const Driver driver{
    .name = "sample-nos",
    .title = "Sample NOS",
    .comment = "#",
    .signs = signs,
    .parse = [](const Source& source) { return parse_yaml(source, YamlAuthor::machine); },
    .identity = identity,
    .read = read,
    .folder_is_one_device = false,
    .render = render,
    .words = [] { return std::vector<std::string_view>(); }, // all of them are in the example
    .base_example = base_example,
    .base_file_name = "device.yaml",
};

}
