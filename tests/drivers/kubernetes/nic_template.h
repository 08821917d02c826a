// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace rocelint::tests {

/// A template with these lines below `template:`, which are indented by four blanks.
inline std::string nic_template(std::string_view name, std::string_view lines, std::string_view selector = "")
{
    return std::string("apiVersion: configuration.net.nvidia.com/v1alpha1\nkind: NicConfigurationTemplate\n"
                       "metadata:\n  name: ")
        .append(name)
        .append("\nspec:\n  nicSelector:\n    nicType: \"1021\"\n")
        .append(selector)
        .append("  template:\n    numVfs: 1\n    linkType: Ethernet\n")
        .append(lines);
}

}
