// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/vendor/yang_schema.h"

#include <string>
#include <string_view>

/// Junos configuration as XML, converted with Juniper's modules and not our grammar: a switch is stricter than our reader.
namespace rocelint::vendor {

/// A converted text: a document in the configuration's namespace, and the first word for which the modules have no place (with
/// its statement); empty if none.
struct JunosXml {
    std::string xml;
    std::string misplaced;
};

/// Converts a configuration in braces or commands. For commands that remove or toggle (`delete`, `deactivate`, `activate`) only
/// the path is checked.
[[nodiscard]] JunosXml junos_statements(const YangSchema& schema, const std::string& text);

/// The `<config>` of an `<edit-config>` without the elements that it deletes, of which only the path is checked, and without
/// operation attributes.
[[nodiscard]] JunosXml junos_edit(const YangSchema& schema, const std::string& config);

}
