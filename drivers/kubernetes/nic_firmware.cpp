// SPDX-License-Identifier: Apache-2.0
#include "drivers/kubernetes/nic_firmware.h"

#include "drivers/firmware_parameters.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <variant>

namespace rocelint::kubernetes {
namespace {

using State = CoverageState;

void take_parameter(Draft& draft, Nic& nic, StoredFirmware& stored, const Node& name, const Node& value)
{
    const std::string_view whole = name.value;
    const std::string_view word = without_firmware_port(whole);
    const bool of_first = word.size() == whole.size() || whole.back() == '1';
    const FirmwareParameter* parameter = find_firmware_parameter(word);
    const bool is_of_dcqcn = parameter != nullptr && std::holds_alternative<DcqcnNumber>(parameter->field);
    // One port stands for all ports of the NIC, and has what the first one gets.
    if (parameter == nullptr || is_of_dcqcn || !of_first) {
        const State state = is_of_dcqcn ? State::unsupported : State::irrelevant;
        name.mark(state);
        value.mark(state);
        return;
    }
    name.mark(State::read);
    if (draft.is_unfilled(value))
        return;
    const auto number = parameter->number_in(value.value);
    if (!number || *number > parameter->largest) {
        draft.complain(draft.place(value),
            fmt::format("{} is {}, and must be a number up to {}",
                name.value,
                redact(value.value),
                parameter->largest));
        return;
    }
    value.mark(State::read);
    stored.take(*parameter, *number, draft.stated(value), nic);
}

}

void set_firmware(Draft& draft, Nic& nic, std::string_view name, std::uint64_t number, OriginId why)
{
    const FirmwareParameter* parameter = find_firmware_parameter(name);
    if (parameter == nullptr)
        return;
    StoredFirmware stored;
    stored.take(*parameter, static_cast<std::uint32_t>(number), why, nic);
    stored.settle(nic, draft.origins());
}

void read_raw_firmware(Draft& draft, Nic& nic, const Node* parameters)
{
    if (parameters == nullptr)
        return;
    StoredFirmware stored;
    for (const Node& entry : *parameters) {
        const Node* name = node_at(&entry, "name");
        const Node* value = node_at(&entry, "value");
        if (name == nullptr || value == nullptr)
            continue;
        entry.mark(State::irrelevant);
        take_parameter(draft, nic, stored, *name, *value);
    }
    stored.settle(nic, draft.origins());
}

}
