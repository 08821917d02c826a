// SPDX-License-Identifier: Apache-2.0
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::top011 {
namespace {

constexpr Example examples[] = {
    {.title = "Two devices' files were stored under each other's names, and here is one of them",
        .files = {{{"sonic", "leaf2", ""},
            {"sonic", "leaf1", R"({"DEVICE_METADATA": {"localhost": {"hostname": "leaf3"}}})"}}},
        .topology = "devices: {leaf1: {file: leaf1/}, leaf2: {file: leaf2/}}\n",
        .flagged = "leaf3",
        .flagged_device = "leaf1"},
    {.title = "Files and topology call each device the same",
        .files = {{{"sonic", "leaf1", ""}, {"sonic", "leaf2", ""}}},
        .topology = "devices: {leaf1: {file: leaf1/}, leaf2: {file: leaf2/}}\n"},
};

void check(FabricContext& context)
{
    for (const NameConflict& conflict : context.fabric.name_conflicts) {
        const std::size_t files = context.fabric.devices[conflict.device].files.size();
        // A topology may use its own names for all devices; if only one name differs, files were mixed up.
        const Severity severity = conflict.is_other_device ? Severity::error
            : conflict.usual                               ? Severity::info
                                                           : Severity::warning;
        const std::string_view path = context.fabric.topology.path;
        const std::string_view topology = path.substr(path.rfind('/') + 1);
        context.report({.severity = severity,
            .at = conflict.at,
            .message = fmt::format("the {} of {} {} {}{}",
                one_or_many(files, "file", "files"),
                conflict.name,
                one_or_many(files, "calls itself", "call it"),
                conflict.stated,
                conflict.is_other_device ? fmt::format(", another device of {}", topology)
                                         : fmt::format(", which is not in {}", topology)),
            .subjects = {{{conflict.device, Port::no_index}, Property::cabling}},
            .related = {{conflict.planned, fmt::format("{} is planned here", conflict.name)}},
            .fix = fmt::format("Collect {} again, or correct the topology where its files have another name.",
                conflict.name)});
    }
}

}

extern const Rule rule = {
    .code = "TOP011",
    .name = "wrong-name",
    .severity = Severity::error,
    .other_severities = {{{Severity::warning, "where the topology has no such device"},
        {Severity::info, "where it has names of its own for most devices"}}},
    .scope = Scope::fabric,
    .summary = "A device's files call it by a different name from the topology's.",
    .why
    = "Files that were stored under another device's name put its ports at the ends of cables where they "
      "are not. Every check across a link then looks at the wrong pair of ports, and the device whose "
      "files these should have been is not checked at all.",
    .source = "drivers/*/README.md: where each platform states its hostname",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Collect both devices again, or correct the file names in the topology.",
    .check_fabric = check,
};

}
