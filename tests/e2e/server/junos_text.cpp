// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/server/junos_text.h"

#include "drivers/junos/read/syntax.h"
#include "drivers/junos/write/brace_text.h"
#include "drivers/junos/write/element_text.h"
#include "drivers/junos/write/writer.h"

#include <array>

namespace rocelint::e2e {

std::string junos_xml(const std::string& text)
{
    const Source source(0, "device.conf", text);
    const std::array trees{junos::parse(source)};
    const junos::Draft draft(junos::language, trees);
    std::string xml = "<configuration xmlns=\"http://xml.juniper.net/xnm/1.1/xnm\">\n";
    for (const junos::Statement* statement : junos::inside_of(draft, draft.top())) {
        for (const std::string& line : junos::render_elements(draft, *statement, "    ", "    "))
            xml += line + '\n';
    }
    return xml + "</configuration>\n";
}

}
