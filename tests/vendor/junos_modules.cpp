// SPDX-License-Identifier: Apache-2.0
#include "tests/vendor/junos_modules.h"

#include "tests/vendor/junos_statements.h"
#include "tests/vendor/schema_folder.h"

#include <memory>

namespace rocelint::vendor::junos_config {

const YangSchema* modules()
{
    static const std::unique_ptr<YangSchema> loaded = []() -> std::unique_ptr<YangSchema> {
        const auto folder = schema_folder("junos");
        return folder ? std::make_unique<YangSchema>(*folder, "junos-flat") : nullptr;
    }();
    if (loaded == nullptr)
        (void)schema_folder("junos");
    return loaded.get();
}

std::string fault_of(const YangSchema& schema, const std::string& text, YangSchema::Extent extent)
{
    const bool is_xml = text.find("<configuration") != std::string::npos;
    const JunosXml made = is_xml ? junos_edit(schema, text) : junos_statements(schema, text);
    return made.misplaced.empty() ? schema.fault_in(made.xml, extent) : "no place for " + made.misplaced;
}

}
