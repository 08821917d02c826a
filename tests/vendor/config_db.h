// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/vendor/yang_schema.h"

#include <set>
#include <string>
#include <string_view>

/// CONFIG_DB as XML, by SONiC's modules and not by our tables: a table is a container, a row a list entry with the parts of
/// the key as its keys (SONiC Management Framework, YANG model guidelines).
namespace rocelint::vendor {

/// What a configuration became.
struct ConfigDbXml {
    std::string xml;
    std::set<std::string> unmodelled; ///< tables that no module has
    std::string
        misplaced; ///< the first row or field that the modules have no place for; empty where all have one
};

[[nodiscard]] ConfigDbXml config_db_as_xml(const YangSchema& schema, std::string_view json);

}
