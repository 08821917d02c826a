// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/vendor/yang_schema.h"

#include <set>
#include <string>
#include <string_view>

/// CONFIG_DB as XML, converted with SONiC's modules and not our tables: a table is a container, a row a list entry whose keys are
/// the parts of the row's key (SONiC Management Framework, YANG model guidelines).
namespace rocelint::vendor {

/// A converted configuration.
struct ConfigDbXml {
    std::string xml;
    std::set<std::string> unmodelled; ///< tables that no module defines
    std::string misplaced; ///< the first row or field for which the modules have no place; empty if none
};

[[nodiscard]] ConfigDbXml config_db_as_xml(const YangSchema& schema, std::string_view json);

}
