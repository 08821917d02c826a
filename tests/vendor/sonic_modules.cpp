// SPDX-License-Identifier: Apache-2.0
#include "tests/vendor/sonic_modules.h"

#include "tests/vendor/config_db.h"
#include "tests/vendor/schema_folder.h"

#include <memory>

namespace rocelint::vendor::config_db {

const YangSchema* modules()
{
    static const std::unique_ptr<YangSchema> loaded = []() -> std::unique_ptr<YangSchema> {
        const auto folder = schema_folder("sonic");
        return folder ? std::make_unique<YangSchema>(*folder) : nullptr;
    }();
    if (loaded == nullptr)
        (void)schema_folder("sonic");
    return loaded.get();
}

std::string fault_of(const YangSchema& schema, std::string_view text, std::set<std::string>& unmodelled)
{
    ConfigDbXml made = config_db_as_xml(schema, text);
    unmodelled.merge(made.unmodelled);
    return made.misplaced.empty() ? schema.fault_in(made.xml, YangSchema::Extent::whole)
                                  : "no place for " + made.misplaced;
}

}
