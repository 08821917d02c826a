// SPDX-License-Identifier: Apache-2.0
#include "drivers/linux_host/shell/arguments.h"
#include "drivers/linux_host/shell/command.h"
#include "models/syntax/indent_tree.h"

#include <algorithm>
#include <array>

namespace rocelint::linux_host {

Command parse_nicctl(std::string_view arguments)
{
    // Objects that concern the classes, marking or pause of RDMA traffic.
    constexpr std::array<std::string_view, 3> relevant{"qos", "dcqcn", "port"};
    Words words(arguments);
    const std::string_view verb = words.next();
    const std::string_view object = words.next();
    const std::string_view part = words.peek();
    const bool concerns = std::ranges::find(relevant, object) != relevant.end();
    if (verb == "update")
        return {concerns ? Output::setting : Output::irrelevant, {}};
    if (verb != "show")
        return {Output::irrelevant, {}};
    const bool json = words_have(arguments, "--json") || words_have(arguments, "-j");
    const bool is_plain = part.empty() || is_option(part);
    if (json && ((object == "lif" && is_plain) || (object == "card" && (is_plain || part == "device"))))
        return {Output::nicctl_lif, {}};
    if (object == "port" && json && part == "statistics")
        return {Output::nicctl_statistics, {}};
    const bool whole
        = part.empty() || is_option(part) || part == "|" || part.find('>') != std::string_view::npos;
    const bool read = (concerns && whole) || (object == "qos" && part == "dscp-to-purpose")
        || (object == "card" && whole) || (object == "version" && part == "firmware")
        || (object == "pcie" && part == "ats");
    // No public source shows the JSON of these, which is reported as such and not read.
    if (read)
        return {Output::nicctl, {}};
    // The headroom is shown as JSON only.
    return {object == "qos" ? Output::unsupported : Output::irrelevant, {}};
}

}
