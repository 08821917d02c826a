// SPDX-License-Identifier: Apache-2.0
#include "drivers/sample_nos/sample_nos.h"

#include "drivers/sample_nos/base_example.h"
#include "drivers/sample_nos/device_reader.h"
#include "drivers/sample_nos/render.h"
#include "models/syntax/yaml_tree.h"

namespace rocelint::sample_nos {
namespace {

Detection detect(const Source& source)
{
    std::string_view text = source.text();
    while (text.starts_with('#'))
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
    return text.starts_with("sample_nos:") ? Detection{100, "its first key is sample_nos"} : Detection{};
}

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
    .detect = detect,
    .parse = parse_yaml,
    .identity = identity,
    .read = read,
    .folder_is_one_device = false,
    .render = render,
    .base_example = base_example,
    .base_file_name = "device.yaml",
};

}
