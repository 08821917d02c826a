// SPDX-License-Identifier: Apache-2.0
#include "models/syntax/yaml/yaml_tree.h"

#include "models/syntax/yaml/yaml_readers.h"

#include <algorithm>

namespace rocelint {
namespace {

// Inside brackets, yaml-cpp reads far ahead; libyaml reaches the depth limit at once.
bool is_nested_too_deep(std::string_view text)
{
    std::size_t depth = 0;
    for (const char c : text) {
        if (c == '[' || c == '{')
            ++depth;
        else if ((c == ']' || c == '}') && depth > 0)
            --depth;
        if (depth > max_depth)
            return true;
    }
    return false;
}

}

Tree parse_yaml(const Source& source, YamlAuthor author)
{
    if (author == YamlAuthor::machine || source.size() > max_yaml_cpp_size
        || is_nested_too_deep(source.text())) {
        YamlNodes nodes(source, author);
        read_with_libyaml(nodes);
        return nodes.finish();
    }
    YamlNodes nodes(source, author);
    read_with_yaml_cpp(nodes);
    Tree tree = nodes.finish();
    if (tree.complete())
        return tree;
    // yaml-cpp rejects a few correct texts, such as `- &name text` that continues on the next line.
    YamlNodes again(source, author);
    read_with_libyaml(again);
    Tree other = again.finish();
    return other.complete() ? std::move(other) : std::move(tree);
}

Tree parse_yaml_documents(const Source& source)
{
    YamlNodes nodes(source, YamlAuthor::machine, YamlNodes::Documents::all);
    read_with_libyaml(nodes);
    return nodes.finish();
}

}
