// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/vendor/yang_schema.h"

#include <string>
#include <string_view>

/// Junos configuration as XML, by Juniper's modules and not by our grammar: what our reader forgives, a switch does not.
namespace rocelint::vendor {

/// What a text became: a document of the configuration's namespace, and the first word that the modules have no place for
/// (with the statement that it stands in); empty where all have one.
struct JunosXml {
    std::string xml;
    std::string misplaced;
};

/// A configuration in braces or in commands. Of commands that take away (`delete`, `deactivate`, `activate`) only the path
/// is looked at.
[[nodiscard]] JunosXml junos_statements(const YangSchema& schema, const std::string& text);

/// The `<config>` of an `<edit-config>` without what it takes away, whose path is looked at only, and without the attributes
/// that say what is to become of an element.
[[nodiscard]] JunosXml junos_edit(const YangSchema& schema, const std::string& config);

}
