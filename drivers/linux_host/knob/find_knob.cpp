// SPDX-License-Identifier: Apache-2.0
#include "drivers/linux_host/knob/knob.h"

#include <algorithm>

namespace rocelint::linux_host {

SpeltKnob find_spelling(Tool tool, std::string_view object, std::string_view key)
{
    SpeltKnob found;
    visit_spellings(tool, [&](const SpeltKnob& spelt) {
        if (!found && spelt.spelling->object == object && spelt.spelling->key == key)
            found = spelt;
    });
    return found;
}

SpeltKnob find_object(Tool tool, std::string_view object)
{
    SpeltKnob found;
    visit_spellings(tool, [&](const SpeltKnob& spelt) {
        if (!found && spelt.spelling->object == object)
            found = spelt;
    });
    return found;
}

SpeltKnob spelt_by(Knob knob, Tool tool)
{
    const KnobRow& row = row_of(knob);
    const auto spellings = row.spellings();
    const auto found = std::ranges::find(spellings, tool, &ToolSpelling::tool);
    return {&row, found == spellings.end() ? nullptr : &*found};
}

namespace {

bool sets_up_nics(Tool tool)
{
    return tool == Tool::mlnx_qos || tool == Tool::dcb || tool == Tool::nicctl || tool == Tool::lldptool;
}

}

const ToolSpelling* written_by(const KnobRow& row, Tool tool, std::uint8_t number)
{
    for (const ToolSpelling& spelling : row.spellings()) {
        const bool of_other_nics = spelling.tool != tool && sets_up_nics(spelling.tool);
        const bool of_part = row.shape != Shape::word || spelling.number == number;
        if (spelling.use == Use::write && !of_other_nics && of_part)
            return &spelling;
    }
    return tool == Tool::lldptool ? written_by(row, Tool::dcb, number) : nullptr;
}

}
